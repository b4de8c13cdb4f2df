// Octrix: tries to take every trick. All hands are open, so the bot sees which
// cards the others may still play.
#include <algorithm>
#include <cmath>

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
      return table.mode() == v1::OCTRIX_MODE_HIGH ? card : 31 - card;
    };
    // Second half of a trick between partners: two cards are open, the
    // partner's and an opponent's; the other opponent chooses at the same time.
    const auto& teams = prompt.match().teams();
    const auto is_friend = [&](uint32_t seat) {
      return teams[static_cast<int>(seat)] ==
             teams[static_cast<int>(prompt.seat())];
    };
    int shown = -1;    // The strongest open card.
    int partner = -1;  // The partner's.
    int danger = -1;   // The most that opponents have played or may play.
    for (const v1::OctrixPlayed& open : table.open_cards()) {
      const int open_strength = strength(open.card());
      shown = std::max(shown, open_strength);
      int& side = is_friend(open.seat()) ? partner : danger;
      side = std::max(side, open_strength);
    }
    for (const uint32_t seat : table.to_act()) {
      if (is_friend(seat)) continue;
      for (const uint32_t card : table.hands(seat).cards()) {
        danger = std::max(danger, strength(card));
      }
    }
    const bool leads = table.open_cards().empty();
    return Best(prompt, [&](const v1::GameAction& action) {
      const int card = action.octrix().card();
      const int own = strength(card);
      // Cards in the middle take neither kind of trick: spend those first.
      const int useless = -std::abs(2 * card - 31);
      if (leads) return own;
      if (partner > danger) return useless;
      if (own > danger) return 200 - own;  // The cheapest will do.
      if (own > shown) return 100 + own;   // It may win: ask for much.
      return useless;
    });
  }
};

}  // namespace

std::unique_ptr<Bot> MakeOctrixBot() { return std::make_unique<OctrixBot>(); }

}  // namespace greedy
