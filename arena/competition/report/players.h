// The competitors of the official fit: every version of an entrant is one.
#ifndef ARENA_COMPETITION_REPORT_PLAYERS_H_
#define ARENA_COMPETITION_REPORT_PLAYERS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/competition/planning/results.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The number of newest versions of an entrant that are rated separately. All
// older versions are one competitor of the fit, and are not shown. A bot
// chooses its version names, so without a limit a bot could make the fit
// arbitrarily large. The number is smaller if very many entrants have several
// versions.
inline constexpr int kMostVersions = 8;

// One version of an entrant.
struct Player {
  uint32_t entrant = 0;
  std::string version;
  // False if it stands for several old versions.
  bool shown = true;
  // The sets that it has played alone, and their outcome.
  int sets = 0;
  EntrantOutcome outcome;
};

// The players of a competition. A pure function of the set of matches. A value.
class Players {
 public:
  // Of these sets, which are over and not void, by number. `results` and
  // `matches` hold the same matches. An entrant that has not played is no
  // player, as it would cost a fit as much as another and add nothing; but the
  // anchor is one, and at least one entrant is.
  Players(const v1::CompetitionSpec& spec, const GameForm& form,
          const Results& results, absl::Span<const uint32_t> sets,
          absl::Span<const v1::CompetitionMatch> matches);

  int count() const { return static_cast<int>(players_.size()); }
  const Player& At(int player) const { return players_[player]; }
  // The players of an entrant, the oldest version first.
  const std::vector<int>& Of(uint32_t entrant) const { return own_[entrant]; }
  // By player: its predecessor, or -1; see BatchRatingOptions.
  std::vector<int> Predecessors() const;
  // The matches of the sets, as ratings see them.
  const std::vector<PlacingSet>& placings() const { return placings_; }

 private:
  // Returns the players by entrant and version.
  std::vector<std::vector<int>> AddPlayers(
      const v1::CompetitionSpec& spec,
      const std::vector<std::vector<std::string>>& versions);
  // `alone` are the players of each entrant in the set.
  void AddOutcomes(const std::vector<SetOutcome>& meetings,
                   const std::map<uint32_t, std::set<int>>& alone);

  std::vector<Player> players_;
  // By entrant.
  std::vector<std::vector<int>> own_;
  std::vector<PlacingSet> placings_;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_PLAYERS_H_
