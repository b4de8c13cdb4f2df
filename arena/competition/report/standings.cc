#include "arena/competition/report/standings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

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
#include "arena/core/check.h"

namespace arena::competition {
namespace {

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
      faults_[entrant][fault.kind()].push_back(
          {match.set(), match.match(), match.attempt(), fault.decision(),
           match.match_id()});
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

  // All results were added: finds out which sets count.
  absl::Status Finish(const v1::CompetitionSpec& spec, Course& course) {
    ARENA_RETURN_IF_ERROR(FollowCourse(spec, course));
    repeated_ = RepeatedSets(results_);
    return absl::OkStatus();
  }

  // The sets that count, by number. Tables of a field are like sets of their
  // own, because only entrants at one table have met.
  std::vector<SetOutcome> Outcomes() const {
    std::vector<SetOutcome> outcomes;
    for (const uint32_t number : Counting()) {
      for (SetOutcome& outcome : results_.Meetings(number)) {
        outcomes.push_back(std::move(outcome));
      }
    }
    return outcomes;
  }

  // The matches of these sets, as ratings see them.
  std::vector<PlacingSet> Placings() const {
    std::vector<PlacingSet> placings;
    for (const uint32_t number : Counting()) {
      PlacingSet set = results_.Placings(number);
      if (!set.empty()) placings.push_back(std::move(set));
    }
    return placings;
  }

  // Matches of sets that only repeat games.
  int EqualGames() const {
    int matches = 0;
    for (const uint32_t number : repeated_) {
      matches += static_cast<int>(results_.Find(number)->matches.size());
    }
    return matches;
  }

  std::vector<FaultCount> FaultsOf(uint32_t entrant) const {
    std::vector<FaultCount> counts;
    for (auto [kind, places] : faults_[entrant]) {
      absl::c_sort(places, std::greater<>());
      const auto count = static_cast<int>(places.size());
      places.resize(std::min(places.size(), kFaultPlaces));
      counts.push_back({kind, count, std::move(places)});
    }
    return counts;
  }

 private:
  // Plans the competition, as far as the results allow: only the schedule knows
  // which sets of a field have fewer tables than most, and to which sets a
  // change applies. A ladder follows its log, not the set of results.
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

  // The sets that do not only repeat games, void ones included.
  std::vector<uint32_t> Counting() const {
    std::vector<uint32_t> counting;
    for (const auto& [number, facts] : results_.sets()) {
      if (!repeated_.contains(number)) counting.push_back(number);
    }
    return counting;
  }

  const GameForm& form_;
  Results results_;
  // The sets that only repeat games.
  std::set<uint32_t> repeated_;
  std::vector<std::map<v1::FaultKind, std::vector<FaultPlace>>> faults_;
};

v1::StandingsOrder OrderOf(const v1::CompetitionSpec& spec,
                           const GameForm& form) {
  const FormatInfo& info = FormatOf(spec);
  return form.side_count() == 2 && !IsField(spec) ? info.order
                                                  : info.order_of_many;
}

// The entrants that have played, which alone are rated: others would cost as
// much, and say nothing.
class RatedEntrants {
 public:
  // With the anchor, if there is one.
  RatedEntrants(int entrants, absl::Span<const PlacingSet> placings,
                std::optional<int> anchor)
      : numbers_(entrants, -1) {
    std::vector<bool> has_played(entrants);
    if (anchor.has_value()) has_played[*anchor] = true;
    for (const PlacingSet& set : placings) {
      for (const Placing& placing : set) {
        for (const Side& side : placing.sides) {
          for (const int member : side.members) has_played[member] = true;
        }
      }
    }
    // There is always one to rate.
    if (absl::c_none_of(has_played, [](bool played) { return played; })) {
      has_played[0] = true;
    }
    for (int i = 0; i < entrants; ++i) {
      if (!has_played[i]) continue;
      numbers_[i] = static_cast<int>(entrants_.size());
      entrants_.push_back(i);
    }
  }

  int size() const { return static_cast<int>(entrants_.size()); }
  // -1 if it is not rated.
  int NumberOf(int entrant) const { return numbers_[entrant]; }

  std::vector<PlacingSet> Renumbered(
      absl::Span<const PlacingSet> placings) const {
    std::vector<PlacingSet> renumbered(placings.begin(), placings.end());
    for (PlacingSet& set : renumbered) {
      for (Placing& placing : set) {
        for (Side& side : placing.sides) {
          for (int& member : side.members) member = numbers_[member];
        }
      }
    }
    return renumbered;
  }

  // The same for all entrants. Of those that are not rated only the prior is
  // known.
  BatchRating Spread(const BatchRating& rated) const {
    const size_t count = numbers_.size();
    BatchRatingOptions options = rated.options();
    const std::vector<double> origin = std::move(options.origin);
    options.origin.assign(count, 0);
    const double deviation = *options.prior_points / kPointsPerLogUnit;
    std::vector<double> strengths(count);
    std::vector<double> covariances(count * count);
    for (size_t i = 0; i < count; ++i) {
      const int number = numbers_[i];
      double* const row = &covariances[i * count];
      row[i] = deviation * deviation / (1 - 2 * options.prior_tails);
      if (number < 0) continue;
      options.origin[i] = origin.empty() ? 1.0 / size() : origin[number];
      strengths[i] = rated.Strength(number);
      for (const int other : entrants_) {
        row[other] = rated.Covariance(number, numbers_[other]);
      }
    }
    return BatchRating(options, std::move(strengths), std::move(covariances));
  }

 private:
  std::vector<int> numbers_;
  std::vector<int> entrants_;
};
absl::StatusOr<RatingHistory> RateEntrants(
    const v1::CompetitionSpec& spec, absl::Span<const PlacingSet> placings) {
  const std::optional<int> anchor = AnchorOf(spec);
  const RatedEntrants entrants(spec.entrants_size(), placings, anchor);
  BatchRatingOptions scale = {.field = IsField(spec)};
  if (anchor.has_value()) {
    scale.origin = AnchoredAt(entrants.NumberOf(*anchor), entrants.size());
  }
  ARENA_ASSIGN_OR_RETURN(
      RatingHistory rated,
      FitHistory(entrants.size(), entrants.Renumbered(placings), scale));
  if (entrants.size() == spec.entrants_size()) return rated;
  RatingHistory all = {entrants.Spread(rated.rating), {}};
  for (int i = 0; i < spec.entrants_size(); ++i) {
    const int number = entrants.NumberOf(i);
    all.curves.push_back(number < 0 ? std::vector<CurvePoint>()
                                    : std::move(rated.curves[number]));
  }
  return all;
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

// What the fit found out about the deals of a field.
std::optional<FieldFigures> FieldFiguresOf(const v1::CompetitionSpec& spec,
                                           const BatchRating& rating) {
  if (!IsField(spec)) return std::nullopt;
  const int tables = TablesOf(spec);
  const double luck = rating.options().deal_luck.value_or(0);
  return FieldFigures{tables, luck, ShareKept(luck, tables),
                      ShareSaved(luck, tables)};
}

EntrantStanding LineOf(const v1::Competition& competition,
                       const Standing& ranked, const RatingHistory& history) {
  const uint32_t index = ranked.entrant;
  const auto number = static_cast<int>(index);
  const v1::Entrant& entrant = competition.spec().entrants(number);
  EntrantStanding line;
  line.place = ranked.place;
  line.entrant = index;
  line.name = entrant.name();
  for (const v1::SeatSpec& player : entrant.players()) {
    line.players.push_back(player.has_bot() ? player.bot() : player.built_in());
  }
  line.benched = absl::c_linear_search(competition.benched(), index);
  line.sets = ranked.sets;
  line.rank_points = ranked.total.RankPoints();
  line.rating = history.rating.Points(number);
  line.rating_interval = history.rating.PointsInterval(number);
  line.curve = history.curves[number];
  line.points = static_cast<double>(ranked.half_points) / 2;
  line.buchholz = static_cast<double>(ranked.buchholz) / 2;
  line.round = ranked.round;
  return line;
}

// Those who are disqualified have no place, and come last.
void PlaceDisqualified(const v1::CompetitionSpec& spec,
                       std::vector<EntrantStanding>& lines) {
  if (spec.changes().empty()) return;
  for (EntrantStanding& line : lines) {
    const auto* const change = DisqualificationOf(spec, line.name);
    if (change != nullptr) line.disqualified = change->disqualified().ruling();
  }
  const auto out = std::stable_partition(
      lines.begin(), lines.end(), [](const EntrantStanding& line) {
        return line.disqualified == v1::CompetitionChange::RULING_UNSPECIFIED;
      });
  int before = 0;
  int place = 0;
  for (auto line = lines.begin(); line != out; ++line) {
    const auto number = static_cast<int>(line - lines.begin()) + 1;
    if (number == 1 || line->place != before) place = number;
    before = std::exchange(line->place, place);
  }
  for (auto line = out; line != lines.end(); ++line) line->place = 0;
}

void CountSet(const SetOutcome& set, EntrantStanding& line,
              const EntrantOutcome& outcome) {
  const auto firsts = absl::c_count_if(
      set.entrants,
      [](const EntrantOutcome& other) { return other.place == 1; });
  ++(outcome.place > 1 ? line.lost : firsts > 1 ? line.drawn : line.won);
}

void CountMatches(const SetFacts& facts, std::vector<EntrantStanding*>& lines) {
  std::vector<uint32_t> void_for;
  for (const MatchFacts& match : facts.matches) {
    std::vector<uint32_t> entrants = match.entrants;
    absl::c_sort(entrants);
    entrants.erase(std::unique(entrants.begin(), entrants.end()),
                   entrants.end());
    for (const uint32_t entrant : entrants) {
      if (match.played() != nullptr) ++lines[entrant]->matches;
    }
    if (match.struck) continue;
    if (facts.apart && match.exhausted()) {
      void_for.insert(void_for.end(), entrants.begin(), entrants.end());
    }
    if (!facts.apart && void_for.empty()) void_for = entrants;
  }
  if ((!facts.is_void() || facts.struck()) && !facts.apart) return;
  for (const uint32_t entrant : void_for) ++lines[entrant]->void_sets;
}

// Enters what is counted set by set.
absl::Status CountSets(absl::Span<const SetOutcome> sets, const Tally& tally,
                       const BootstrapOptions& bootstrap,
                       std::vector<EntrantStanding>& entrants) {
  std::vector<EntrantStanding*> lines(entrants.size());
  for (EntrantStanding& line : entrants) lines[line.entrant] = &line;
  std::vector<std::vector<double>> differences(entrants.size());
  for (const SetOutcome& set : sets) {
    for (const EntrantOutcome& outcome : set.entrants) {
      CountSet(set, *lines[outcome.entrant], outcome);
      differences[outcome.entrant].push_back(outcome.ScoreDifference());
    }
  }
  for (const auto& [number, facts] : tally.results().sets()) {
    CountMatches(facts, lines);
  }
  for (EntrantStanding& line : entrants) {
    line.faults = tally.FaultsOf(line.entrant);
    if (line.sets == 0) continue;
    ARENA_ASSIGN_OR_RETURN(line.difference,
                           BootstrapMean(differences[line.entrant], bootstrap));
  }
  return absl::OkStatus();
}

absl::Status AddVersions(
    absl::StatusOr<std::vector<std::vector<VersionStanding>>> versions,
    std::vector<EntrantStanding>& entrants) {
  ARENA_RETURN_IF_ERROR(versions.status());
  for (EntrantStanding& line : entrants) {
    line.versions = std::move((*versions)[line.entrant]);
  }
  return absl::OkStatus();
}

// Its seed follows from the name of the competition.
absl::StatusOr<BootstrapOptions> BootstrapOf(const v1::CompetitionSpec& spec) {
  BootstrapOptions options;
  ARENA_ASSIGN_OR_RETURN(options.seed,
                         ParseSeed(absl::StrCat("standings of ", spec.name())));
  return options;
}

int VoidSets(const Results& results) {
  return static_cast<int>(absl::c_count_if(results.sets(), [](const auto& set) {
    return set.second.is_void() && !set.second.struck();
  }));
}

}  // namespace

int EntrantStanding::fault_count() const {
  int sum = 0;
  for (const FaultCount& fault : faults) sum += fault.count;
  return sum;
}

absl::StatusOr<Standings> ComputeStandings(
    const v1::Competition& competition,
    absl::Span<const v1::CompetitionMatch> results) {
  v1::Competition completed = competition;
  ARENA_ASSIGN_OR_RETURN(*completed.mutable_spec(),
                         Complete(competition.spec()));
  const v1::CompetitionSpec& spec = completed.spec();
  ARENA_ASSIGN_OR_RETURN(const GameForm form, FormOf(spec));
  Tally tally(spec, form);
  ARENA_RETURN_IF_ERROR(tally.AddAll(results));
  Course course(spec, form);
  ARENA_RETURN_IF_ERROR(tally.Finish(spec, course));
  const std::vector<SetOutcome> meetings = tally.Outcomes();
  const std::vector<PlacingSet> placings = tally.Placings();
  ARENA_ASSIGN_OR_RETURN(RatingHistory history, RateEntrants(spec, placings));
  ARENA_ASSIGN_OR_RETURN(const BootstrapOptions bootstrap, BootstrapOf(spec));
  ARENA_ASSIGN_OR_RETURN(HeadToHead head_to_head,
                         CompareAll(spec.entrants_size(), meetings, bootstrap));
  std::vector<EntrantStanding> entrants;
  for (const Standing& line : RankedLines(spec, form, course.schedule(),
                                          tally.results(), history.rating)) {
    entrants.push_back(LineOf(completed, line, history));
  }
  PlaceDisqualified(spec, entrants);
  ARENA_RETURN_IF_ERROR(CountSets(meetings, tally, bootstrap, entrants));
  ARENA_RETURN_IF_ERROR(AddVersions(
      RateVersions(spec, form, tally.results(), results), entrants));
  for (int a = 0; a < spec.entrants_size(); ++a) {
    for (int b = 0; b < spec.entrants_size(); ++b) {
      head_to_head.At(a, b).superiority = history.rating.Superiority(a, b);
    }
  }
  const auto field = FieldFiguresOf(spec, history.rating);
  return Standings{
      .competition = completed,
      .order = OrderOf(spec, form),
      .entrants = std::move(entrants),
      .head_to_head = std::move(head_to_head),
      .rating = std::move(history.rating),
      .field = field,
      .sets = static_cast<int>(placings.size()),
      .void_sets = VoidSets(tally.results()),
      .equal_games = tally.EqualGames(),
      .matches = static_cast<int>(tally.results().matches_over()),
      .repeated_matches = static_cast<int>(tally.results().repeated()),
      .cancelled_matches = static_cast<int>(tally.results().cancelled()),
      .faults = static_cast<int>(tally.results().faults())};
}

}  // namespace arena::competition
