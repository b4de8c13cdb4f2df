#include "arena/competition/report/version_standings.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/rating/batch_rating.h"
#include "arena/competition/report/figures.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// The approximate most versions of the fit in addition to the entrants.
constexpr int kMostInAll = 400;

// Set, match and attempt.
using Place = std::tuple<uint32_t, uint32_t, uint32_t>;

// Whether the versions at an entrant's seats differ anywhere. Mostly they do
// not, and nothing more is computed.
bool MayHaveSeveral(const v1::CompetitionSpec& spec,
                    absl::Span<const v1::CompetitionMatch> matches) {
  if (absl::c_any_of(spec.changes(), [](const auto& change) {
        return change.has_replaced();
      })) {
    return true;
  }
  std::vector<const std::string*> first(spec.entrants_size());
  for (const v1::CompetitionMatch& match : matches) {
    if (!match.has_result()) continue;
    const int seats = std::min(match.entrants_size(), match.versions_size());
    for (int seat = 0; seat < seats; ++seat) {
      const std::string*& known = first[match.entrants(seat)];
      if (known == nullptr) known = &match.versions(seat);
      if (*known != match.versions(seat)) return true;
    }
  }
  return false;
}

// The version with the number of its program, so that programs with equal
// version names are told apart.
std::string WithProgram(const v1::CompetitionSpec& spec,
                        const v1::CompetitionMatch& match, Seat seat,
                        std::string version) {
  const int program = ProgramOf(spec, match.entrants(seat), match.set());
  if (program == 1) return version;
  return absl::StrCat(version, version.empty() ? "" : ", ", "program ",
                      program);
}

// The versions of a match by seat: those of the players on the seat's side.
std::vector<std::string> VersionsBySeat(const v1::CompetitionSpec& spec,
                                        const GameForm& form,
                                        const v1::CompetitionMatch& match) {
  std::vector<std::string> by_seat(form.seats);
  for (const std::vector<Seat>& side : form.sides) {
    std::vector<std::string> own;
    for (const Seat seat : side) {
      own.push_back(seat < match.versions_size() ? match.versions(seat) : "");
    }
    const bool same = absl::c_all_of(
        own, [&](const auto& version) { return version == own.front(); });
    const std::string version =
        WithProgram(spec, match, side.front(),
                    same ? own.front() : absl::StrJoin(own, "+"));
    for (const Seat seat : side) by_seat[seat] = version;
  }
  return by_seat;
}

// A match that counts, with the versions of its entrants by seat.
struct VersionedMatch {
  ScoredMatch match;
  std::vector<std::string> versions;
};
using VersionedSet = std::vector<VersionedMatch>;

// The sets that are over and not void, by number.
std::map<uint32_t, VersionedSet> VersionedSets(
    const v1::CompetitionSpec& spec, const GameForm& form,
    const Results& results, absl::Span<const v1::CompetitionMatch> matches) {
  std::map<Place, const v1::CompetitionMatch*> by_place;
  for (const v1::CompetitionMatch& match : matches) {
    if (!match.has_result()) continue;
    by_place.emplace(Place(match.set(), match.match(), match.attempt()),
                     &match);
  }
  std::map<uint32_t, VersionedSet> sets;
  for (const auto& [number, facts] : results.sets()) {
    if (!facts.over() || facts.is_void()) continue;
    for (size_t i = 0; i < facts.matches.size(); ++i) {
      const MatchScore* const score = facts.matches[i].score();
      // A match that was forfeited by a change tells nothing about versions.
      if (score == nullptr || facts.matches[i].forfeit.has_value()) continue;
      const auto match = static_cast<uint32_t>(i);
      uint32_t attempt = 0;
      for (const auto& [tried, result] : facts.matches[i].attempts) {
        attempt = tried;
        if (result.has_value() && result->counts()) break;
      }
      sets[number].push_back(
          {{facts.matches[i].entrants, *score},
           VersionsBySeat(spec, form, *by_place.at({number, match, attempt}))});
    }
  }
  return sets;
}

// The versions of all entrants as competitors of a fit.
class Competitors {
 public:
  Competitors(int entrants, const std::map<uint32_t, VersionedSet>& sets)
      : versions_(entrants) {
    for (const auto& [number, set] : sets) {
      for (const VersionedMatch& match : set) {
        for (size_t seat = 0; seat < match.versions.size(); ++seat) {
          Note(match.match.entrants[seat], match.versions[seat]);
        }
      }
    }
    Number();
  }

  // Whether an entrant has more than one version.
  bool any() const { return several_ > 0; }
  int count() const { return static_cast<int>(seats_.size()); }

  int Of(uint32_t entrant, const std::string& version) const {
    return numbers_[entrant].at(version);
  }
  // The versions of an entrant that have a competitor of their own, in the
  // order in which they were first seen.
  absl::Span<const std::string> ShownOf(uint32_t entrant) const {
    const auto& all = versions_[entrant];
    return absl::MakeSpan(all).subspan(all.size() -
                                       std::min<size_t>(all.size(), shown_));
  }

  ScoredMatch Match(const VersionedMatch& versioned) const {
    ScoredMatch match = versioned.match;
    for (size_t seat = 0; seat < match.entrants.size(); ++seat) {
      match.entrants[seat] = static_cast<uint32_t>(
          Of(match.entrants[seat], versioned.versions[seat]));
    }
    return match;
  }

  // The origin that the entrants' own ratings have.
  std::vector<double> Origin(std::optional<int> anchor) const {
    std::vector<double> origin(count());
    const double entrants = static_cast<double>(versions_.size());
    for (size_t entrant = 0; entrant < versions_.size(); ++entrant) {
      if (anchor.has_value() && static_cast<int>(entrant) != *anchor) continue;
      const double share = anchor.has_value() ? 1 : 1 / entrants;
      double seats = 0;
      for (const int number : own_[entrant]) seats += seats_[number];
      for (const int number : own_[entrant]) {
        origin[number] = seats == 0 ? share : share * seats_[number] / seats;
      }
    }
    return origin;
  }

 private:
  void Note(uint32_t entrant, const std::string& version) {
    if (++played_[{entrant, version}] == 1) {
      versions_[entrant].push_back(version);
    }
  }

  // Numbers the competitors. An entrant without a match is one, too.
  void Number() {
    several_ = static_cast<int>(
        std::count_if(versions_.begin(), versions_.end(),
                      [](const auto& own) { return own.size() > 1; }));
    shown_ = std::clamp(kMostInAll / std::max(several_, 1), 2, kMostVersions);
    numbers_.resize(versions_.size());
    own_.resize(versions_.size());
    for (uint32_t entrant = 0; entrant < versions_.size(); ++entrant) {
      const std::vector<std::string>& own = versions_[entrant];
      const size_t older = own.size() - ShownOf(entrant).size();
      if (own.empty()) AddCompetitor(entrant);
      for (size_t i = 0; i < own.size(); ++i) {
        // All older versions are one competitor.
        if (i == 0 || i >= older) AddCompetitor(entrant);
        const int number = count() - 1;
        numbers_[entrant][own[i]] = number;
        seats_[number] += played_[{entrant, own[i]}];
      }
    }
  }

  void AddCompetitor(uint32_t entrant) {
    own_[entrant].push_back(count());
    seats_.push_back(0);
  }

  // By entrant, in the order in which they were first seen.
  std::vector<std::vector<std::string>> versions_;
  // By entrant: its competitors.
  std::vector<std::vector<int>> own_;
  // By entrant: the competitor of each version.
  std::vector<std::map<std::string, int>> numbers_;
  std::map<std::pair<uint32_t, std::string>, int> played_;
  // By competitor: the number of seats that it has had.
  std::vector<double> seats_;
  int several_ = 0;
  int shown_ = 0;
};

// The versions with which each entrant played a set.
std::map<uint32_t, std::set<std::string>> VersionsIn(const VersionedSet& set) {
  std::map<uint32_t, std::set<std::string>> versions;
  for (const VersionedMatch& match : set) {
    for (size_t seat = 0; seat < match.versions.size(); ++seat) {
      versions[match.match.entrants[seat]].insert(match.versions[seat]);
    }
  }
  return versions;
}

// Collects sets, and rates the versions.
class VersionFit {
 public:
  VersionFit(const GameForm& form, const Competitors& competitors, bool field)
      : form_(form),
        competitors_(competitors),
        field_(field),
        totals_(competitors.count()) {}

  // Sets come by number.
  void Add(const VersionedSet& set, const SetOutcome& outcome) {
    std::vector<ScoredMatch> own;
    for (const VersionedMatch& match : set) {
      own.push_back(competitors_.Match(match));
    }
    if (games_.Repeats(own)) return;
    PlacingSet& placings = placings_.emplace_back();
    for (const ScoredMatch& match : own) {
      placings.push_back(PlacingOf(form_, match));
    }
    const auto versions = VersionsIn(set);
    for (const EntrantOutcome& entrant : outcome.entrants) {
      const auto known = versions.find(entrant.entrant);
      if (known == versions.end() || known->second.size() != 1) continue;
      const std::set<std::string>& with = known->second;
      Total& total = totals_[competitors_.Of(entrant.entrant, *with.begin())];
      ++total.sets;
      total.outcome.entrant = entrant.entrant;
      total.outcome.Add(entrant);
    }
  }

  absl::StatusOr<BatchRating> Rate(std::optional<int> anchor) const {
    return FitBatchRating(competitors_.count(), placings_,
                          {.origin = competitors_.Origin(anchor),
                           .field = field_});
  }

  // The versions of an entrant, the newest first.
  std::vector<v1::VersionStanding> StandingsOf(
      uint32_t entrant, const BatchRating& rating) const {
    const absl::Span<const std::string> shown = competitors_.ShownOf(entrant);
    std::vector<v1::VersionStanding> standings;
    for (auto version = shown.rbegin(); version != shown.rend(); ++version) {
      const int number = competitors_.Of(entrant, *version);
      v1::VersionStanding& own = standings.emplace_back();
      own.set_version(*version);
      own.set_sets(static_cast<uint32_t>(totals_[number].sets));
      own.set_rank_points(totals_[number].outcome.RankPoints());
      own.set_rating(Rounded(rating.Points(number)));
      *own.mutable_rating_interval() = Rounded(rating.PointsInterval(number));
    }
    return standings;
  }

 private:
  // The sets that a version has played alone.
  struct Total {
    int sets = 0;
    EntrantOutcome outcome;
  };

  const GameForm& form_;
  const Competitors& competitors_;
  bool field_;
  EqualGames games_;
  std::vector<PlacingSet> placings_;
  // By competitor.
  std::vector<Total> totals_;
};

}  // namespace

absl::StatusOr<std::vector<std::vector<v1::VersionStanding>>> RateVersions(
    const v1::CompetitionSpec& spec, const GameForm& form,
    const Results& results, absl::Span<const v1::CompetitionMatch> matches) {
  std::vector<std::vector<v1::VersionStanding>> standings(spec.entrants_size());
  if (!MayHaveSeveral(spec, matches)) return standings;
  const auto sets = VersionedSets(spec, form, results, matches);
  const Competitors competitors(spec.entrants_size(), sets);
  if (!competitors.any()) return standings;
  VersionFit fit(form, competitors, IsField(spec));
  for (const auto& [number, set] : sets) {
    const std::optional<SetOutcome> outcome = results.Outcome(number);
    if (outcome.has_value()) fit.Add(set, *outcome);
  }
  ARENA_ASSIGN_OR_RETURN(const BatchRating rating, fit.Rate(AnchorOf(spec)));
  for (uint32_t entrant = 0; entrant < standings.size(); ++entrant) {
    if (competitors.ShownOf(entrant).size() < 2) continue;
    standings[entrant] = fit.StandingsOf(entrant, rating);
  }
  return standings;
}

}  // namespace arena::competition
