#include "arena/competition/report/standings_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/types/span.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/rng.h"
#include "arena/core/text.h"
#include "arena/match/entry.h"

namespace arena::competition {
namespace {

using Json = nlohmann::ordered_json;

// Conversions between the kinds of string views.
std::string Text(absl::string_view text) { return std::string(text); }

double Rounded(double value) {
  // Adding 0 turns -0 into 0.
  return std::round(value * 1e6) / 1e6 + 0.0;
}

Json IntervalJson(const Interval& interval) {
  return Json::array({Rounded(interval.low), Rounded(interval.high)});
}

Json DifferenceJson(const std::optional<MeanEstimate>& difference) {
  if (!difference.has_value()) return nullptr;
  Json json{{"mean", Rounded(difference->mean)}, {"interval", nullptr}};
  if (difference->interval.has_value()) {
    json["interval"] = IntervalJson(*difference->interval);
  }
  return json;
}

// Null if the competition is not field duplicate.
Json FieldJson(const std::optional<FieldFigures>& field) {
  if (!field.has_value()) return nullptr;
  return {{"tables", field->tables},
          {"deal_luck", Rounded(field->luck)},
          {"luck_taken_away", Rounded(field->kept)},
          {"variance_saved", Rounded(field->saved)}};
}

Json CompetitionJson(const Standings& standings) {
  const v1::Competition& competition = standings.competition;
  const v1::CompetitionSpec& spec = competition.spec();
  const std::string& commitment = competition.seed_commitment();
  const auto* bytes = reinterpret_cast<const uint8_t*>(commitment.data());
  return {
      {"name", spec.name()},
      {"tournament", spec.tournament()},
      {"game", spec.game()},
      {"options", std::map<std::string, std::string>(spec.options().begin(),
                                                     spec.options().end())},
      {"seats", spec.seats()},
      {"format", Text(FormatOf(spec).name)},
      {"state", StateName(competition)},
      {"anchor", spec.anchor().empty() ? Json(nullptr) : Json(spec.anchor())},
      {"seed_commitment", ToHex(absl::MakeSpan(bytes, commitment.size()))},
      {"field_duplicate", FieldJson(standings.field)},
      {"sets", standings.sets},
      {"void_sets", standings.void_sets},
      {"equal_games", standings.equal_games},
      {"matches", standings.matches},
      {"repeated_matches", standings.repeated_matches},
      {"cancelled_matches", standings.cancelled_matches},
      {"faults", standings.faults},
      {"changes", ChangeTexts(spec)}};
}

Json FaultsJson(const EntrantStanding& line) {
  Json faults = Json::array();
  for (const FaultCount& fault : line.faults) {
    Json last = Json::array();
    for (const FaultPlace& place : fault.last) {
      last.push_back({{"set", place.set},
                      {"match", place.match},
                      {"attempt", place.attempt},
                      {"decision", place.decision},
                      {"match_id", place.match_id}});
    }
    faults.push_back({{"kind", FaultName(fault.kind)},
                      {"count", fault.count},
                      {"last", std::move(last)}});
  }
  return faults;
}

Json CurveJson(const EntrantStanding& line) {
  Json curve = Json::array();
  for (const CurvePoint& point : line.curve) {
    curve.push_back({{"sets", point.sets},
                     {"rating", Rounded(point.rating)},
                     {"interval", IntervalJson(point.interval)}});
  }
  return curve;
}

Json VersionsJson(const EntrantStanding& line) {
  Json versions = Json::array();
  for (const VersionStanding& version : line.versions) {
    versions.push_back(
        {{"version", Printable(version.version)},
         {"sets", version.sets},
         {"rank_points", Rounded(version.rank_points)},
         {"rating", Rounded(version.rating)},
         {"rating_interval", IntervalJson(version.rating_interval)}});
  }
  return versions;
}

// Null if it is not.
Json DisqualifiedJson(const Standings& standings, const EntrantStanding& line) {
  const v1::CompetitionChange* const change =
      DisqualificationOf(standings.competition.spec(), line.name);
  if (change == nullptr) return nullptr;
  return {{"results", RulingText(change->disqualified().ruling())},
          {"reason", Printable(change->reason())}};
}

Json EntrantJson(const Standings& standings, const EntrantStanding& line) {
  Json json{{"place", line.place == 0 ? Json(nullptr) : Json(line.place)},
            {"name", line.name},
            {"players", line.players},
            {"benched", line.benched},
            {"disqualified", DisqualifiedJson(standings, line)}};
  if (standings.order == v1::STANDINGS_ORDER_SWISS_POINTS) {
    json["points"] = line.points;
    json["buchholz"] = line.buchholz;
  }
  if (standings.order == v1::STANDINGS_ORDER_ROUND) {
    json["round"] = line.round;
    json["reached"] = RoundName(standings, line.round);
  }
  json["rank_points"] = Rounded(line.rank_points);
  json["rating"] = Rounded(line.rating);
  json["rating_interval"] = IntervalJson(line.rating_interval);
  json["sets"] = line.sets;
  json["won"] = line.won;
  json["drawn"] = line.drawn;
  json["lost"] = line.lost;
  json["void_sets"] = line.void_sets;
  json["matches"] = line.matches;
  json["score_difference"] = DifferenceJson(line.difference);
  json["faults"] = FaultsJson(line);
  json["curve"] = CurveJson(line);
  json["versions"] = VersionsJson(line);
  return json;
}

// Every pair once, with the better placed entrant first.
Json HeadToHeadJson(const Standings& standings) {
  Json pairs = Json::array();
  for (const EntrantStanding& a : standings.entrants) {
    for (const EntrantStanding& b : standings.entrants) {
      if (&a >= &b) continue;
      const auto row = static_cast<int>(a.entrant);
      const auto column = static_cast<int>(b.entrant);
      const Encounter& met = standings.head_to_head.At(row, column);
      pairs.push_back({{"entrant", a.name},
                       {"opponent", b.name},
                       {"sets", met.sets},
                       {"won", met.wins},
                       {"drawn", met.draws},
                       {"lost", met.losses},
                       {"score_difference", DifferenceJson(met.difference)},
                       {"superiority",
                        Rounded(standings.rating.Superiority(row, column))}});
    }
  }
  return pairs;
}

Json OverallJson(const TournamentStandings& standings,
                 const OverallStanding& line) {
  Json events = Json::object();
  for (size_t i = 0; i < standings.events.size(); ++i) {
    const std::string& name = standings.events[i].competition.spec().name();
    events[name] = line.rank_points[i].has_value()
                       ? Json(Rounded(*line.rank_points[i]))
                       : Json(nullptr);
  }
  return {{"place", line.place.has_value() ? Json(*line.place) : Json(nullptr)},
          {"name", line.name},
          {"events", line.events},
          {"mean_rank_points",
           line.events > 0 ? Json(Rounded(line.mean)) : Json(nullptr)},
          {"rank_points", std::move(events)}};
}

}  // namespace

Json StandingsJson(const Standings& standings) {
  Json entrants = Json::array();
  for (const EntrantStanding& line : standings.entrants) {
    entrants.push_back(EntrantJson(standings, line));
  }
  return {{"competition", CompetitionJson(standings)},
          {"ordered_by", Text(OrderText(standings.order))},
          {"entrants", std::move(entrants)},
          {"head_to_head", HeadToHeadJson(standings)}};
}

Json StandingsJson(const TournamentStandings& standings) {
  Json overall = Json::array();
  for (const OverallStanding& line : standings.overall) {
    overall.push_back(OverallJson(standings, line));
  }
  Json events = Json::array();
  for (const Standings& event : standings.events) {
    events.push_back(StandingsJson(event));
  }
  return {{"tournament", standings.name},
          {"ordered_by", "mean over all events of the share of rank points"},
          {"overall", std::move(overall)},
          {"events", std::move(events)}};
}

}  // namespace arena::competition
