// Octrix: tries to take every trick. All hands are open, so it can see what
// the others may still play.
#include <algorithm>
#include <cmath>

#include "sample_bots/cpp/greedy/best.h"
#include "sample_bots/cpp/greedy/bots.h"

namespace greedy {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = arena::v1;

class OctrixBot : public Bot {
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

}  // namespace

std::unique_ptr<Bot> MakeOctrixBot() { return std::make_unique<OctrixBot>(); }

}  // namespace greedy
