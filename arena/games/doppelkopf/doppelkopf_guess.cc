#include "arena/games/doppelkopf/doppelkopf_guess.h"

#include <algorithm>
#include <vector>

namespace arena::doppelkopf {
namespace {

// A set of seats as a number, bit s for seat s.
using Mask = uint32_t;
constexpr Mask kAllSeats = (1 << kSeats) - 1;

// The problem, reduced to which seats may hold a card.
struct Problem {
  // Cards left, by the seats that may hold them.
  std::array<int, kAllSeats + 1> cards = {};
  std::array<int, kSeats> places = {};

  // Whether all cards find a place: every group of seats has places for all
  // cards that only this group may hold (Hall's theorem).
  bool IsSolvable() const {
    if (cards[0] > 0) return false;
    for (Mask group = 1; group <= kAllSeats; ++group) {
      int only_here = 0;
      int room = 0;
      for (Mask mask = group; mask != 0; mask = (mask - 1) & group) {
        only_here += cards[mask];
      }
      for (Seat seat = 0; seat < kSeats; ++seat) {
        if ((group >> seat & 1) != 0) room += places[seat];
      }
      if (only_here > room) return false;
    }
    return true;
  }
};

struct UnseenCard {
  Card card;
  Mask seats;
};

// Draws a seat of the mask; a seat with more places is likelier.
Seat Draw(Mask seats, const Problem& problem, Rng& rng) {
  int places = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if ((seats >> seat & 1) != 0) places += problem.places[seat];
  }
  if (places == 0) return kChance;
  int n = static_cast<int>(rng.Below(static_cast<uint32_t>(places)));
  for (Seat seat = 0;; ++seat) {
    if ((seats >> seat & 1) == 0) continue;
    n -= problem.places[seat];
    if (n < 0) return seat;
  }
}

// Gives one card away so that the others still find a place.
Seat Place(const UnseenCard& unseen, Problem& problem, Rng& rng) {
  --problem.cards[unseen.seats];
  for (Mask seats = unseen.seats; seats != 0;) {
    const Seat seat = Draw(seats, problem, rng);
    if (seat == kChance) return kChance;
    --problem.places[seat];
    if (problem.IsSolvable()) return seat;
    ++problem.places[seat];
    seats &= ~(Mask{1} << seat);
  }
  return kChance;
}

}  // namespace

std::optional<std::array<Cards, kSeats>> DealUnseen(Cards unseen,
                                                    const Holdings& holdings,
                                                    Rng& rng) {
  std::array<Cards, kSeats> hands;
  Problem problem;
  int places = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const Holding& holding = holdings[seat];
    if (holding.open() < 0 || !unseen.Includes(holding.certain)) {
      return std::nullopt;
    }
    unseen = unseen - holding.certain;
    hands[seat] = holding.certain;
    problem.places[seat] = holding.open();
    places += holding.open();
  }
  if (places != unseen.size()) return std::nullopt;
  std::vector<UnseenCard> cards;
  for (CardSet types = unseen.types(); types != 0; types &= types - 1) {
    const Card card = LowestOf(types);
    Mask seats = 0;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const bool can =
          problem.places[seat] > 0 && Contains(holdings[seat].possible, card);
      if (can) seats |= Mask{1} << seat;
    }
    for (int i = 0; i < unseen.count(card); ++i) {
      cards.push_back({card, seats});
      ++problem.cards[seats];
    }
  }
  if (!problem.IsSolvable()) return std::nullopt;
  std::stable_sort(cards.begin(), cards.end(),
                   [](const UnseenCard& a, const UnseenCard& b) {
                     return std::popcount(a.seats) < std::popcount(b.seats);
                   });
  for (const UnseenCard& card : cards) {
    const Seat seat = Place(card, problem, rng);
    if (seat == kChance) return std::nullopt;
    hands[seat].Add(card.card);
  }
  return hands;
}

Card AnyOf(const Cards& cards, Rng& rng) {
  auto n = static_cast<int>(rng.Below(static_cast<uint32_t>(cards.size())));
  CardSet types = cards.types();
  for (;; types &= types - 1) {
    n -= cards.count(LowestOf(types));
    if (n < 0) return LowestOf(types);
  }
}

bool MakeCertain(CardSet set, int wanted, Cards& free, Holding& holding,
                 Rng& rng) {
  for (int i = 0; i < wanted; ++i) {
    const Cards left = free.In(set & holding.possible);
    if (left.empty() || holding.open() == 0) return false;
    const Card card = AnyOf(left, rng);
    free.Remove(card);
    holding.certain.Add(card);
  }
  holding.Rule(set);
  return true;
}

}  // namespace arena::doppelkopf
