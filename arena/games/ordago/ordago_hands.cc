#include "arena/games/ordago/ordago_hands.h"

namespace arena::ordago {
namespace {

// With the count of the king in the highest bits, words compare as the cards
// do from the highest down.
uint32_t BigKey(Cards hand) { return hand; }

// With the count of the ace in the highest bits, the larger word has the more
// low cards.
uint32_t SmallKey(Cards hand) {
  hand = __builtin_bswap32(hand);
  return (hand & 0x0f0f0f0f) << 4 | (hand >> 4 & 0x0f0f0f0f);
}

// The pairs of a hand.
struct Pairs {
  PairClass kind = PairClass::kNone;
  Rank high = 0;
  Rank low = 0;
};

Pairs PairsOf(Cards hand) {
  // One bit for every rank that the hand has twice or more.
  uint32_t twice = (hand >> 1 | hand >> 2) & 0x11111111;
  if (twice == 0) return {};
  const Rank high = (31 - __builtin_clz(twice)) / 4;
  const int count = CountOf(hand, high);
  if (count == 4) return {PairClass::kTwoPairs, high, high};
  if (count == 3) return {PairClass::kTriple, high, 0};
  twice &= ~One(high);
  if (twice == 0) return {PairClass::kPair, high, 0};
  return {PairClass::kTwoPairs, high, __builtin_ctz(twice) / 4};
}

// Four different cards are compared as in Big; their keys are below
// 0x2'0000000.
uint32_t PairsKey(Cards hand) {
  const Pairs pairs = PairsOf(hand);
  if (pairs.kind == PairClass::kNone) return BigKey(hand);
  return 0x40000000 | static_cast<uint32_t>(pairs.kind) << 8 |
         static_cast<uint32_t>(pairs.high << 4 | pairs.low);
}

// Royal, 31, 32, 40, and then the larger the better.
uint32_t GameKey(Cards hand) {
  if (IsRoyal(hand)) return 1000;
  switch (const int sum = SumOf(hand)) {
    case 31:
      return 100;
    case 32:
      return 99;
    case 40:
      return 98;
    default:
      return static_cast<uint32_t>(sum);
  }
}

}  // namespace

int SumOf(Cards hand) {
  int sum = 0;
  for (Rank rank = 0; rank < kRanks; ++rank) {
    sum += kPoints[rank] * CountOf(hand, rank);
  }
  return sum;
}

PairClass PairClassOf(Cards hand) { return PairsOf(hand).kind; }

bool IsRoyal(Cards hand) {
  return CountOf(hand, kSeven) == 3 && hand >= One(kJack);
}

uint32_t KeyOf(Bet bet, Cards hand) {
  switch (bet) {
    case Bet::kBig:
      return BigKey(hand);
    case Bet::kSmall:
      return SmallKey(hand);
    case Bet::kPairs:
      return PairsKey(hand);
    case Bet::kGame:
      return GameKey(hand);
  }
  return 0;
}

int BestPlace(Bet bet, const std::array<Cards, 4>& hands, int start) {
  int best = start;
  uint32_t best_key = KeyOf(bet, hands[start]);
  for (int i = 1; i < 4; ++i) {
    const int place = (start + i) % 4;
    const uint32_t key = KeyOf(bet, hands[place]);
    if (key > best_key) {
      best = place;
      best_key = key;
    }
  }
  return best;
}

int BonusOf(Bet bet, Cards hand, int points_31) {
  if (bet == Bet::kPairs) return static_cast<int>(PairClassOf(hand));
  if (bet != Bet::kGame) return 0;
  const int sum = SumOf(hand);
  return sum == 31 ? points_31 : sum > 31 ? 2 : 0;
}

}  // namespace arena::ordago
