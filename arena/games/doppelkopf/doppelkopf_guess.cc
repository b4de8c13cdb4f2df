#include "arena/games/doppelkopf/doppelkopf_guess.h"

namespace arena::doppelkopf {
namespace {

// A set of seats as a number, bit s for seat s.
using Mask = uint32_t;
constexpr Mask kAllSeats = (1 << kSeats) - 1;

// Which seats may hold how many cards.
class Problem {
 public:
  explicit Problem(const std::array<int, kSeats>& places) : places_(places) {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (places_[seat] > 0) active_ |= Mask{1} << seat;
    }
  }

  // The seats that still have a place. A group of seats that have none is of no
  // importance.
  Mask active() const { return active_; }

  // Adds a card that only these active seats may hold.
  void Add(Mask seats) { ++cards_[seats]; }

  // Whether all cards find a place: every group of seats has places for all
  // cards that only this group may hold (Hall's theorem). Call it once, after
  // the last card.
  bool IsSolvable() {
    if (cards_[0] > 0) return false;
    for (Mask group = 1; group <= kAllSeats; ++group) {
      if ((group & ~active_) != 0) continue;
      for (Mask mask = group; mask != 0; mask = (mask - 1) & group) {
        spare_[group] -= cards_[mask];
      }
      for (Seat seat = 0; seat < kSeats; ++seat) {
        if ((group >> seat & 1) != 0) spare_[group] += places_[seat];
      }
      if (spare_[group] < 0) return false;
    }
    return true;
  }

  // Gives a card of these seats to one of them, so that the others still find a
  // place; a seat with more places is likelier. Requires: solvable.
  Seat Place(Mask seats, Rng& rng) {
    for (Mask left = seats;;) {
      const Seat seat = Draw(left, rng);
      if (Take(seats, seat)) return seat;
      left &= ~(Mask{1} << seat);
    }
  }

 private:
  Seat Draw(Mask seats, Rng& rng) const {
    int all = 0;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if ((seats >> seat & 1) != 0) all += places_[seat];
    }
    int n = static_cast<int>(rng.Below(static_cast<uint32_t>(all)));
    for (Seat seat = 0;; ++seat) {
      if ((seats >> seat & 1) == 0) continue;
      n -= places_[seat];
      if (n < 0) return seat;
    }
  }

  // Gives the seat the card unless some card would then find no place. Groups
  // with the seat lose a place. They also lose a card if the card could be only
  // in the group.
  bool Take(Mask seats, Seat taker) {
    std::array<Mask, kAllSeats> losers;
    int count = 0;
    const Mask others = active_ & ~(Mask{1} << taker);
    for (Mask rest = others;; rest = (rest - 1) & others) {
      const Mask group = rest | Mask{1} << taker;
      if ((seats & ~group) != 0) {
        if (spare_[group] == 0) return false;
        losers[count++] = group;
      }
      if (rest == 0) break;
    }
    for (int i = 0; i < count; ++i) --spare_[losers[i]];
    --places_[taker];
    return true;
  }

  std::array<int, kSeats> places_;
  Mask active_ = 0;
  // Cards by the seats that may hold them.
  std::array<int, kAllSeats + 1> cards_ = {};
  // By group: the places that are left when all cards of the group have one.
  std::array<int, kAllSeats + 1> spare_ = {};
};

}  // namespace

std::optional<std::array<Cards, kSeats>> DealUnseen(Cards unseen,
                                                    const Holdings& holdings,
                                                    Rng& rng) {
  std::array<Cards, kSeats> hands;
  std::array<int, kSeats> places = {};
  int all_places = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const Holding& holding = holdings[seat];
    if (holding.open() < 0 || !unseen.Includes(holding.certain)) {
      return std::nullopt;
    }
    unseen = unseen - holding.certain;
    hands[seat] = holding.certain;
    places[seat] = holding.open();
    all_places += holding.open();
  }
  if (all_places != unseen.size()) return std::nullopt;
  Problem problem(places);
  std::array<Mask, kCardTypes> seats = {};
  // By number of possible holders: the types of cards.
  std::array<CardSet, kSeats + 1> types = {};
  for (CardSet left = unseen.types(); left != 0; left &= left - 1) {
    const Card card = LowestOf(left);
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (Contains(holdings[seat].possible, card)) seats[card] |= 1 << seat;
    }
    seats[card] &= problem.active();
    types[std::popcount(seats[card])] |= SetOf(card);
    for (int i = 0; i < unseen.count(card); ++i) problem.Add(seats[card]);
  }
  if (!problem.IsSolvable()) return std::nullopt;
  for (CardSet left : types) {
    for (; left != 0; left &= left - 1) {
      const Card card = LowestOf(left);
      for (int i = 0; i < unseen.count(card); ++i) {
        hands[problem.Place(seats[card], rng)].Add(card);
      }
    }
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
