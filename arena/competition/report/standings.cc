#include "arena/competition/report/standings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/competition/course/course.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/schedule.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/rating/deal_luck.h"
#include "arena/competition/rating/head_to_head.h"
#include "arena/competition/report/entrant_ratings.h"
#include "arena/competition/report/expectations.h"
#include "arena/competition/report/figures.h"
#include "arena/competition/report/players.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

using Lines = google::protobuf::RepeatedPtrField<v1::EntrantStanding>;

// Set, match, attempt, decision, and the id of the match.
using FaultAt = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, std::string>;

// The results in any order, and the details of faults that Results only counts.
class Tally {
 public:
  Tally(const v1::CompetitionSpec& spec, const GameForm& form)
      : form_(form),
        results_(Results::Of(spec, form)),
        faults_(spec.entrants_size()) {}

  absl::Status Add(const v1::CompetitionMatch& match) {
    if (!match.has_result()) return absl::OkStatus();
    ARENA_RETURN_IF_ERROR(
        CheckSeating(form_, static_cast<int>(faults_.size()), match));
    ARENA_ASSIGN_OR_RETURN(const bool news, results_.Add(match));
    if (!news) return absl::OkStatus();
    for (const v1::Fault& fault : match.result().faults()) {
      const uint32_t entrant = match.entrants(static_cast<int>(fault.seat()));
      faults_[entrant][fault.kind()].emplace_back(
          match.set(), match.match(), match.attempt(), fault.decision(),
          match.match_id());
    }
    return absl::OkStatus();
  }

  const Results& results() const { return results_; }

  absl::Status AddAll(absl::Span<const v1::CompetitionMatch> matches) {
    for (const v1::CompetitionMatch& match : matches) {
      ARENA_RETURN_IF_ERROR(Add(match));
    }
    return absl::OkStatus();
  }

  // Call after all results were added: finds the sets that count.
  absl::Status Finish(const v1::CompetitionSpec& spec, Course& course) {
    ARENA_RETURN_IF_ERROR(FollowCourse(spec, course));
    repeated_ = RepeatedSets(results_);
    return absl::OkStatus();
  }

  // The numbers of the sets that count: void sets and sets that only repeat
  // games do not.
  std::vector<uint32_t> Counting() const {
    std::vector<uint32_t> counting;
    for (const auto& [number, facts] : results_.sets()) {
      if (!facts.over() || facts.is_void() || repeated_.contains(number)) {
        continue;
      }
      counting.push_back(number);
    }
    return counting;
  }

  // The sets that count, by number. Each table of a field counts like a set,
  // because only entrants at one table have met.
  std::vector<SetOutcome> Outcomes() const {
    std::vector<SetOutcome> outcomes;
    for (const uint32_t number : Counting()) {
      for (SetOutcome& outcome : results_.Meetings(number)) {
        outcomes.push_back(std::move(outcome));
      }
    }
    return outcomes;
  }

  // By pair of entrants, ascending: the sets that are mirrored.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> MirroredSets() const {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> mirrored;
    for (const uint32_t number : Counting()) {
      const auto matches = ScoredMatches(*results_.Find(number));
      if (!IsMirrored(matches)) continue;
      const std::set<uint32_t> met(matches[0].entrants.begin(),
                                   matches[0].entrants.end());
      for (auto b = met.begin(); b != met.end(); ++b) {
        for (auto a = met.begin(); a != b; ++a) ++mirrored[{*a, *b}];
      }
    }
    return mirrored;
  }

  // Matches of sets that only repeat games.
  int EqualGames() const {
    int matches = 0;
    for (const uint32_t number : repeated_) {
      matches += static_cast<int>(results_.Find(number)->matches.size());
    }
    return matches;
  }

  void AddFaults(v1::EntrantStanding& line) const {
    for (auto [kind, faults] : faults_[line.entrant()]) {
      absl::c_sort(faults, std::greater<>());
      v1::FaultCount& count = *line.add_faults();
      count.set_kind(kind);
      count.set_count(static_cast<uint32_t>(faults.size()));
      faults.resize(std::min(faults.size(), kFaultPlaces));
      for (auto& [set, match, attempt, decision, match_id] : faults) {
        count.add_match_ids(std::move(match_id));
        v1::FaultPlace& place = *count.add_places();
        place.set_set(set);
        place.set_match(match);
        place.set_attempt(attempt);
        place.set_decision(decision);
      }
    }
  }

 private:
  // Plans the competition, as far as the results allow: only the schedule knows
  // which sets of a field lack tables, and to which sets a change applies. A
  // ladder follows its log, not the set of results.
  absl::Status FollowCourse(const v1::CompetitionSpec& spec, Course& course) {
    if (FormatOf(spec).endless) {
      JudgeLadder(spec, results_);
      return absl::OkStatus();
    }
    for (;;) {
      ARENA_ASSIGN_OR_RETURN(const std::vector<ScheduledSet> more,
                             course.Extend(results_, /*room=*/false));
      if (more.empty()) return absl::OkStatus();
    }
  }

  const GameForm& form_;
  Results results_;
  // The sets that only repeat games.
  std::set<uint32_t> repeated_;
  // By entrant.
  std::vector<std::map<v1::FaultKind, std::vector<FaultAt>>> faults_;
};

v1::StandingsOrder OrderOf(const v1::CompetitionSpec& spec,
                           const GameForm& form) {
  const FormatInfo& info = FormatOf(spec);
  return form.side_count() == 2 && !IsField(spec) ? info.order
                                                  : info.order_of_many;
}

std::vector<Standing> RankByRating(std::vector<Standing> lines,
                                   const BatchRating& rating) {
  // In millionths of a point: a fit is not exact to the last bit, and equal
  // entrants must share their place.
  const auto key = [&](const Standing& line) {
    const double points = rating.Points(static_cast<int>(line.entrant));
    return std::pair(line.sets > 0, std::llround(points * 1e6));
  };
  Rank(lines, [&](const Standing& a, const Standing& b) {
    const auto of_a = key(a);
    const auto of_b = key(b);
    return of_a > of_b ? -1 : of_a < of_b ? 1 : 0;
  });
  return lines;
}

// The lines in their official order.
std::vector<Standing> RankedLines(const v1::CompetitionSpec& spec,
                                  const GameForm& form,
                                  const Schedule& schedule,
                                  const Results& results,
                                  const BatchRating& rating) {
  if (OrderOf(spec, form) != v1::STANDINGS_ORDER_RATING)
    return schedule.Standings(results);
  return RankByRating(Totals(spec.entrants_size(), results), rating);
}

// The figures of the fit about the deals of a field.
v1::FieldFigures FieldFiguresOf(const v1::CompetitionSpec& spec,
                                const BatchRating& rating) {
  const int tables = TablesOf(spec);
  const double luck = rating.options().deal_luck.value_or(0);
  v1::FieldFigures field;
  field.set_tables(static_cast<uint32_t>(tables));
  field.set_deal_luck(Rounded(luck));
  field.set_luck_taken_away(Rounded(ShareKept(luck, tables)));
  field.set_variance_saved(Rounded(ShareSaved(luck, tables)));
  return field;
}

// The figures of an entrant from the table and from the ratings.
v1::EntrantStanding LineOf(const v1::CompetitionSpec& spec,
                           v1::StandingsOrder order, const Standing& ranked,
                           const EntrantRatings& ratings) {
  const auto number = static_cast<int>(ranked.entrant);
  const v1::Entrant& entrant = spec.entrants(number);
  v1::EntrantStanding line;
  line.set_place(static_cast<uint32_t>(ranked.place));
  line.set_entrant(ranked.entrant);
  line.set_name(entrant.name());
  for (const v1::SeatSpec& player : entrant.players()) {
    line.add_players(player.has_bot() ? player.bot() : player.built_in());
  }
  line.set_sets(static_cast<uint32_t>(ranked.sets));
  line.set_rank_points(ranked.total.RankPoints());
  line.set_rating(Rounded(ratings.rating.Points(number)));
  *line.mutable_rating_interval() =
      Rounded(ratings.rating.PointsInterval(number));
  for (const CurvePoint& point : ratings.curves[number]) {
    v1::RatingPoint& out = *line.add_curve();
    out.set_sets(static_cast<uint32_t>(point.sets));
    out.set_rating(Rounded(point.rating));
    *out.mutable_interval() = Rounded(point.interval);
  }
  if (order == v1::STANDINGS_ORDER_SWISS_POINTS) {
    line.set_points(static_cast<double>(ranked.half_points) / 2);
    line.set_buchholz(static_cast<double>(ranked.buchholz) / 2);
  }
  if (order == v1::STANDINGS_ORDER_ROUND) {
    line.set_round(static_cast<uint32_t>(ranked.round));
  }
  return line;
}

// Disqualified entrants have no place, and come last.
void PlaceDisqualified(const v1::CompetitionSpec& spec, Lines& lines) {
  if (spec.changes().empty()) return;
  for (v1::EntrantStanding& line : lines) {
    const auto* const change = DisqualificationOf(spec, line.name());
    if (change == nullptr) continue;
    line.set_disqualified(change->disqualified().ruling());
  }
  const auto out = std::stable_partition(
      lines.begin(), lines.end(), [](const v1::EntrantStanding& line) {
        return line.disqualified() == v1::CompetitionChange::RULING_UNSPECIFIED;
      });
  uint32_t before = 0;
  uint32_t place = 0;
  for (auto line = lines.begin(); line != out; ++line) {
    const auto number = static_cast<uint32_t>(line - lines.begin()) + 1;
    if (number == 1 || line->place() != before) place = number;
    before = line->place();
    line->set_place(place);
  }
  for (auto line = out; line != lines.end(); ++line) line->set_place(0);
}

void CountSet(const SetOutcome& set, const EntrantOutcome& outcome,
              v1::EntrantStanding& line) {
  const auto firsts = absl::c_count_if(
      set.entrants,
      [](const EntrantOutcome& other) { return other.place == 1; });
  if (outcome.place > 1) {
    line.set_lost(line.lost() + 1);
  } else if (firsts > 1) {
    line.set_drawn(line.drawn() + 1);
  } else {
    line.set_won(line.won() + 1);
  }
}

void CountMatches(const SetFacts& facts,
                  std::vector<v1::EntrantStanding*>& lines) {
  std::vector<uint32_t> void_for;
  for (const MatchFacts& match : facts.matches) {
    std::vector<uint32_t> entrants = match.entrants;
    absl::c_sort(entrants);
    entrants.erase(std::unique(entrants.begin(), entrants.end()),
                   entrants.end());
    for (const uint32_t entrant : entrants) {
      if (match.played() == nullptr) continue;
      lines[entrant]->set_matches(lines[entrant]->matches() + 1);
    }
    if (match.struck) continue;
    if (facts.apart && match.exhausted()) {
      void_for.insert(void_for.end(), entrants.begin(), entrants.end());
    }
    if (!facts.apart && void_for.empty()) void_for = entrants;
  }
  if ((!facts.is_void() || facts.struck()) && !facts.apart) return;
  for (const uint32_t entrant : void_for) {
    lines[entrant]->set_void_sets(lines[entrant]->void_sets() + 1);
  }
}

// Adds the figures that are counted set by set.
absl::Status CountSets(absl::Span<const SetOutcome> sets, const Tally& tally,
                       const BootstrapOptions& bootstrap, Lines& entrants) {
  std::vector<v1::EntrantStanding*> lines(entrants.size());
  for (v1::EntrantStanding& line : entrants) lines[line.entrant()] = &line;
  std::vector<std::vector<double>> differences(entrants.size());
  for (const SetOutcome& set : sets) {
    for (const EntrantOutcome& outcome : set.entrants) {
      CountSet(set, outcome, *lines[outcome.entrant]);
      differences[outcome.entrant].push_back(outcome.ScoreDifference());
    }
  }
  for (const auto& [number, facts] : tally.results().sets()) {
    CountMatches(facts, lines);
  }
  for (v1::EntrantStanding& line : entrants) {
    tally.AddFaults(line);
    if (line.sets() == 0) continue;
    ARENA_ASSIGN_OR_RETURN(
        const MeanEstimate difference,
        BootstrapMean(differences[line.entrant()], bootstrap));
    *line.mutable_score_difference() = Rounded(difference);
  }
  return absl::OkStatus();
}

v1::HeadToHead PairOf(const v1::EntrantStanding& a,
                      const v1::EntrantStanding& b,
                      const HeadToHead& head_to_head,
                      const EntrantRatings& ratings) {
  const Encounter met = head_to_head.At(a.entrant(), b.entrant());
  v1::HeadToHead pair;
  pair.set_entrant(a.entrant());
  pair.set_opponent(b.entrant());
  pair.set_sets(static_cast<uint32_t>(met.sets));
  pair.set_won(static_cast<uint32_t>(met.wins));
  pair.set_drawn(static_cast<uint32_t>(met.draws));
  pair.set_lost(static_cast<uint32_t>(met.losses));
  if (met.difference.has_value()) {
    *pair.mutable_score_difference() = Rounded(*met.difference);
  }
  pair.set_superiority(Rounded(ratings.rating.Superiority(
      static_cast<int>(a.entrant()), static_cast<int>(b.entrant()))));
  return pair;
}

// Pairs of the best places come first.
void AddPairs(const Tally& tally, const HeadToHead& head_to_head,
              const EntrantRatings& ratings, v1::Standings& standings) {
  const auto mirrored = tally.MirroredSets();
  const Lines& lines = standings.entrants();
  for (auto b = lines.begin(); b != lines.end(); ++b) {
    for (auto a = lines.begin(); a != b; ++a) {
      v1::HeadToHead& pair = *standings.add_head_to_head();
      pair = PairOf(*a, *b, head_to_head, ratings);
      if (pair.sets() == 0) continue;
      const auto sets =
          mirrored.find(std::minmax(pair.entrant(), pair.opponent()));
      if (sets != mirrored.end()) pair.set_mirrored(sets->second);
    }
  }
}

// The options of the bootstrap, with a seed that follows from the name of the
// competition.
absl::StatusOr<BootstrapOptions> BootstrapOf(const v1::CompetitionSpec& spec) {
  BootstrapOptions options;
  ARENA_ASSIGN_OR_RETURN(options.seed,
                         ParseSeed(absl::StrCat("standings of ", spec.name())));
  return options;
}

void AddCounts(const Tally& tally, v1::Standings& standings) {
  const Results& results = tally.results();
  const auto void_sets = absl::c_count_if(results.sets(), [](const auto& set) {
    return set.second.is_void() && !set.second.struck();
  });
  standings.set_void_sets(static_cast<uint32_t>(void_sets));
  standings.set_equal_games(static_cast<uint32_t>(tally.EqualGames()));
  standings.set_matches(static_cast<uint32_t>(results.matches_over()));
  standings.set_repeated_matches(static_cast<uint32_t>(results.repeated()));
  standings.set_cancelled_matches(static_cast<uint32_t>(results.cancelled()));
  standings.set_faults(static_cast<uint32_t>(results.faults()));
}

}  // namespace

absl::StatusOr<v1::Standings> ComputeStandings(
    const v1::Competition& competition,
    absl::Span<const v1::CompetitionMatch> results) {
  ARENA_ASSIGN_OR_RETURN(const v1::CompetitionSpec spec,
                         Complete(competition.spec()));
  ARENA_ASSIGN_OR_RETURN(const GameForm form, FormOf(spec));
  Tally tally(spec, form);
  ARENA_RETURN_IF_ERROR(tally.AddAll(results));
  Course course(spec, form);
  ARENA_RETURN_IF_ERROR(tally.Finish(spec, course));
  const std::vector<SetOutcome> meetings = tally.Outcomes();
  const Players players(spec, form, tally.results(), tally.Counting(), results);
  ARENA_ASSIGN_OR_RETURN(EntrantRatings ratings, RateEntrants(spec, players));
  ARENA_ASSIGN_OR_RETURN(const BootstrapOptions bootstrap, BootstrapOf(spec));
  ARENA_ASSIGN_OR_RETURN(const HeadToHead head_to_head,
                         CompareAll(spec.entrants_size(), meetings, bootstrap));
  v1::Standings standings;
  standings.set_order(OrderOf(spec, form));
  standings.set_anchor(spec.anchor());
  standings.set_sets(static_cast<uint32_t>(players.placings().size()));
  AddCounts(tally, standings);
  Lines& lines = *standings.mutable_entrants();
  for (const Standing& line : RankedLines(spec, form, course.schedule(),
                                          tally.results(), ratings.rating)) {
    *lines.Add() = LineOf(spec, standings.order(), line, ratings);
  }
  PlaceDisqualified(spec, lines);
  ARENA_RETURN_IF_ERROR(CountSets(meetings, tally, bootstrap, lines));
  for (v1::EntrantStanding& line : lines) {
    line.set_benched(
        absl::c_linear_search(competition.benched(), line.entrant()));
    auto& own = ratings.versions[line.entrant()];
    line.mutable_versions()->Assign(own.begin(), own.end());
  }
  AddPairs(tally, head_to_head, ratings, standings);
  AddExpectations(ratings, form, standings);
  if (IsField(spec)) {
    *standings.mutable_field() = FieldFiguresOf(spec, ratings.rating);
  }
  return standings;
}

}  // namespace arena::competition
