#include "arena/competition/report/players.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/equal_games.h"
#include "arena/competition/planning/spec.h"

namespace arena::competition {
namespace {

// The approximate most versions of the fit in addition to the entrants.
constexpr int kMostInAll = 400;

// Set, match and attempt.
using Place = std::tuple<uint32_t, uint32_t, uint32_t>;
using MessageAt = std::map<Place, const v1::CompetitionMatch*>;

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

// The message of the attempt that counts; null if a change forfeited the match,
// which tells nothing of versions.
const v1::CompetitionMatch* MessageOf(const MessageAt& messages, uint32_t set,
                                      uint32_t match, const MatchFacts& facts) {
  if (facts.forfeit.has_value()) return nullptr;
  for (const auto& [attempt, score] : facts.attempts) {
    if (!score.has_value() || !score->counts()) continue;
    return messages.at({set, match, attempt});
  }
  return nullptr;
}

// The versions of all entrants, in the order in which they were first seen.
class Versions {
 public:
  explicit Versions(int entrants)
      : by_entrant_(entrants), newest_(entrants), seen_(entrants) {}

  // Returns the numbers of the versions by seat. If `by_seat` is empty, these
  // are the versions that played last.
  std::vector<int> Note(const std::vector<uint32_t>& entrants,
                        const std::vector<std::string>& by_seat) {
    std::vector<int> numbers;
    for (size_t seat = 0; seat < entrants.size(); ++seat) {
      const uint32_t entrant = entrants[seat];
      std::vector<std::string>& own = by_entrant_[entrant];
      seen_[entrant] = true;
      if (!by_seat.empty()) {
        auto known = absl::c_find(own, by_seat[seat]);
        if (known == own.end()) known = own.insert(known, by_seat[seat]);
        newest_[entrant] = static_cast<int>(known - own.begin());
      }
      numbers.push_back(newest_[entrant]);
    }
    return numbers;
  }

  // Call after all matches. An entrant whose matches all were forfeited by a
  // change has one version without a name.
  std::vector<std::vector<std::string>> ByEntrant() && {
    for (size_t entrant = 0; entrant < seen_.size(); ++entrant) {
      std::vector<std::string>& own = by_entrant_[entrant];
      if (seen_[entrant] && own.empty()) own.emplace_back();
    }
    return std::move(by_entrant_);
  }

 private:
  std::vector<std::vector<std::string>> by_entrant_;
  // By entrant: the version that played last.
  std::vector<int> newest_;
  // By entrant: whether it has a match.
  std::vector<bool> seen_;
};

}  // namespace

Players::Players(const v1::CompetitionSpec& spec, const GameForm& form,
                 const Results& results, absl::Span<const uint32_t> sets,
                 absl::Span<const v1::CompetitionMatch> matches)
    : own_(spec.entrants_size()) {
  MessageAt messages;
  for (const v1::CompetitionMatch& match : matches) {
    if (!match.has_result()) continue;
    messages.emplace(Place(match.set(), match.match(), match.attempt()),
                     &match);
  }
  Versions versions(spec.entrants_size());
  // By match of all sets, by seat.
  std::vector<std::vector<int>> numbers;
  for (const uint32_t set : sets) {
    const std::vector<MatchFacts>& facts = results.Find(set)->matches;
    for (uint32_t match = 0; match < facts.size(); ++match) {
      if (facts[match].score() == nullptr) continue;
      std::vector<std::string> by_seat;
      if (const auto* message = MessageOf(messages, set, match, facts[match])) {
        by_seat = VersionsBySeat(spec, form, *message);
      }
      numbers.push_back(versions.Note(facts[match].entrants, by_seat));
    }
  }
  const std::vector<std::vector<int>> by_version =
      AddPlayers(spec, std::move(versions).ByEntrant());
  auto number = numbers.begin();
  for (const uint32_t set : sets) {
    std::vector<ScoredMatch> own = ScoredMatches(*results.Find(set));
    const bool settled = IsMirrored(own) || HasForfeit(own);
    std::map<uint32_t, std::set<int>> alone;
    PlacingSet& placings = placings_.emplace_back();
    for (ScoredMatch& match : own) {
      for (size_t seat = 0; seat < match.entrants.size(); ++seat) {
        uint32_t& entrant = match.entrants[seat];
        const int player = by_version[entrant][(*number)[seat]];
        alone[entrant].insert(player);
        entrant = static_cast<uint32_t>(player);
      }
      ++number;
      placings.push_back(PlacingOf(form, match));
      placings.back().settled = settled;
    }
    AddOutcomes(results.Meetings(set), alone);
  }
}

std::vector<std::vector<int>> Players::AddPlayers(
    const v1::CompetitionSpec& spec,
    const std::vector<std::vector<std::string>>& versions) {
  const auto several = absl::c_count_if(
      versions, [](const auto& own) { return own.size() > 1; });
  const auto shown = std::clamp<size_t>(
      kMostInAll / std::max<size_t>(several, 1), 2, kMostVersions);
  const std::optional<int> anchor = AnchorOf(spec);
  std::vector<std::vector<int>> by_version(versions.size());
  for (size_t entrant = 0; entrant < versions.size(); ++entrant) {
    const std::vector<std::string>& own = versions[entrant];
    const auto add = [&](const std::string& version, bool told) {
      own_[entrant].push_back(count());
      Player& player = players_.emplace_back();
      player.entrant = static_cast<uint32_t>(entrant);
      player.version = version;
      player.shown = told;
    };
    const size_t older = own.size() - std::min(own.size(), shown);
    for (size_t i = 0; i < own.size(); ++i) {
      if (i == 0 || i >= older) add(own[i], i >= older);
      by_version[entrant].push_back(count() - 1);
    }
    const bool needed = anchor == static_cast<int>(entrant) ||
                        (players_.empty() && entrant + 1 == versions.size());
    if (own.empty() && needed) {
      add("", true);
      by_version[entrant].push_back(count() - 1);
    }
  }
  return by_version;
}

void Players::AddOutcomes(const std::vector<SetOutcome>& meetings,
                          const std::map<uint32_t, std::set<int>>& alone) {
  for (const SetOutcome& outcome : meetings) {
    for (const EntrantOutcome& entrant : outcome.entrants) {
      const std::set<int>& with = alone.at(entrant.entrant);
      if (with.size() != 1) continue;
      Player& player = players_[*with.begin()];
      ++player.sets;
      player.outcome.entrant = entrant.entrant;
      player.outcome.Add(entrant);
    }
  }
}

std::vector<int> Players::Predecessors() const {
  std::vector<int> predecessors(players_.size(), -1);
  for (const std::vector<int>& own : own_) {
    for (size_t i = 1; i < own.size(); ++i) predecessors[own[i]] = own[i - 1];
  }
  return predecessors;
}

}  // namespace arena::competition
