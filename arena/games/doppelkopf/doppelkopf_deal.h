// The state of one deal of Doppelkopf: plain values, in the order in which a
// deal fills them.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_DEAL_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_DEAL_H_

#include <array>
#include <cstdint>
#include <optional>

#include "arena/games/base/action.h"
#include "arena/games/doppelkopf/doppelkopf_announcements.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"
#include "arena/games/doppelkopf/doppelkopf_scoring.h"

namespace arena::doppelkopf {

inline constexpr int8_t kNobody = -1;
inline constexpr int kMaxTricks = 12;
// Each party announces every level at most once.
inline constexpr int kMaxAnnouncements = 2 * kLevels;

constexpr Seat LeftOf(Seat seat) { return (seat + 1) % kSeats; }

// The next step of a deal.
enum class Phase : uint8_t {
  kDeal,
  kForced,   // a seat must play its owed solo and names it
  kReserve,  // every seat says healthy or reservation
  kName,     // two steps: reserved seats are asked
  kLay,      // poverty: the poor seat chooses three cards
  kOffer,    // poverty: the others are asked in turn
  kReturn,   // poverty: three cards come back
  kWindow,   // seats that do not play next may announce
  kPlay,
  kOver,
};

// The contracts that reserved seats are asked for in two steps, in this order.
enum class Naming : uint8_t {
  kNone,
  kRedeal,
  kCompulsorySolo,
  kVoluntarySolo,
  kPoverty,
  kLast,
};

// The public knowledge about a seat's party.
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
  // When: complete tricks, and cards in the current trick.
  uint8_t tricks = 0;
  uint8_t cards = 0;
  // Pass of the window, from 1; 0: with the seat's card.
  uint8_t pass = 0;
  friend bool operator==(const Spoken&, const Spoken&) = default;
};

// Three cards of a poverty, on their way and back.
struct Poverty {
  int8_t acceptor = kNobody;
  // How many seats have declined so far.
  uint8_t declined = 0;
  Cards laid;
  Cards returned;
  friend bool operator==(const Poverty&, const Poverty&) = default;
};

// A window of announcements.
struct Window {
  // From 1.
  uint8_t pass = 0;
  // The seat that is asked, counted from 0 after the seat that plays next.
  uint8_t place = 0;
  // Whether a seat has announced in this pass: then there is another pass.
  bool spoken = false;
  friend bool operator==(const Window&, const Window&) = default;
};

struct Deal {
  // ---- Cards ----
  // The cards that are not dealt yet.
  Cards deck;
  std::array<Cards, kSeats> hands;
  // The hands as dealt, once they are complete.
  std::array<Cards, kSeats> dealt;
  uint8_t cards_dealt = 0;

  // ---- Contract ---- Declarations by seat, as actions; 0: nothing yet.
  // Overruled declarations stay a secret of their seats.
  std::array<uint8_t, kSeats> said = {};
  // Two steps: the round, and the seat that is asked, counted from forehand.
  Naming naming = Naming::kNone;
  uint8_t naming_place = 0;
  bool settled = false;
  Contract contract = Contract::kNormal;
  int8_t declarer = kNobody;
  bool compulsory = false;
  bool forced = false;
  Poverty poverty;

  // ---- Parties ----
  // Bit s: seat s is Re. In a marriage without a partner only the declarer is.
  uint8_t re = 0;
  std::array<Shown, kSeats> shown = {};
  // Marriage: the partner, and the trick, from 1, that decided the partner.
  int8_t partner = kNobody;
  uint8_t clarified = 0;

  // ---- Announcements ----
  std::array<Announced, 2> announced;
  std::array<Spoken, kMaxAnnouncements> spoken;
  uint8_t announcements = 0;
  Window window;
  // Whether the seat to play has already announced with its card.
  bool has_announced = false;

  // ---- Tricks ----
  std::array<Trick, kMaxTricks> tricks;
  std::array<uint8_t, kMaxTricks> winners = {};
  // Complete tricks, and cards in the current trick.
  uint8_t tricks_played = 0;
  uint8_t cards_played = 0;
  // The seat that plays the next card.
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
  // Whether the declarer of a marriage still looks for a partner.
  bool MarriageOpen() const {
    return settled && contract == Contract::kMarriage && clarified == 0;
  }
  // Whether one seat plays against three.
  bool IsSoloClass() const { return (re & (re - 1)) == 0; }
  // The seat that would win the current trick as it lies. Requires: a card is
  // on the table.
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
  // 1 + Party, or 0 if nobody wins.
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
