// A deal of a trick game of four with all hands known, played to its end by
// players that always play the first legal card of an order of their own.
#ifndef TESTS_BOTS_REMEMBERER_TRICK_DEAL_H_
#define TESTS_BOTS_REMEMBERER_TRICK_DEAL_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace rememberer {

using Cards = std::vector<int>;

// A player that follows this order plays alike in every match, and badly.
inline uint32_t Priority(int card) {
  return (static_cast<uint32_t>(card) + 1) * 2654435761u;
}

struct TrickRules {
  // The suit of a card, or trumps: the kind that must be followed.
  std::function<int(int card)> suit;
  // The card of the four that takes, in playing order.
  std::function<int(const Cards& cards)> taker;
  // The value of a trick for its taker.
  std::function<int(const Cards& cards)> worth;
};

inline Cards Legal(const TrickRules& rules, const Cards& hand,
                   const Cards& open) {
  Cards following;
  for (const int card : hand) {
    if (!open.empty() && rules.suit(card) == rules.suit(open[0])) {
      following.push_back(card);
    }
  }
  return following.empty() ? hand : following;
}

inline int FirstOf(const Cards& legal) {
  return *std::min_element(legal.begin(), legal.end(), [](int a, int b) {
    return Priority(a) < Priority(b);
  });
}

struct TrickDeal {
  std::array<Cards, 4> hands;
  int leader = 0;
  Cards open;
  // By seat: the value of its tricks so far.
  std::array<int, 4> taken = {};

  int to_act() const { return (leader + static_cast<int>(open.size())) % 4; }

  void Play(const TrickRules& rules, int card) {
    Cards& hand = hands[to_act()];
    hand.erase(std::find(hand.begin(), hand.end(), card));
    open.push_back(card);
    if (open.size() < 4) return;
    leader = (leader + rules.taker(open)) % 4;
    taken[leader] += rules.worth(open);
    open.clear();
  }

  void PlayToTheEnd(const TrickRules& rules) {
    while (!hands[to_act()].empty()) {
      Play(rules, FirstOf(Legal(rules, hands[to_act()], open)));
    }
  }
};

}  // namespace rememberer

#endif  // TESTS_BOTS_REMEMBERER_TRICK_DEAL_H_
