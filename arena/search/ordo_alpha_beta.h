// Alpha-beta for Ordo and Ordo X.
#ifndef ARENA_SEARCH_ORDO_ALPHA_BETA_H_
#define ARENA_SEARCH_ORDO_ALPHA_BETA_H_

#include <cstdint>
#include <vector>

#include "arena/games/ordo/ordo.h"
#include "arena/search/ordo_order.h"
#include "arena/search/transposition_table.h"

namespace arena::ordo {

// The value of a win, less the plies until it. A draw is 0.
inline constexpr int kWin = 1'000'000;

// One decision. It counts every ply that it makes. Draws by repetition and by
// the limits are those of the rules, as far as positions are not known from
// another line.
class AlphaBeta {
 public:
  AlphaBeta(const State& root, int64_t plies);

  // The best action of the deepest search that the plies allow.
  Action Choose();
  // The value of that search for the side to act. Requires: Choose was called.
  int value() const { return value_; }

 private:
  // Values that matter: between what each side has already.
  struct Window {
    int alpha;
    int beta;
  };
  struct Best {
    int value;
    Action action;
  };

  // Values for the side to act. They mean nothing once the search has stopped.
  int Search(const Position& at, Window window);
  int Settle(const Position& at, Window window);
  Best TryAll(const Position& at, size_t first, Window window);
  int Try(const Position& at, const Candidate& candidate, bool is_first,
          int reduction, Window window);
  // For the side to act before the action.
  int ValueAfter(const Position& at, Action action, int depth, Window window);

  // Brings the candidate with the highest score to this place.
  const Candidate& Pick(size_t place);
  void AddCaptures(const Position& at, bool splitting_only);

  const State root_;
  int64_t plies_;
  bool stopped_ = false;
  // Until it is searched: the suggestion.
  Action choice_ = 0;
  int value_ = 0;
  TranspositionTable table_;
  ActionOrder order_;
  ActionList actions_;
  // The candidates of all positions of the line, one after the other.
  std::vector<Candidate> candidates_;
};

}  // namespace arena::ordo

#endif  // ARENA_SEARCH_ORDO_ALPHA_BETA_H_
