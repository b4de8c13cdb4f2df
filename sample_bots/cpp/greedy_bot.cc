// A bot that takes what it can get now and never looks further ahead. It shows
// how to read observations and actions: one class per game, and a factory that
// picks the class when a match starts.
#include <algorithm>
#include <cmath>
#include <memory>

#include "sdk/cpp/pentathlon.h"

namespace {

using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = pentathlon::v1;

// Returns the action with the highest score, the first one of several.
template <typename Score>
const v1::LegalAction& Best(const Prompt& prompt, Score score) {
  return *std::max_element(prompt.actions().begin(), prompt.actions().end(),
                           [&](const auto& left, const auto& right) {
                             return score(left.action()) <
                                    score(right.action());
                           });
}

// Octrix: tries to take every trick. All hands are open, so it can see what
// the others may still play.
class GreedyOctrixBot : public pentathlon::Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::OctrixObservation& table = prompt.observation().octrix();
    // From here on the highest strength wins, whatever the mode.
    const auto strength = [&](int card) {
      return table.mode() == v1::OCTRIX_MODE_LOW ? 31 - card : card;
    };
    if (table.open_cards().empty()) {
      return Best(prompt, [&](const v1::GameAction& action) {
        return strength(action.octrix().card());
      });
    }
    // Second half of a partnership trick. Partners have seats 0 and 2, 1 and 3.
    int partner = -1;   // Strength of the partner's open card.
    int opponent = -1;  // Strength of the opponent's open card.
    int to_come = -1;   // The most that the other opponent can still play.
    for (const v1::OctrixPlayed& open : table.open_cards()) {
      const bool friendly = open.seat() % 2 == prompt.seat() % 2;
      (friendly ? partner : opponent) = strength(open.card());
    }
    for (const uint32_t seat : table.to_act()) {
      if (seat % 2 == prompt.seat() % 2) continue;
      for (const uint32_t card : table.hands(seat).cards()) {
        to_come = std::max(to_come, strength(card));
      }
    }
    return Best(prompt, [&](const v1::GameAction& action) {
      const int card = action.octrix().card();
      const int own = strength(card);
      // The middle cards of the pack win least in either mode.
      const int uselessness = 16 - std::abs(2 * card - 31) / 2;
      const bool partner_wins = partner > std::max(opponent, to_come);
      const bool wins_for_sure = own > std::max(opponent, to_come);
      const bool may_win = own > opponent;
      if (partner_wins) return uselessness;
      if (wins_for_sure) return 200 - own;  // The cheapest will do.
      if (may_win) return 100 + own;        // Ask as much as possible.
      return uselessness;
    });
  }
};

// Ordo: wins if it can, else captures, else advances.
class GreedyOrdoBot : public pentathlon::Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::OrdoObservation& board = prompt.observation().ordo();
    const bool white = prompt.seat() == 0;
    const auto& enemies = white ? board.black() : board.white();
    return Best(prompt, [&](const v1::GameAction& action) {
      // A part takes the pieces from `from` to `end`, all by the same step.
      const int from = action.ordo().from();
      const int to = action.ordo().to();
      const int end = action.ordo().end() + to - from;  // Where it arrives.
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

// Any other game: the first legal action, so that no table is held up.
class FirstActionBot : public pentathlon::Bot {
 public:
  Choice Act(const Prompt& prompt) override { return prompt.actions(0); }
};

std::unique_ptr<pentathlon::Bot> MakeBot(const v1::MatchStart& start) {
  if (start.game() == "octrix") return std::make_unique<GreedyOctrixBot>();
  if (start.game() == "ordo") return std::make_unique<GreedyOrdoBot>();
  return std::make_unique<FirstActionBot>();
}

}  // namespace

int main(int argc, char** argv) { return pentathlon::Run(argc, argv, MakeBot); }
