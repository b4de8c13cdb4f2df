// Doppelkopf: calls Re or Kontra with a strong hand, leads fresh aces, takes
// tricks that pay, gives Augen to friends and keeps its foxes from strangers.
#include <algorithm>
#include <array>
#include <optional>

#include "sample_bots/cpp/greedy/bots.h"

namespace greedy {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;
namespace v1 = arena::v1;

// ---- Cards ----

enum Suit { kClubs, kSpades, kHearts, kDiamonds };
enum Rank { kNine, kJack, kQueen, kKing, kTen, kAce };

constexpr int CardOf(Suit suit, Rank rank) { return 6 * suit + rank; }
constexpr int kOld = CardOf(kClubs, kQueen);  // Its holder is Re.
constexpr int kDulle = CardOf(kHearts, kTen);
constexpr int kFox = CardOf(kDiamonds, kAce);

int SuitOf(int card) { return card / 6; }
int RankOf(int card) { return card % 6; }
int AugenOf(int card) {
  constexpr std::array kAugen = {0, 2, 3, 4, 10, 11};
  return kAugen[RankOf(card)];
}

bool IsSolo(v1::DoppelkopfContract contract) {
  return contract >= v1::DOPPELKOPF_CONTRACT_QUEENS;
}

// The order of the cards in a contract: trumps, and the winner of two cards.
class Order {
 public:
  Order(v1::DoppelkopfContract contract, const Prompt& prompt)
      : contract_(contract) {
    has_dulle_ = prompt.match().options().at("dulle") == "on";
  }

  // 0: no trump. A trump has more than any plain card; the highest wins.
  int TrumpRank(int card) const {
    const bool only_queens = contract_ == v1::DOPPELKOPF_CONTRACT_QUEENS;
    const bool only_jacks = contract_ == v1::DOPPELKOPF_CONTRACT_JACKS;
    if (contract_ == v1::DOPPELKOPF_CONTRACT_FLESHLESS) return 0;
    if (RankOf(card) == kQueen && !only_jacks) return 33 - SuitOf(card);
    if (RankOf(card) == kJack && !only_queens) return 23 - SuitOf(card);
    if (only_queens || only_jacks) return 0;
    if (card == kDulle && has_dulle_) return 40;
    return SuitOf(card) == TrumpSuit() ? 10 + RankOf(card) : 0;
  }

  // The highest card takes the trick to which `led` was led; 0 never does.
  int StrengthIn(int card, int led) const {
    if (TrumpRank(card) > 0) return TrumpRank(card);
    const bool follows = TrumpRank(led) == 0 && SuitOf(card) == SuitOf(led);
    return follows ? 1 + RankOf(card) : 0;
  }

  // The cost of spending a card: Augen, a trump, a high trump.
  int CostOf(int card) const {
    return AugenOf(card) + (TrumpRank(card) > 0 ? 5 : 0) +
           (TrumpRank(card) >= 30 ? 10 : 0);
  }

 private:
  int TrumpSuit() const {
    if (contract_ == v1::DOPPELKOPF_CONTRACT_CLUBS) return kClubs;
    if (contract_ == v1::DOPPELKOPF_CONTRACT_SPADES) return kSpades;
    if (contract_ == v1::DOPPELKOPF_CONTRACT_HEARTS) return kHearts;
    return kDiamonds;
  }

  v1::DoppelkopfContract contract_;
  bool has_dulle_;
};

// ---- Hands ----

// Trumps and plain aces of the bot's hand.
struct Count {
  Count(const v1::DoppelkopfObservation& table, const Order& order)
      : cards(table.hand_size()) {
    for (const uint32_t card : table.hand()) {
      const int trump = order.TrumpRank(card);
      trumps += trump > 0;
      high += (trump >= 30) + (trump == 40);
      old += card == kOld;
      aces += trump == 0 && RankOf(card) == kAce;
      tens += trump == 0 && RankOf(card) == kTen;
    }
  }
  int cards;
  int trumps = 0;
  int high = 0;  // Queens, and Dullen twice.
  int old = 0;
  int aces = 0;
  int tens = 0;
};

// Above 0: the hand is overwhelming in the solo.
int SoloStrength(v1::DoppelkopfContract solo, const Prompt& prompt) {
  const Count hand(prompt.observation().doppelkopf(), Order(solo, prompt));
  switch (solo) {
    case v1::DOPPELKOPF_CONTRACT_QUEENS:
    case v1::DOPPELKOPF_CONTRACT_JACKS:
      return 3 * hand.trumps + 2 * hand.aces - 20;
    case v1::DOPPELKOPF_CONTRACT_FLESHLESS:
      return 2 * hand.aces + hand.tens - hand.cards - 1;
    default:
      return 2 * (hand.trumps + hand.aces - hand.cards) + hand.high - 4;
  }
}

// Above 0: the hand is good enough to call with a partner.
int TeamStrength(const Prompt& prompt) {
  const Count hand(prompt.observation().doppelkopf(),
                   Order(v1::DOPPELKOPF_CONTRACT_NORMAL, prompt));
  return hand.trumps + hand.high + hand.old + 2 * hand.aces - hand.cards - 7;
}

// ---- The bot ----

class DoppelkopfBot : public Bot {
 public:
  Choice Act(const Prompt& prompt) override {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    switch (table.phase()) {
      case v1::DOPPELKOPF_PHASE_LAY:
      case v1::DOPPELKOPF_PHASE_RETURN:
        return GiveThreeCards(prompt);
      case v1::DOPPELKOPF_PHASE_OFFER:
        return Say(TeamStrength(prompt) > -2 ? v1::DOPPELKOPF_WORD_ACCEPT
                                             : v1::DOPPELKOPF_WORD_DECLINE);
      case v1::DOPPELKOPF_PHASE_WINDOW:
        if (const auto call = Call(prompt, prompt.actions())) return *call;
        return Say(v1::DOPPELKOPF_WORD_PASS);
      case v1::DOPPELKOPF_PHASE_PLAY:
        return table.has_trick_holder() ? Follow(prompt) : Lead(prompt);
      default:
        return Declare(prompt);
    }
  }

  // Called before the bot plays a card, if announcements are possible.
  std::optional<Choice> Announce(const Prompt& prompt) override {
    return Call(prompt, prompt.announcements());
  }

 private:
  static Choice Say(v1::DoppelkopfWord word) {
    v1::GameAction action;
    action.mutable_doppelkopf()->set_word(word);
    return action;
  }

  // Before the tricks: the most valuable of the offered actions.
  static Choice Declare(const Prompt& prompt) {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    const bool owes = table.owed_solos(prompt.seat()) > 0;
    // Solos have the same numbers as declarations and as contracts.
    const auto strength = [&](int solo) {
      return SoloStrength(static_cast<v1::DoppelkopfContract>(solo), prompt) +
             (owes ? 2 : 0);
    };
    const auto& hand = table.hand();
    bool reserved = std::count(hand.begin(), hand.end(), kOld) == 2;
    for (int solo = v1::DOPPELKOPF_DECLARATION_QUEENS;
         solo <= v1::DOPPELKOPF_DECLARATION_DIAMONDS; ++solo) {
      reserved |= strength(solo) > 0;
    }
    return Best(prompt, [&](const v1::GameAction& action) {
      switch (const int wish = action.doppelkopf().declaration()) {
        case v1::DOPPELKOPF_DECLARATION_REDEAL:
          return 200;
        case v1::DOPPELKOPF_DECLARATION_MARRIAGE:
          return 50;
        case v1::DOPPELKOPF_DECLARATION_POVERTY:
          return 40;
        case v1::DOPPELKOPF_DECLARATION_RESERVATION:
          return reserved ? 30 : 0;
        case v1::DOPPELKOPF_DECLARATION_HEALTHY:
        case v1::DOPPELKOPF_DECLARATION_UNSPECIFIED:  // The word pass.
          return 20;
        default:
          return strength(wish) + (strength(wish) > 0 ? 100 : 0);
      }
    });
  }

  // Re or Kontra, if offered and the hand is good enough.
  template <typename Actions>
  static std::optional<Choice> Call(const Prompt& prompt,
                                    const Actions& offered) {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    const bool strong = IsSolo(table.contract())
                            ? table.declarer() == prompt.seat() &&
                                  SoloStrength(table.contract(), prompt) > 0
                            : TeamStrength(prompt) > 0;
    if (!strong) return std::nullopt;
    for (const v1::LegalAction& entry : offered) {
      const v1::DoppelkopfWord word = entry.action().doppelkopf().word();
      if (word == v1::DOPPELKOPF_WORD_RE ||
          word == v1::DOPPELKOPF_WORD_KONTRA) {
        return entry;
      }
    }
    return std::nullopt;
  }

  // Poverty: gives away the cards that cost least.
  static Choice GiveThreeCards(const Prompt& prompt) {
    const Order order(v1::DOPPELKOPF_CONTRACT_POVERTY, prompt);
    return Best(prompt, [&](const v1::GameAction& action) {
      const v1::DoppelkopfAction& gift = action.doppelkopf();
      const auto& cards =
          gift.has_lay() ? gift.lay().cards() : gift.give_back().cards();
      int score = 0;
      for (const uint32_t card : cards) score -= order.CostOf(card);
      return score;
    });
  }

  // Leads aces while all other seats may have the suit, then small trumps if it
  // has many. A soloist draws the others' trumps with its highest trump.
  static Choice Lead(const Prompt& prompt) {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    const Order order(table.contract(), prompt);
    const Count hand(table, order);
    const bool alone =
        IsSolo(table.contract()) && table.declarer() == prompt.seat();
    return Best(prompt, [&](const v1::GameAction& action) {
      const int card = action.doppelkopf().card();
      if (order.TrumpRank(card) > 0) {
        return alone ? order.TrumpRank(card) : hand.trumps - order.CostOf(card);
      }
      if (RankOf(card) == kAce && !WasLed(table, order, SuitOf(card))) {
        return 100;
      }
      return -AugenOf(card);
    });
  }

  static bool WasLed(const v1::DoppelkopfObservation& table, const Order& order,
                     int suit) {
    return std::any_of(table.tricks().begin(), table.tricks().end(),
                       [&](const v1::DoppelkopfTrick& trick) {
                         if (trick.cards().empty()) return false;
                         const int led = trick.cards(0);
                         return SuitOf(led) == suit &&
                                order.TrumpRank(led) == 0;
                       });
  }

  static Choice Follow(const Prompt& prompt) {
    const v1::DoppelkopfObservation& table = prompt.observation().doppelkopf();
    const Order order(table.contract(), prompt);
    const v1::DoppelkopfTrick& trick = *table.tricks().rbegin();
    const int led = trick.cards(0);
    const uint32_t holder = table.trick_holder();
    const int best = trick.cards((holder + 4 - trick.leader()) % 4);
    const int strongest = order.StrengthIn(best, led);
    const bool is_last = trick.cards_size() == 3;
    const bool friendly = table.party() != v1::DOPPELKOPF_PARTY_UNSPECIFIED &&
                          table.public_parties(holder) == table.party();
    // The higher queens are hardly ever beaten.
    const bool safe = is_last || strongest >= 32;
    return Best(prompt, [&](const v1::GameAction& action) {
      const int card = action.doppelkopf().card();
      const int cost = order.CostOf(card);
      const bool wins = order.StrengthIn(card, led) > strongest;
      if (friendly && safe) return 4 * AugenOf(card) - cost;
      if (!wins) return -cost;
      if (friendly) return -cost - 4;
      const int augen = static_cast<int>(trick.augen());
      // A sure trick may cost Augen, an unsure one should not.
      if (is_last) return augen + 2 * AugenOf(card) - cost;
      return augen - cost - (card == kFox ? 10 : 0);
    });
  }
};

}  // namespace

std::unique_ptr<Bot> MakeDoppelkopfBot() {
  return std::make_unique<DoppelkopfBot>();
}

}  // namespace greedy
