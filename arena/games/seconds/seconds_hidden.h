// Draws the cards that a seat has not seen, all distributions equally likely.
#ifndef ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
#define ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_

#include <array>
#include <optional>

#include "arena/core/rng.h"
#include "arena/games/seconds/seconds_cards.h"

namespace arena::seconds {

// The three other seats: they hold the cards that one seat has not seen.
inline constexpr int kHolders = kSeats - 1;

struct HiddenCards {
  // The number of cards of each holder.
  std::array<int, kHolders> sizes = {};
  // The cards that each holder may have. Together they are all hidden cards, as
  // many as the sum of `sizes`.
  std::array<Cards, kHolders> possible = {};
};

// Draws hands of the given sizes; all distributions are equally likely. Returns
// nothing if none is possible.
std::optional<std::array<Cards, kHolders>> DrawHands(const HiddenCards& hidden,
                                                     Rng& rng);

// All that a seat knows about the cards of a deal.
struct KnownCards {
  Seat seat = 0;
  // The seat's hand, and the cards that all seats have played.
  Cards seen = 0;
  // By seat: the cards of suits that it did not follow.
  std::array<Cards, kSeats> lacks = {};
  // By seat: the number of cards in its hand.
  std::array<int, kSeats> sizes = {};

  // Notes that a seat played a card to a trick that was led with `led`.
  void See(Seat player, Card card, Card led) {
    seen |= SetOf(card);
    if (SuitOf(card) != SuitOf(led)) lacks[player] |= OfSuit(SuitOf(led));
  }
};

// Draws the hands of the other seats, by seat; nothing for the seat itself.
// While cards are being dealt, some cards stay in no hand. Returns nothing if
// no hands are possible.
std::optional<std::array<Cards, kSeats>> DrawOthers(const KnownCards& known,
                                                    Rng& rng);

}  // namespace arena::seconds

#endif  // ARENA_GAMES_SECONDS_SECONDS_HIDDEN_H_
