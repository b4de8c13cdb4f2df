// The values of an Ordago table and its memory, without rules.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_TABLE_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_TABLE_H_

#include <array>
#include <cstdint>

#include "arena/games/ordago/ordago_hands.h"
#include "arena/games/ordago/ordago_log.h"

namespace arena::ordago {

// ---- Cards ----

using Hands = std::array<Cards, kPlaces>;

// The cards in no hand.
struct Piles {
  Cards stock = 0;
  // Thrown away in earlier exchanges, and in the present one.
  Cards old_discards = 0;
  Cards new_discards = 0;
  // The number of times that old discards have become the stock in this hand.
  uint16_t rebuilds = 0;
  friend bool operator==(const Piles&, const Piles&) = default;
};

// ---- Phases ----

enum class Phase : uint8_t {
  kDrawDealer,
  kDeal,
  kWindow,
  kAsk,
  kDiscard,
  kRedraw,
  kBet,
  kOver,
};

// ---- Bets ----

enum class BetStatus : uint8_t {
  kOpen,
  kPassedOut,
  kConcluded,
  kDeclined,
  kShowdown,
};

struct BetResult {
  BetStatus status = BetStatus::kOpen;
  // Declined: the team that was paid.
  uint8_t team = 0;
  // Concluded: the stake. Declined: the points paid.
  int16_t amount = 0;
  friend bool operator==(const BetResult&, const BetResult&) = default;
};
using BetResults = std::array<BetResult, kBets>;

// The bet that is going on.
struct Bidding {
  // The amount of an ordago. An amount of 0 means no bid.
  static constexpr int16_t kOrdago = -1;

  int16_t amount = 0;
  // The amount before the bid; 0 if none.
  int16_t previous = 0;
  uint8_t bidder = 0;
  // Places that are out, as bits.
  uint8_t out = 0;
  friend bool operator==(const Bidding&, const Bidding&) = default;
};

// ---- Signs on their way ----

// By seat: signs announced but not yet delivered, and the number of signs given
// so far.
struct Signing {
  std::array<Sign, kMaxSeats> sign = {};
  std::array<Sign, kMaxSeats> talk = {};
  std::array<uint16_t, kMaxSeats> given = {};
  friend bool operator==(const Signing&, const Signing&) = default;
};

// The signs that go with the choices of a ply, by seat.
struct GivenSigns {
  // Seats that could have signed, as far as the public knows, as bits.
  uint8_t signers = 0;
  std::array<SignNote, kMaxSeats> signs = {};
  std::array<SignNote, kMaxSeats> talk = {};
};

// Signs that opponents may notice in the pending outcome of chance.
struct Notice {
  // Seats that could have signed, as bits; 0 if no such outcome is pending.
  uint8_t seats = 0;
  // Whether the signs came with the decision that ended the hand before.
  bool last_hand = false;
  std::array<SignNote, kMaxSeats> notes = {};
  friend bool operator==(const Notice&, const Notice&) = default;
};

// ---- The hand before ----

struct LastHand {
  Hands hands = {};
  BetResults results = {};
  std::array<int32_t, 2> score = {};
  bool played = false;
  bool shown = false;
  bool ended_set = false;
  uint8_t start = 0;
  uint8_t set_winner = 0;
  friend bool operator==(const LastHand&, const LastHand&) = default;
};

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_TABLE_H_
