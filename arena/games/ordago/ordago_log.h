// Logs of a hand of Ordago, kept so that seats may look things up.
#ifndef ARENA_GAMES_ORDAGO_ORDAGO_LOG_H_
#define ARENA_GAMES_ORDAGO_ORDAGO_LOG_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "arena/games/ordago/ordago_actions.h"
#include "arena/games/ordago/ordago_signs.h"

namespace arena::ordago {

// ---- Places and teams ----

// Places 0..3 sit clockwise; 0 and 2 are team 0, 1 and 3 team 1.
using Place = int;
inline constexpr int kPlaces = 4;
// With three seats: the open hand that seat 0 plays as well as its own.
inline constexpr Place kDummy = 2;

constexpr Place After(Place place, int steps = 1) {
  return (place + steps) % kPlaces;
}

// ---- Logs ----

// A list of the last items, oldest first. Items before these are only counted.
template <typename T, int kCapacity>
class Log {
 public:
  void Add(const T& item) {
    if (size_ == kCapacity) {
      std::copy(items_.begin() + 1, items_.end(), items_.begin());
      ++forgotten_;
    } else {
      ++size_;
    }
    items_[size_ - 1] = item;
  }
  void Clear() {
    // Left-over items must not make equal logs unequal.
    std::fill(items_.begin(), items_.begin() + size_, T());
    size_ = 0;
    forgotten_ = 0;
  }
  void set_forgotten(int forgotten) {
    forgotten_ = static_cast<uint16_t>(forgotten);
  }

  int size() const { return size_; }
  int forgotten() const { return forgotten_; }
  T& back() { return items_[size_ - 1]; }
  const T& back() const { return items_[size_ - 1]; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

  friend bool operator==(const Log&, const Log&) = default;

 private:
  uint16_t size_ = 0;
  uint16_t forgotten_ = 0;
  std::array<T, kCapacity> items_ = {};
};

// An action of one place in a bet.
struct BetNote {
  uint16_t place : 2 = 0;
  // Counted from ActionKind::kWait.
  uint16_t kind : 3 = 0;
  uint16_t amount : 11 = 0;
  friend bool operator==(const BetNote&, const BetNote&) = default;
};

// One exchange: the cards that each place threw away and got.
struct Exchange {
  std::array<Four, kPlaces> discards = {};
  std::array<Four, kPlaces> draws = {};
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

// The kind of decision that a sign came with.
enum class Moment : uint8_t {
  kWindow,
  kAsk,
  kDiscard,
  kBig,
  kSmall,
  kPairs,
  kGame,
};

// A sign and when it was given.
struct SignNote {
  uint32_t sign : 8 = kNoSign;
  uint32_t seat : 2 = 0;
  uint32_t moment : 3 = 0;
  // Whether it came with the decision that ended the hand before.
  uint32_t last_hand : 1 = 0;
  // Exchanges completed before it.
  uint32_t round : 10 = 0;
  friend bool operator==(const SignNote&, const SignNote&) = default;
};

// With the default options no hand has more actions in bets (4 * 57) or more
// exchanges (10) than fit here. The limit for signs only saves memory.
inline constexpr int kBetNotes = 256;
inline constexpr int kExchanges = 64;
inline constexpr int kSignNotes = 64;

using BetLog = Log<BetNote, kBetNotes>;
using ExchangeLog = Log<Exchange, kExchanges>;
using SignLog = Log<SignNote, kSignNotes>;

}  // namespace arena::ordago

#endif  // ARENA_GAMES_ORDAGO_ORDAGO_LOG_H_
