// Seconds: finds out for every card which player would take the trick, and how
// the totals would then stand. It counts the cards that are still out and knows
// which players are out of a suit.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "sample_bots/cpp/greedy/bots.h"

namespace greedy {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = arena::v1;

constexpr int kSeats = 4;
constexpr int kCards = 52;

int PlainSuitOf(int card) { return card % 4; }

// ---- Cards that the table has shown ----

// The cards that no player has shown, and the suits that each player is out of.
struct Memory {
  explicit Memory(const v1::SecondsObservation& table) {
    hidden.fill(true);
    for (const uint32_t card : table.hand()) hidden[card] = false;
    for (const v1::SecondsTrick& trick : table.tricks()) {
      Remember(trick.leader(), trick.cards());
    }
    Remember(table.leader(), table.open_cards());
  }

  template <typename Cards>
  void Remember(int leader, const Cards& cards) {
    for (int i = 0; i < cards.size(); ++i) {
      hidden[cards[i]] = false;
      if (PlainSuitOf(cards[i]) == PlainSuitOf(cards[0])) continue;
      is_void[(leader + i) % kSeats][PlainSuitOf(cards[0])] = true;
    }
  }

  // The chance that `seat` plays a higher card of the suit than `card`.
  double ChanceOfHigher(int seat, int card) const {
    if (is_void[seat][PlainSuitOf(card)]) return 0;
    int all = 0;
    int higher = 0;
    for (int other = PlainSuitOf(card); other < kCards; other += 4) {
      all += hidden[other];
      higher += hidden[other] && other > card;
    }
    return all == 0 ? 0 : static_cast<double>(higher) / all;
  }

  std::array<bool, kCards> hidden;
  std::array<std::array<bool, 4>, kSeats> is_void = {};
};

// ---- Which player takes the trick ----

// By seat: the chance to take the trick. `cards` were played so far, by
// `leader` and the seats after it. The second-highest card takes: exactly one
// must be higher. Ignores that all others may be out of the suit: too rare.
std::array<double, kSeats> ChancesToTake(const Memory& memory, int leader,
                                         const std::vector<int>& cards) {
  std::array<double, kSeats> chances = {};
  const int played = static_cast<int>(cards.size());
  for (int i = 0; i < played; ++i) {
    if (PlainSuitOf(cards[i]) != PlainSuitOf(cards[0])) continue;
    double none_higher = 1;
    double one_higher = 0;
    const auto add = [&](double higher) {
      one_higher = one_higher * (1 - higher) + none_higher * higher;
      none_higher *= 1 - higher;
    };
    for (const int other : cards) {
      add(PlainSuitOf(other) == PlainSuitOf(cards[0]) && other > cards[i]);
    }
    for (int later = played; later < kSeats; ++later) {
      add(memory.ChanceOfHigher((leader + later) % kSeats, cards[i]));
    }
    chances[(leader + i) % kSeats] = one_higher;
  }
  double taken = 0;
  for (const double chance : chances) taken += chance;
  const double rest = std::max(0.0, 1 - taken);
  for (int later = played; later < kSeats; ++later) {
    chances[(leader + later) % kSeats] = rest / (kSeats - played);
  }
  return chances;
}

// ---- The worth of a trick ----

// The standing of `seat` if `taker` gets one more trick.
double StandingAfter(const Prompt& prompt, int seat, int taker) {
  const v1::SecondsObservation& table = prompt.observation().seconds();
  std::array<int, kSeats> taken;
  std::copy(table.taken().begin(), table.taken().end(), taken.begin());
  ++taken[taker];
  std::array<double, kSeats> totals;
  for (int i = 0; i < kSeats; ++i) {
    totals[i] = table.totals(i);
    switch (table.scoring()) {
      case v1::SECONDS_SCORING_MANY_TRICKS:
        totals[i] += 3 * taken[i];
        break;
      case v1::SECONDS_SCORING_FEW_TRICKS:
        totals[i] += 13 - taken[i];
        break;
      case v1::SECONDS_SCORING_THREE_TRICKS:
        totals[i] += 12 - 4 * std::abs(taken[i] - 3);
        break;
      default:
        // The product, with one more of each because 0 * 0 would say little.
        totals[i] += (taken[i] + 1) * (taken[table.counts_with(i)] + 1);
    }
  }
  const double own = totals[seat];
  totals[seat] = -1000;
  std::sort(totals.rbegin(), totals.rend());
  if (prompt.match().options().at("winner") == "highest") {
    return own - totals[0];
  }
  // The second total wins: as far from the first as from the third.
  return std::min(totals[0] - own, own - totals[1]);
}

class SecondsBot : public Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::SecondsObservation& table = prompt.observation().seconds();
    const Memory memory(table);
    const int seat = prompt.seat();
    std::array<double, kSeats> standing;
    for (int taker = 0; taker < kSeats; ++taker) {
      standing[taker] = StandingAfter(prompt, seat, taker);
    }
    const double all =
        standing[0] + standing[1] + standing[2] + standing[3];
    const bool wants = kSeats * standing[seat] > all;
    std::vector<int> cards(table.open_cards().begin(),
                           table.open_cards().end());
    return Best(prompt, [&](const v1::GameAction& action) {
      const int card = action.seconds().card();
      cards.push_back(card);
      const auto chances = ChancesToTake(memory, table.leader(), cards);
      cards.pop_back();
      double score = 0;
      for (int taker = 0; taker < kSeats; ++taker) {
        score += chances[taker] * standing[taker];
      }
      // Of equal cards, plays the one that will be of less use later.
      const double use = ChancesToTake(memory, seat, {card})[seat];
      return score + 0.01 * (wants ? -use : use);
    });
  }
};

}  // namespace

std::unique_ptr<Bot> MakeSecondsBot() { return std::make_unique<SecondsBot>(); }

}  // namespace greedy
