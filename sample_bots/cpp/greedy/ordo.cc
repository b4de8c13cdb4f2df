// Ordo: wins if it can; if not, captures; if it cannot capture, advances.
#include <algorithm>

#include "sample_bots/cpp/greedy/best.h"
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
    return Best(prompt, [&](const v1::GameAction& action) {
      // A part takes the pieces from `from` to `end`, all by the same step.
      const int from = action.ordo().from_square();
      const int to = action.ordo().to_square();
      const int end =
          action.ordo().end_square() + to - from;  // Where it arrives.
      const int rows_gained = (Row(to) - Row(from)) * (white ? 1 : -1);
      // The end with the higher number leads for White, the other for Black.
      const bool wins = white ? Row(end) == 7 : Row(to) == 0;
      const bool captures = std::count(enemies.begin(), enemies.end(), to) > 0;
      return 1000 * wins + 100 * captures + rows_gained;
    });
  }

 private:
  // Rows 0 to 7 of squares 0 to 79.
  static int Row(int square) { return square / 10; }
};

}  // namespace

std::unique_ptr<Bot> MakeOrdoBot() { return std::make_unique<OrdoBot>(); }

}  // namespace greedy
