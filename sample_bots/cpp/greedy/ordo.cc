// Ordo: wins if it can; if not, captures; if it cannot capture, advances.
#include <algorithm>
#include <tuple>

#include "sample_bots/cpp/greedy/bots.h"

namespace greedy {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = arena::v1;

class OrdoBot : public Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::OrdoObservation& board = prompt.observation().ordo();
    const bool white = prompt.seat() == 0;
    const auto& enemies = white ? board.black() : board.white();
    const int goal = white ? 7 : 0;
    return Best(prompt, [&](const v1::GameAction& action) {
      const int from = action.ordo().from_square();
      const int to = action.ordo().to_square();
      // A single piece is both ends of its ordo; an ordo moves as a whole.
      const int length =
          static_cast<int>(action.ordo().end_square()) - from;
      const int pieces = 1 + (length < 10 ? length : length / 10);
      const bool wins = Row(to) == goal || Row(to + length) == goal;
      const bool captures = std::count(enemies.begin(), enemies.end(), to) > 0;
      const int rows_gained = (Row(to) - Row(from)) * (white ? 1 : -1);
      // Chance decides between equals, or two greedy bots could shuttle back
      // and forth until the draw. Each action has its own draw.
      return std::tuple(wins, captures, pieces * rows_gained,
                        prompt.random().Draw());
    });
  }

 private:
  // Rows 0 to 7 of squares 0 to 79.
  static int Row(int square) { return square / 10; }
};

}  // namespace

std::unique_ptr<Bot> MakeOrdoBot() { return std::make_unique<OrdoBot>(); }

}  // namespace greedy
