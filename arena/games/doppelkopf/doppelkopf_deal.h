// What one deal of Doppelkopf remembers: plain values, in the order in which a
// deal fills them.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_DEAL_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_DEAL_H_

#include <array>
#include <cstdint>
#include <optional>

#include "arena/core/action.h"
#include "arena/games/doppelkopf/doppelkopf_announcements.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/doppelkopf/doppelkopf_scoring.h"

namespace arena::doppelkopf {

inline constexpr int8_t kNobody = -1;
inline constexpr int kMaxTricks = 12;
// Both parties say every level at most once.
inline constexpr int kMaxAnnouncements = 2 * kLevels;

constexpr Seat LeftOf(Seat seat) { return (seat + 1) % kSeats; }

// What comes next in a deal.
enum class Phase : uint8_t {
  kDeal,
  kForced,   // a seat must play its owed solo and names it
  kReserve,  // every seat says healthy or reservation
  kName,     // two steps: reserved seats are asked
  kLay,      // poverty: the poor seat chooses three cards
  kOffer,    // poverty: the others are asked in turn
  kReturn,   // poverty: three cards come back
  kWindow,   // who does not play next may announce
  kPlay,
  kOver,
};

// What reserved seats are asked for in two steps, in this order.
enum class Naming : uint8_t {
  kNone,
  kRedeal,
  kCompulsorySolo,
  kVoluntarySolo,
  kPoverty,
  kLast,
};

// What the table knows of a seat's party.
enum class Shown : uint8_t { kNothing, kRe, kKontra };
constexpr Shown ShownAs(Party party) {
  return party == Party::kRe ? Shown::kRe : Shown::kKontra;
}

// One announcement.
struct Spoken {
  uint8_t seat = 0;
  Party party = Party::kRe;
  Level level = Level::kNone;
  bool reply = false;
  uint8_t cards_in_hand = 0;
  // When: complete tricks, and cards in the current one.
  uint8_t tricks = 0;
  uint8_t cards = 0;
  // Pass of the window, from 1; 0: with the own card.
  uint8_t pass = 0;
  friend bool operator==(const Spoken&, const Spoken&) = default;
};

// Three cards of a poverty on their way.
struct Poverty {
  int8_t acceptor = kNobody;
  // Seats asked so far that declined.
  uint8_t declined = 0;
  Cards laid;
  Cards returned;
  friend bool operator==(const Poverty&, const Poverty&) = default;
};

// A window of announcements.
struct Window {
  // From 1.
  uint8_t pass = 0;
  // Who is asked: seats after the one that plays next, from 0.
  uint8_t place = 0;
  // Somebody has announced in this pass, so there will be another.
  bool spoken = false;
  friend bool operator==(const Window&, const Window&) = default;
};

struct Deal {
  // ---- Cards ----
  // Not dealt yet.
  Cards deck;
  std::array<Cards, kSeats> hands;
  // The hands as dealt, once they are complete.
  std::array<Cards, kSeats> dealt;
  uint8_t cards_dealt = 0;

  // ---- Contract ----
  // Declarations by seat, as actions; 0: nothing yet. Those that lost stay a
  // secret of their seats.
  std::array<uint8_t, kSeats> said = {};
  // Two steps: the round, and which seat counted from forehand is asked.
  Naming naming = Naming::kNone;
  uint8_t naming_place = 0;
  bool settled = false;
  Contract contract = Contract::kNormal;
  int8_t declarer = kNobody;
  bool compulsory = false;
  bool forced = false;
  Poverty poverty;

  // ---- Parties ----
  // Bit s: seat s is Re. In a marriage of one the declarer alone.
  uint8_t re = 0;
  std::array<Shown, kSeats> shown = {};
  // Marriage: who the partner is, and in which trick, from 1, that was settled.
  int8_t partner = kNobody;
  uint8_t clarified = 0;

  // ---- Announcements ----
  std::array<Announced, 2> announced;
  std::array<Spoken, kMaxAnnouncements> spoken;
  uint8_t announcements = 0;
  Window window;
  // The seat to play has announced with its card already.
  bool has_announced = false;

  // ---- Tricks ----
  std::array<Trick, kMaxTricks> tricks;
  std::array<uint8_t, kMaxTricks> winners = {};
  // Complete tricks, and cards in the current one.
  uint8_t tricks_played = 0;
  uint8_t cards_played = 0;
  // Who plays the next card.
  uint8_t player = 0;
  // By seat.
  std::array<uint8_t, kSeats> augen = {};

  const Announced& of(Party party) const {
    return announced[static_cast<size_t>(party)];
  }
  Party PartyOf(Seat seat) const {
    return (re >> seat & 1) != 0 ? Party::kRe : Party::kKontra;
  }
  SeatSet ReSeats() const;
  // A marriage whose declarer still looks for a partner.
  bool MarriageOpen() const {
    return settled && contract == Contract::kMarriage && clarified == 0;
  }
  // One against three.
  bool IsSoloClass() const { return (re & (re - 1)) == 0; }
  // Who takes the current trick as it lies. Requires: a card is on the table.
  Seat TrickHolder(const Rules& rules) const;
  // The card that was led, if there is one.
  std::optional<Card> Led() const {
    if (cards_played == 0) return std::nullopt;
    return tricks[tricks_played].cards[0];
  }

  friend bool operator==(const Deal&, const Deal&) = default;
};

// How a deal ended.
struct DealResult {
  bool exists = false;
  int16_t deal = 0;
  Contract contract = Contract::kNormal;
  int8_t declarer = kNobody;
  uint8_t re = 0;
  bool solo = false;
  // 0, or 1 + Party.
  uint8_t winner = 0;
  uint8_t re_augen = 0;
  uint8_t re_tricks = 0;
  std::array<Level, 2> levels = {};
  std::array<ScoreItem, kMaxItems> items;
  uint8_t item_count = 0;
  std::array<int16_t, kSeats> points = {};
  std::array<Cards, kSeats> dealt;
  Trick last_trick;
  uint8_t last_taker = 0;
  friend bool operator==(const DealResult&, const DealResult&) = default;
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_DEAL_H_
