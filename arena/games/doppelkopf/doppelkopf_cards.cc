#include "arena/games/doppelkopf/doppelkopf_cards.h"

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::doppelkopf {
namespace {

constexpr absl::string_view kSuitLetters = "CSHD";
constexpr absl::string_view kRankLetters = "9JQKTA";

// The kinds of trumps of a contract.
struct TrumpKinds {
  bool queens;
  bool jacks;
  // The suit that is trump as well, where there is one.
  std::optional<Suit> suit;
};

constexpr TrumpKinds TrumpKindsOf(Contract contract) {
  switch (contract) {
    case Contract::kNormal:
    case Contract::kMarriage:
    case Contract::kPoverty:
    case Contract::kDiamonds:
      return {true, true, kDiamondsSuit};
    case Contract::kClubs:
      return {true, true, kClubsSuit};
    case Contract::kSpades:
      return {true, true, kSpadesSuit};
    case Contract::kHearts:
      return {true, true, kHeartsSuit};
    case Contract::kQueens:
      return {true, false, std::nullopt};
    case Contract::kJacks:
      return {false, true, std::nullopt};
    case Contract::kFleshless:
      return {false, false, std::nullopt};
  }
  return {};
}

// Whether the ten of hearts is the highest trump.
constexpr bool DulleIsHighest(Contract contract, bool dulle) {
  return dulle && TrumpKindsOf(contract).suit.has_value();
}

// Among trumps, and among plain cards of a suit, the higher number wins.
constexpr int StrengthOf(Contract contract, Card card, bool dulle) {
  constexpr int kJacksFrom = kRanks;
  constexpr int kQueensFrom = kJacksFrom + 4;
  constexpr int kHighest = kQueensFrom + 4;
  const TrumpKinds trumps = TrumpKindsOf(contract);
  // Clubs, the first suit, are the highest among queens and among jacks.
  const int suit_strength = kDiamondsSuit - SuitOf(card);
  if (card == kDulle && DulleIsHighest(contract, dulle)) return kHighest;
  if (RankOf(card) == kQueen && trumps.queens) {
    return kQueensFrom + suit_strength;
  }
  if (RankOf(card) == kJack && trumps.jacks) return kJacksFrom + suit_strength;
  return RankOf(card);
}

constexpr CardSet TrumpSetOf(Contract contract, bool dulle) {
  const TrumpKinds trumps = TrumpKindsOf(contract);
  CardSet set = 0;
  if (trumps.queens) set |= RankSet(kQueen);
  if (trumps.jacks) set |= RankSet(kJack);
  if (trumps.suit.has_value()) set |= SuitSet(*trumps.suit);
  if (DulleIsHighest(contract, dulle)) set |= SetOf(kDulle);
  return set;
}

constexpr CardSet DemandIn(CardSet trumps, Card led) {
  return Contains(trumps, led) ? trumps : SuitSet(SuitOf(led)) & ~trumps;
}

// The above as tables, because every card of every trick needs it.
struct Order {
  CardSet trumps = 0;
  // The trumps, the highest first; zeros behind them.
  std::array<Card, kCardTypes> from_above = {};
  // By the card that was led: the cards that serve it.
  std::array<CardSet, kCardTypes> demands = {};
  // By the best card so far: the cards that beat it.
  std::array<CardSet, kCardTypes> winners = {};
};
// By contract and by whether the ten of hearts is special.
using Orders = std::array<std::array<Order, 2>, kContracts>;

constexpr Order MakeOrder(Contract contract, bool dulle) {
  Order order;
  order.trumps = TrumpSetOf(contract, dulle);
  size_t trumps = 0;
  for (Card card = 0; card < kCardTypes; ++card) {
    if (Contains(order.trumps, card)) order.from_above[trumps++] = card;
  }
  std::sort(order.from_above.begin(), order.from_above.begin() + trumps,
            [&](Card a, Card b) {
              return StrengthOf(contract, a, dulle) >
                     StrengthOf(contract, b, dulle);
            });
  for (Card best = 0; best < kCardTypes; ++best) {
    order.demands[best] = DemandIn(order.trumps, best);
    if (!Contains(order.trumps, best)) order.winners[best] = order.trumps;
    for (Card card = 0; card < kCardTypes; ++card) {
      if (Contains(order.demands[best], card) &&
          StrengthOf(contract, card, dulle) >
              StrengthOf(contract, best, dulle)) {
        order.winners[best] |= SetOf(card);
      }
    }
  }
  return order;
}

constexpr Orders MakeOrders() {
  Orders orders;
  for (size_t i = 0; i < kContracts; ++i) {
    const auto contract = static_cast<Contract>(i);
    orders[i] = {MakeOrder(contract, false), MakeOrder(contract, true)};
  }
  return orders;
}

const Order& OrderOf(Contract contract, const Rules& rules) {
  static constexpr Orders kOrders = MakeOrders();
  return kOrders[static_cast<size_t>(contract)][rules.dulle ? 1 : 0];
}

// Whether the later of two tens of hearts wins.
bool SecondDulleWins(Contract contract, bool last_trick, const Rules& rules) {
  if (!DulleIsHighest(contract, rules.dulle)) return false;
  return rules.dulle_order == DulleOrder::kSecond ||
         (rules.dulle_order == DulleOrder::kSecondExceptLast && !last_trick);
}

}  // namespace

// ---- Cards ----

int AugenOf(absl::Span<const Card> cards) {
  return absl::c_accumulate(
      cards, 0, [](int sum, Card card) { return sum + AugenOf(card); });
}

std::string CardText(uint32_t card) {
  if (card >= kCardTypes) return "?";
  return {kSuitLetters[card / kRanks], kRankLetters[card % kRanks]};
}

std::optional<Card> ParseCard(absl::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const size_t suit = kSuitLetters.find(text[0]);
  const size_t rank = kRankLetters.find(text[1]);
  if (suit == absl::string_view::npos || rank == absl::string_view::npos) {
    return std::nullopt;
  }
  return CardOf(static_cast<Suit>(suit), static_cast<Rank>(rank));
}

// ---- Orders ----

absl::string_view ContractText(Contract contract) {
  constexpr std::array<absl::string_view, kContracts> kTexts = {
      "normal",    "marriage", "poverty", "queens", "jacks",
      "fleshless", "clubs",    "spades",  "hearts", "diamonds"};
  return kTexts[static_cast<size_t>(contract)];
}

CardSet TrumpsOf(Contract contract, const Rules& rules) {
  return OrderOf(contract, rules).trumps;
}

absl::Span<const Card> TrumpOrder(Contract contract, const Rules& rules) {
  const Order& order = OrderOf(contract, rules);
  const auto trumps = static_cast<size_t>(std::popcount(order.trumps));
  return absl::MakeConstSpan(order.from_above.data(), trumps);
}

CardSet DemandOf(Contract contract, Card led, const Rules& rules) {
  return OrderOf(contract, rules).demands[led];
}

CardSet LegalCards(Contract contract, const Cards& hand,
                   std::optional<Card> led, const Rules& rules) {
  if (!led.has_value()) return hand.types();
  const CardSet serving = hand.types() & DemandOf(contract, *led, rules);
  return serving != 0 ? serving : hand.types();
}

bool Beats(Contract contract, Card card, Card best, bool last_trick,
           const Rules& rules) {
  if (card == best) {
    return card == kDulle && SecondDulleWins(contract, last_trick, rules);
  }
  return Contains(OrderOf(contract, rules).winners[best], card);
}

int WinningPosition(Contract contract, absl::Span<const Card> cards,
                    bool last_trick, const Rules& rules) {
  ARENA_CHECK(!cards.empty());
  size_t best = 0;
  for (size_t i = 1; i < cards.size(); ++i) {
    if (Beats(contract, cards[i], cards[best], last_trick, rules)) best = i;
  }
  return static_cast<int>(best);
}

Seat WinnerOf(Contract contract, const Trick& trick, const Rules& rules) {
  return trick.SeatAt(
      WinningPosition(contract, trick.cards, trick.last, rules));
}

// ---- Declarations that a dealt hand permits ----

bool MayDeclarePoverty(const Cards& hand, const Rules& rules) {
  CardSet counted = TrumpsOf(Contract::kPoverty, rules);
  if (rules.poverty_fox_free) counted &= ~SetOf(kFox);
  return rules.poverty && hand.CountIn(counted) <= 3;
}

bool MayDemandRedeal(const Cards& hand, const Rules& rules) {
  const CardSet trumps = TrumpsOf(Contract::kNormal, rules);
  const CardSet low_trumps =
      SuitSet(kDiamondsSuit) & ~RankSet(kQueen) & ~RankSet(kJack);
  if (rules.redeal_nines && hand.CountIn(RankSet(kNine)) >= 5) return true;
  if (rules.redeal_kings > 0 &&
      hand.CountIn(RankSet(kKing)) >= rules.redeal_kings) {
    return true;
  }
  if (rules.redeal_trumps && hand.CountIn(trumps) <= 3) return true;
  if (rules.redeal_low_trumps && hand.CountIn(trumps & ~low_trumps) == 0) {
    return true;
  }
  return rules.redeal_full && hand.CountIn(RankSet(kTen) | RankSet(kAce)) >= 7;
}

}  // namespace arena::doppelkopf
