// Seats, actions and plies: the small values that every layer passes around.
#ifndef ARENA_GAMES_BASE_ACTION_H_
#define ARENA_GAMES_BASE_ACTION_H_

#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <string>

#include "absl/strings/string_view.h"
#include "arena/core/inline_list.h"

namespace arena {

// A place at the table, counted from 0, fixed for the match.
using Seat = int;
inline constexpr int kMaxSeats = 4;
static_assert(kMaxSeats < 32, "a SeatSet has 32 bits");
// Stands for chance, which deals cards and rolls dice.
inline constexpr Seat kChance = -1;
// Stands for spectators, who see what is public and never act.
inline constexpr Seat kSpectator = -2;

// One choice of one seat. Each game has its own layout of the 32 bits, drawn
// in a comment in one of its headers.
using Action = uint32_t;

struct SeatAction {
  Seat seat;
  Action action;
  friend bool operator==(const SeatAction&, const SeatAction&) = default;
};

// One transition: a single action, a joint action ascending by seat, or a
// chance outcome (seat kChance).
using Ply = InlineList<SeatAction, kMaxSeats>;

// The longest legal list of any game is Ordo X's: with 20 pieces at most 420
// single parts, 300 more for choices after captures, 1,890 parts of horizontal
// runs and 1,116 of vertical ones (see the game's README).
inline constexpr int kMaxLegalActions = 4096;
using ActionList = InlineList<Action, kMaxLegalActions>;

// The weights of chance outcomes, in the order of the outcomes.
using ChanceWeights = InlineList<uint32_t, kMaxLegalActions>;

// Final scores, in the game's own points.
using SeatScores = std::array<int64_t, kMaxSeats>;
// 1 is best; equal ranks share a place.
using SeatRanks = std::array<int, kMaxSeats>;
constexpr SeatRanks AllFirst() {
  SeatRanks ranks;
  ranks.fill(1);
  return ranks;
}

// What kind of act an action is.
struct ActKind {
  // One of few, such as "lead" or "announcement".
  absl::string_view kind;
  // Such as "solo queens, Kontra"; empty if there are none.
  std::string circumstances;
};

// A set of seats. Iterates in ascending order.
class SeatSet {
 public:
  constexpr SeatSet() = default;
  static constexpr SeatSet Of(Seat seat) { return SeatSet(1u << seat); }
  // The seats 0 .. seats - 1.
  static constexpr SeatSet All(int seats) { return SeatSet((1u << seats) - 1); }

  constexpr bool contains(Seat seat) const {
    return seat >= 0 && (bits_ >> seat & 1) != 0;
  }
  constexpr void insert(Seat seat) { bits_ |= 1u << seat; }
  constexpr void erase(Seat seat) { bits_ &= ~(1u << seat); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr Seat first() const { return std::countr_zero(bits_); }

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Seat;
    using difference_type = int;
    using pointer = const Seat*;
    using reference = Seat;

    constexpr explicit Iterator(uint32_t bits) : bits_(bits) {}
    constexpr Seat operator*() const { return std::countr_zero(bits_); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    uint32_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

  friend constexpr SeatSet operator|(SeatSet a, SeatSet b) {
    return SeatSet(a.bits_ | b.bits_);
  }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

 private:
  constexpr explicit SeatSet(uint32_t bits) : bits_(bits) {}
  uint32_t bits_ = 0;
};

}  // namespace arena

#endif  // ARENA_GAMES_BASE_ACTION_H_
