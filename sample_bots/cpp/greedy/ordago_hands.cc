#include "sample_bots/cpp/greedy/ordago_hands.h"

#include <algorithm>
#include <array>

namespace greedy {

namespace v1 = arena::v1;

namespace {

std::vector<int> PairsKey(const Hand& hand) {
  std::vector<int> pairs;  // High to low.
  bool triple = false;
  for (int rank = v1::ORDAGO_RANK_KING; rank > 0; --rank) {
    const auto count = std::count(hand.begin(), hand.end(), rank);
    pairs.insert(pairs.end(), count / 2, rank);
    triple |= count == 3;
  }
  std::vector<int> key =
      pairs.empty() ? Hand(hand.rbegin(), hand.rend()) : pairs;
  const int kind = pairs.size() == 2 ? 3 : triple ? 2 : key.size() == 1;
  key.insert(key.begin(), kind);
  return key;
}

int GameKey(const Hand& hand) {
  constexpr std::array kPoints = {0, 1, 4, 5, 6, 7, 10, 10, 10};
  if (std::count(hand.begin(), hand.end(), v1::ORDAGO_RANK_SEVEN) == 3 &&
      hand[3] > v1::ORDAGO_RANK_SEVEN) {
    return 43;  // A royal game.
  }
  int sum = 0;
  for (const int rank : hand) sum += kPoints[rank];
  return sum == 31 ? 42 : sum == 32 ? 41 : sum;
}

}  // namespace

Hand HandOf(const v1::OrdagoCards& cards) {
  return Hand(cards.ranks().rbegin(), cards.ranks().rend());
}

std::vector<int> KeyOf(int bet, const Hand& hand) {
  switch (bet) {
    case v1::ORDAGO_BET_BIG:
      return Hand(hand.rbegin(), hand.rend());
    case v1::ORDAGO_BET_SMALL: {
      Hand key = hand;
      for (int& rank : key) rank = -rank;
      return key;
    }
    case v1::ORDAGO_BET_PAIRS:
      return PairsKey(hand);
    default:
      return {GameKey(hand)};
  }
}

}  // namespace greedy
