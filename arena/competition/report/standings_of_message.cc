// Standings read from a message.
#include <algorithm>
#include <utility>
#include <vector>

#include "arena/competition/report/standings_message.h"

namespace arena::competition {
namespace {

Interval IntervalOf(const v1::Interval& message) {
  return {message.low(), message.high()};
}

MeanEstimate MeanOf(const v1::MeanDifference& message) {
  MeanEstimate mean;
  mean.mean = message.mean();
  if (message.has_interval()) mean.interval = IntervalOf(message.interval());
  return mean;
}

FaultCount FaultOf(const v1::FaultCount& message) {
  FaultCount fault{.kind = message.kind(),
                   .count = static_cast<int>(message.count()),
                   .last = {}};
  for (const std::string& id : message.match_ids()) {
    fault.last.push_back({.match_id = id});
  }
  return fault;
}

VersionStanding VersionOf(const v1::VersionStanding& message) {
  VersionStanding version;
  version.version = message.version();
  version.sets = static_cast<int>(message.sets());
  version.rank_points = message.rank_points();
  version.rating = message.rating();
  version.rating_interval = IntervalOf(message.rating_interval());
  return version;
}

// The players of an entrant that is not one player of its own name.
std::vector<std::string> PlayersOf(const v1::CompetitionSpec& spec,
                                   uint32_t entrant) {
  std::vector<std::string> players;
  if (entrant >= static_cast<uint32_t>(spec.entrants_size())) return players;
  for (const auto& seat : spec.entrants(static_cast<int>(entrant)).players()) {
    players.push_back(seat.has_bot() ? seat.bot() : seat.built_in());
  }
  return players;
}

EntrantStanding LineOf(const v1::CompetitionSpec& spec,
                       const v1::EntrantStanding& message) {
  EntrantStanding line;
  line.place = static_cast<int>(message.place());
  line.entrant = message.entrant();
  line.name = message.name();
  line.players = PlayersOf(spec, message.entrant());
  line.benched = message.benched();
  line.disqualified = message.disqualified();
  line.sets = static_cast<int>(message.sets());
  line.won = static_cast<int>(message.won());
  line.drawn = static_cast<int>(message.drawn());
  line.lost = static_cast<int>(message.lost());
  line.void_sets = static_cast<int>(message.void_sets());
  line.matches = static_cast<int>(message.matches());
  line.rank_points = message.rank_points();
  line.rating = message.rating();
  line.rating_interval = IntervalOf(message.rating_interval());
  if (message.has_score_difference()) {
    line.difference = MeanOf(message.score_difference());
  }
  for (const v1::RatingPoint& point : message.curve()) {
    line.curve.push_back({static_cast<int>(point.sets()), point.rating(),
                          IntervalOf(point.interval())});
  }
  line.points = message.points();
  line.buchholz = message.buchholz();
  line.round = static_cast<int>(message.round());
  for (const auto& fault : message.faults()) {
    line.faults.push_back(FaultOf(fault));
  }
  for (const auto& version : message.versions()) {
    line.versions.push_back(VersionOf(version));
  }
  return line;
}

Encounter EncounterOf(const v1::HeadToHead& message) {
  Encounter met;
  met.sets = static_cast<int>(message.sets());
  met.wins = static_cast<int>(message.won());
  met.draws = static_cast<int>(message.drawn());
  met.losses = static_cast<int>(message.lost());
  if (message.has_score_difference()) {
    met.difference = MeanOf(message.score_difference());
  }
  met.superiority = message.superiority();
  return met;
}

// As the other one sees it.
Encounter Mirrored(Encounter met) {
  std::swap(met.wins, met.losses);
  if (met.difference.has_value()) {
    met.difference->mean = -met.difference->mean;
    if (auto& interval = met.difference->interval; interval.has_value()) {
      *interval = {-interval->high, -interval->low};
    }
  }
  met.superiority = 1 - met.superiority;
  return met;
}

HeadToHead PairsOf(int entrants, const v1::Standings& message) {
  HeadToHead pairs(entrants, std::vector<Encounter>(
                                 static_cast<size_t>(entrants) * entrants));
  const auto known = [&](uint32_t entrant) {
    return entrant < static_cast<uint32_t>(entrants);
  };
  for (const v1::HeadToHead& pair : message.head_to_head()) {
    if (!known(pair.entrant()) || !known(pair.opponent())) continue;
    const auto a = static_cast<int>(pair.entrant());
    const auto b = static_cast<int>(pair.opponent());
    pairs.At(a, b) = EncounterOf(pair);
    pairs.At(b, a) = Mirrored(EncounterOf(pair));
  }
  return pairs;
}

}  // namespace

Standings StandingsOf(const v1::Competition& competition,
                      const v1::Standings& message) {
  const v1::CompetitionSpec& spec = competition.spec();
  std::vector<EntrantStanding> entrants;
  for (const v1::EntrantStanding& line : message.entrants()) {
    entrants.push_back(LineOf(spec, line));
  }
  return Standings{
      .competition = competition,
      .order = message.order(),
      .entrants = std::move(entrants),
      .head_to_head = PairsOf(spec.entrants_size(), message),
      .rating = BatchRating({}, {}, {}),
      .field = {},
      .sets = static_cast<int>(message.sets()),
      .void_sets = static_cast<int>(message.void_sets()),
      .equal_games = static_cast<int>(message.equal_games()),
      .matches = static_cast<int>(message.matches()),
      .repeated_matches = static_cast<int>(message.repeated_matches()),
      .cancelled_matches = static_cast<int>(message.cancelled_matches()),
      .faults = static_cast<int>(message.faults())};
}

}  // namespace arena::competition
