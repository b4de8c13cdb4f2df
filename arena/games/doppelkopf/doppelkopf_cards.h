// The cards of Doppelkopf: trumps, legal cards and winners of tricks.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_CARDS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_CARDS_H_

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/base/action.h"
#include "arena/games/doppelkopf/doppelkopf_rules.h"

namespace arena::doppelkopf {

// ---- Cards ----

// 0..23, six to a suit. Every card exists twice, and the copies are the same.
// Suits: clubs 0, spades 1, hearts 2, diamonds 3. Ranks from below: nine 0,
// jack 1, queen 2, king 3, ten 4, ace 5; this is also their order in every
// plain suit.
using Card = uint8_t;
inline constexpr int kCardTypes = 24;
inline constexpr int kCopies = 2;
inline constexpr int kRanks = 6;

enum Suit : uint8_t { kClubsSuit, kSpadesSuit, kHeartsSuit, kDiamondsSuit };
enum Rank : uint8_t { kNine, kJack, kQueen, kKing, kTen, kAce };

constexpr Card CardOf(Suit suit, Rank rank) {
  return static_cast<Card>(suit * kRanks + rank);
}
constexpr Suit SuitOf(Card card) { return static_cast<Suit>(card / kRanks); }
constexpr Rank RankOf(Card card) { return static_cast<Rank>(card % kRanks); }

inline constexpr Card kOld = CardOf(kClubsSuit, kQueen);
inline constexpr Card kDulle = CardOf(kHeartsSuit, kTen);
inline constexpr Card kFox = CardOf(kDiamondsSuit, kAce);
inline constexpr Card kKarlchen = CardOf(kClubsSuit, kJack);

// The Augen of all cards together.
inline constexpr int kAllAugen = 240;
constexpr int AugenOf(Card card) {
  constexpr std::array<uint8_t, kRanks> kAugen = {0, 2, 3, 4, 10, 11};
  return kAugen[RankOf(card)];
}
int AugenOf(absl::Span<const Card> cards);

// "HT", or "?" for a number that is no card.
std::string CardText(uint32_t card);
// Nothing if the text is not the name of a card.
std::optional<Card> ParseCard(absl::string_view text);

// ---- Sets and hands ----

// A set of card types; bit c is card c.
using CardSet = uint32_t;
inline constexpr CardSet kAllTypes = (CardSet{1} << kCardTypes) - 1;
constexpr CardSet SetOf(Card card) { return CardSet{1} << card; }
constexpr CardSet SuitSet(Suit suit) { return CardSet{0x3F} << suit * kRanks; }
constexpr CardSet RankSet(Rank rank) { return CardSet{0x041041} << rank; }
constexpr bool Contains(CardSet set, Card card) {
  return (set >> card & 1) != 0;
}
// Requires: not empty.
constexpr Card LowestOf(CardSet set) {
  return static_cast<Card>(std::countr_zero(set));
}

// Zero, one or two of each card: a hand, cards played, a whole deck.
class Cards {
 public:
  constexpr Cards() = default;
  constexpr explicit Cards(absl::Span<const Card> cards) {
    for (const Card card : cards) Add(card);
  }
  static constexpr Cards Deck(bool nines) {
    return Cards(InBoth(nines ? kAllTypes : kAllTypes & ~RankSet(kNine)));
  }

  constexpr int count(Card card) const {
    return (types() >> card & 1) + (pairs() >> card & 1);
  }
  constexpr int CountIn(CardSet set) const {
    return std::popcount(bits_ & InBoth(set));
  }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr CardSet types() const { return static_cast<CardSet>(bits_); }
  constexpr CardSet pairs() const { return static_cast<CardSet>(bits_ >> 32); }
  // A bit for every copy: c for the first of card c, 32 + c for the second.
  constexpr uint64_t copies() const { return bits_; }
  constexpr bool Includes(const Cards& other) const {
    return (other.bits_ & ~bits_) == 0;
  }
  // The cards of these types.
  constexpr Cards In(CardSet set) const { return Cards(bits_ & InBoth(set)); }

  // Requires: fewer than two copies of the card here.
  constexpr void Add(Card card) {
    const uint64_t first = SetOf(card);
    bits_ |= first | (bits_ & first) << 32;
  }
  // Requires: at least one copy of the card here.
  constexpr void Remove(Card card) {
    const CardSet set = SetOf(card);
    bits_ &= ~InBoth(set) | (pairs() & set);
  }

  // Both require: the result has zero, one or two of each card.
  friend constexpr Cards operator+(const Cards& a, const Cards& b) {
    return Cards(a.bits_ | b.bits_ | (a.bits_ & b.bits_) << 32);
  }
  friend constexpr Cards operator-(const Cards& a, const Cards& b) {
    const uint64_t left = a.bits_ & ~b.bits_;
    // A pair less one copy leaves one copy, and no pair.
    return Cards((left | left >> 32) & ~(uint64_t{b.types()} << 32));
  }
  friend constexpr bool operator==(const Cards&, const Cards&) = default;

 private:
  constexpr explicit Cards(uint64_t bits) : bits_(bits) {}
  static constexpr uint64_t InBoth(CardSet set) {
    return set | uint64_t{set} << 32;
  }

  // Both halves in one word, which is read and written at once.
  uint64_t bits_ = 0;
};

// ---- Orders ----

// "normal", "marriage", "poverty", "queens", "jacks", "fleshless", "clubs", ...
absl::string_view ContractText(Contract contract);

CardSet TrumpsOf(Contract contract, const Rules& rules);
// The same cards, the highest first.
absl::Span<const Card> TrumpOrder(Contract contract, const Rules& rules);
inline bool IsTrump(Contract contract, Card card, const Rules& rules) {
  return Contains(TrumpsOf(contract, rules), card);
}
// All cards that serve when this card is led: the trumps, or the plain cards
// of its suit.
CardSet DemandOf(Contract contract, Card led, const Rules& rules);
// The cards of the hand that may be played; all of them if no card was led.
CardSet LegalCards(Contract contract, const Cards& hand,
                   std::optional<Card> led, const Rules& rules);

// Whether a card wins over `best`, the card that was winning the same trick
// before it.
bool Beats(Contract contract, Card card, Card best, bool last_trick,
           const Rules& rules);
// The position of the winner among the cards of a trick, in playing order. The
// trick need not be complete. Requires: not empty.
int WinningPosition(Contract contract, absl::Span<const Card> cards,
                    bool last_trick, const Rules& rules);

// A complete trick; the cards are in the order in which they were played.
struct Trick {
  std::array<Card, kSeats> cards = {};
  uint8_t leader = 0;
  bool last = false;

  constexpr Seat SeatAt(int position) const {
    return (leader + position) % kSeats;
  }
  friend bool operator==(const Trick&, const Trick&) = default;
};
Seat WinnerOf(Contract contract, const Trick& trick, const Rules& rules);

// ---- Declarations that a dealt hand permits ----

constexpr bool HasBothOld(const Cards& hand) { return hand.count(kOld) == 2; }
// Whether poverty is played and the hand is poor.
bool MayDeclarePoverty(const Cards& hand, const Rules& rules);
bool MayDemandRedeal(const Cards& hand, const Rules& rules);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_CARDS_H_
