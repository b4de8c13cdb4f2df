#include "arena/games/doppelkopf/doppelkopf_hidden.h"

#include <algorithm>
#include <vector>

#include "arena/games/doppelkopf/doppelkopf_guess.h"
#include "arena/games/doppelkopf/doppelkopf_poverty.h"

namespace arena::doppelkopf {
namespace {

// A guess may fail by bad luck, so there are this many. The last half of them
// is less exact, so that there is always an answer.
constexpr int kTries = 40;

// The cards of a that are not in b.
Cards Without(const Cards& a, const Cards& b) {
  Cards rest;
  for (CardSet types = a.types(); types != 0; types &= types - 1) {
    const Card card = LowestOf(types);
    for (int i = b.count(card); i < a.count(card); ++i) rest.Add(card);
  }
  return rest;
}

class Guesser {
 public:
  Guesser(const Knowledge& known, const Rules& rules, Rng& rng)
      : known_(known), rules_(rules), rng_(rng), unseen_(known.unseen) {}

  std::optional<Hidden> Run() {
    if (known_.phase == Phase::kDeal) return RunDeal();
    if (!CountHands()) return std::nullopt;
    for (int i = 0; i < kTries; ++i) {
      foxes_kept_ = rules_.poverty_fox_free && i >= kTries / 4;
      relaxed_ = i >= kTries / 2;
      holdings_ = start_;
      free_ = unseen_;
      hidden_ = Hidden();
      if (Guess()) return hidden_;
    }
    return std::nullopt;
  }

 private:
  // While cards are dealt, the other seats may hold any of them.
  std::optional<Hidden> RunDeal() {
    Cards deck = unseen_;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      Cards& hand = hidden_.dealt[seat];
      if (seat == known_.seat) hand = known_.own;
      while (hand.size() < known_.hand_counts[seat]) {
        if (deck.empty()) return std::nullopt;
        const Card card = AnyOf(deck, rng_);
        deck.Remove(card);
        hand.Add(card);
      }
    }
    return hidden_;
  }

  bool IsPoverty() const {
    return known_.settled && known_.contract == Contract::kPoverty;
  }
  bool IsPlayed() const {
    return known_.phase == Phase::kPlay || known_.phase == Phase::kWindow;
  }
  // Whether a seat (not a spectator) is the knowing one.
  bool IsKnown(Seat seat) const { return seat >= 0 && seat == known_.seat; }

  // Three cards of a poverty lie on the table, or are in another hand. If the
  // seat knows them, they are not unseen; if not, they count as still in the
  // hand that they were dealt to. False for a hand of a wrong size.
  bool CountHands() {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      start_[seat].count = rules_.hand_cards - known_.played[seat].size();
    }
    if (IsPoverty() && !IsPlayed() && known_.phase != Phase::kLay) {
      const Seat poor = known_.declarer;
      if (IsKnown(poor) || IsKnown(known_.acceptor)) {
        start_[poor].count -= kPovertyCards;
      }
      if (IsKnown(poor)) {
        if (!unseen_.Includes(known_.laid)) return false;
        unseen_ = unseen_ - known_.laid;
      } else if (IsKnown(known_.acceptor)) {
        start_[known_.seat].count += kPovertyCards;
      }
    }
    if (known_.seat >= 0) {
      if (known_.own.size() != start_[known_.seat].count) return false;
      start_[known_.seat] = {.count = 0, .certain = Cards(), .possible = 0};
    }
    for (Seat seat = 0; IsPlayed() && seat < kSeats; ++seat) {
      start_[seat].Rule(known_.lacks[seat]);
    }
    return true;
  }

  // ---- Guesses ----

  bool Guess() {
    if (IsPoverty()) return GuessPoverty();
    if (known_.settled && known_.contract == Contract::kMarriage) {
      if (!GiveOlds(known_.declarer)) return false;
    } else {
      if (!MakeClaims()) return false;
      const bool secret =
          !known_.settled || known_.contract == Contract::kNormal;
      if (secret && !PlaceOlds()) return false;
    }
    if (!DealRest()) return false;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      hidden_.dealt[seat] = hidden_.dealt[seat] + known_.played[seat];
    }
    return true;
  }

  // Fills hidden_.dealt with the present cards of each seat.
  bool DealRest() {
    const auto hands = DealUnseen(unseen_, holdings_, rng_);
    if (!hands.has_value()) return false;
    hidden_.dealt = *hands;
    if (known_.seat >= 0) hidden_.dealt[known_.seat] = known_.own;
    return true;
  }

  void RuleForAll(CardSet set) {
    for (Holding& holding : holdings_) holding.Rule(set);
  }

  // Gives the seat all old ones that are still unseen.
  bool GiveOlds(Seat seat) {
    const bool given = MakeCertain(SetOf(kOld), free_.count(kOld), free_,
                                   holdings_[seat], rng_);
    RuleForAll(SetOf(kOld));
    return given;
  }

  // The number of old ones that a seat can have in addition.
  int MostOlds(Seat seat) const {
    const Holding& holding = holdings_[seat];
    if (!Contains(holding.possible, kOld) ||
        known_.shown[seat] == Shown::kKontra) {
      return 0;
    }
    const bool one_at_most =
        !rules_.silent_solo && known_.statements[seat] == Statement::kHealthy;
    const int most =
        one_at_most ? 1 - known_.played[seat].count(kOld) : kCopies;
    return std::min(most - holding.certain.count(kOld), holding.open());
  }

  // The old ones make the parties: a seat that has announced Re has one, a seat
  // that is known as Kontra has none, and one seat may have both.
  bool PlaceOlds() {
    const auto give = [&](Seat seat) {
      if (free_.count(kOld) == 0 || MostOlds(seat) <= 0) return false;
      free_.Remove(kOld);
      holdings_[seat].certain.Add(kOld);
      return true;
    };
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const bool shown = seat != known_.seat &&
                         known_.shown[seat] == Shown::kRe &&
                         known_.played[seat].count(kOld) == 0;
      if (shown && !give(seat)) return false;
    }
    while (free_.count(kOld) > 0) {
      // Every open place is equally likely.
      std::array<int, kSeats> places = {};
      int all = 0;
      for (Seat seat = 0; seat < kSeats; ++seat) {
        if (MostOlds(seat) > 0) places[seat] = holdings_[seat].open();
        all += places[seat];
      }
      if (all == 0) return false;
      int n = static_cast<int>(rng_.Below(static_cast<uint32_t>(all)));
      Seat seat = 0;
      while (n >= places[seat]) n -= places[seat++];
      give(seat);
    }
    RuleForAll(SetOf(kOld));
    return true;
  }

  // ---- Reservations ----

  bool IsReserved(Seat seat) const {
    return known_.statements[seat] == Statement::kReservation;
  }
  int PlaceOf(Seat seat) const {
    return (seat + kSeats - known_.forehand) % kSeats;
  }
  // The order in which solos count: owed ones first, then from forehand on.
  int SoloOrder(Seat seat) const {
    return (known_.owes[seat] ? 0 : kSeats) + PlaceOf(seat);
  }

  // Whether the seat's reservation cannot be a solo, because that solo would
  // have been played.
  bool HasOtherClaim(Seat seat) const {
    if (!IsReserved(seat)) return false;
    if (rules_.solos == 0) return !known_.settled;
    if (rules_.reservation_steps == 1) {
      return IsSoloSeen() && seat != known_.declarer &&
             SoloOrder(seat) < SoloOrder(known_.declarer);
    }
    if (IsSoloSeen() && known_.naming < Naming::kLast) {
      return false;  // others may still have been asked
    }
    if (known_.naming <= Naming::kVoluntarySolo) return false;
    // The seat that was asked last for a solo has passed.
    for (Seat other = 0; other < kSeats; ++other) {
      if (IsReserved(other) && SoloOrder(other) > SoloOrder(seat)) return false;
    }
    return true;
  }
  bool IsSoloSeen() const {
    return known_.settled && !known_.forced && IsSolo(known_.contract);
  }

  // Gives each seat with another claim both old ones, or a poor hand.
  bool MakeClaims() {
    if (relaxed_) return true;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (seat == known_.seat || !HasOtherClaim(seat)) continue;
      const bool marriage =
          free_.count(kOld) + known_.played[seat].count(kOld) == kCopies;
      if (!rules_.poverty || (marriage && rng_.Below(3) > 0)) {
        if (!marriage || !GiveOlds(seat)) return false;
      } else if (!MakePoor(seat)) {
        return false;
      }
    }
    return true;
  }

  // ---- Poverty ----

  CardSet Trumps() const { return TrumpsOf(Contract::kPoverty, rules_); }
  CardSet Counted() const {
    return rules_.poverty_fox_free ? Trumps() & ~SetOf(kFox) : Trumps();
  }

  // Gives the seat at most three counted trumps, and usually exactly three.
  bool MakePoor(Seat seat) {
    if (relaxed_) return true;
    const int room = kPovertyCards - known_.played[seat].CountIn(Counted());
    if (room < 0) return false;
    const int wanted =
        rng_.Below(4) > 0
            ? room
            : static_cast<int>(rng_.Below(static_cast<uint32_t>(room) + 1));
    return MakeCertain(Counted(), wanted, free_, holdings_[seat], rng_);
  }

  bool GuessPoverty() {
    const Seat poor = known_.declarer;
    if (IsPlayed()) return GuessExchange();
    const bool laid = known_.phase != Phase::kLay;
    if (IsKnown(poor)) {
      if (!DealRest()) return false;
      hidden_.laid = known_.laid;
      hidden_.dealt[poor] = known_.own + known_.laid;
      return true;
    }
    if (laid && IsKnown(known_.acceptor)) {
      holdings_[poor].Rule(TrumpsNotKept());
      if (!DealRest() || !known_.own.Includes(known_.laid)) return false;
      hidden_.laid = known_.laid;
      hidden_.dealt[poor] = hidden_.dealt[poor] + known_.laid;
      hidden_.dealt[known_.seat] = known_.own - known_.laid;
      return true;
    }
    if (laid && known_.laid_trumps.has_value() && !rules_.poverty_fox_free) {
      if (!MakeCertain(Trumps(), *known_.laid_trumps, free_, holdings_[poor],
                       rng_)) {
        return false;
      }
    } else if (!MakePoor(poor)) {
      return false;
    }
    return DealRest() && (!laid || GuessLaid(hidden_.dealt[poor]));
  }

  // The cards that the poor seat cannot have kept after laying these.
  CardSet TrumpsNotKept() const {
    if (relaxed_) return 0;
    const bool foxes =
        known_.laid.CountIn(Trumps()) == kPovertyCards || foxes_kept_;
    return foxes ? Counted() : Trumps();
  }

  bool IsToldOf(const Cards& three) const {
    return !known_.laid_trumps.has_value() ||
           three.CountIn(Trumps()) == *known_.laid_trumps;
  }

  // Any three cards that the poor hand may lay.
  bool GuessLaid(const Cards& poor) {
    return ChooseLaid(
        poor, [&](const Cards& three) { return MayLay(poor, three, rules_); });
  }

  template <typename Condition>
  bool ChooseLaid(const Cards& from, Condition condition) {
    std::vector<ThreeCards> all;
    ForEachThree(from, [&](const ThreeCards& cards) {
      const Cards three(cards);
      if (IsToldOf(three) && (relaxed_ || condition(three))) {
        all.push_back(cards);
      }
    });
    if (all.empty()) return false;
    hidden_.laid = Cards(all[rng_.Below(static_cast<uint32_t>(all.size()))]);
    return true;
  }

  // After the exchange: guesses the present hands, then the exchanged cards.
  bool GuessExchange() {
    const Seat poor = known_.declarer;
    const Seat rich = known_.acceptor;
    if (rich == kNobody || rich == poor) return false;
    hidden_.laid = known_.laid;
    hidden_.returned = known_.returned;
    if (IsKnown(poor)) {
      Certainly(rich, Without(known_.laid, known_.returned));
    } else if (IsKnown(rich)) {
      Certainly(poor, known_.returned);
      holdings_[poor].Rule(TrumpsNotKept());
    } else {
      if (!GiveReturnedTrumps(poor)) return false;
    }
    if (!DealRest()) return false;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      hidden_.dealt[seat] = hidden_.dealt[seat] + known_.played[seat];
    }
    if (!IsKnown(poor) && !IsKnown(rich) && !GuessExchanged()) return false;
    Cards& rich_hand = hidden_.dealt[rich];
    Cards& poor_hand = hidden_.dealt[poor];
    rich_hand = rich_hand + hidden_.returned;
    if (!poor_hand.Includes(hidden_.returned) ||
        !rich_hand.Includes(hidden_.laid)) {
      return false;
    }
    rich_hand = rich_hand - hidden_.laid;
    poor_hand = poor_hand - hidden_.returned + hidden_.laid;
    return relaxed_ || (MayLay(poor_hand, hidden_.laid, rules_) &&
                        MayDeclarePoverty(poor_hand, rules_));
  }

  // A poor seat has only the trumps that it was given, and foxes that it may
  // have kept.
  bool GiveReturnedTrumps(Seat poor) {
    const int left = std::max(
        0, known_.returned_trumps - known_.played[poor].CountIn(Trumps()));
    const CardSet possible = holdings_[poor].possible;
    if (!foxes_kept_ || relaxed_) {
      const bool given =
          MakeCertain(Trumps(), left, free_, holdings_[poor], rng_);
      if (relaxed_) holdings_[poor].possible = possible;
      return given;
    }
    const auto counted =
        static_cast<int>(rng_.Below(static_cast<uint32_t>(left) + 1));
    return MakeCertain(Counted(), counted, free_, holdings_[poor], rng_);
  }

  // Notes that a seat has or had these cards.
  void Certainly(Seat seat, const Cards& cards) {
    Cards left = Without(cards, known_.played[seat]);
    while (!left.empty()) {
      const Card card = LowestOf(left.types());
      left.Remove(card);
      if (free_.count(card) == 0) continue;
      free_.Remove(card);
      holdings_[seat].certain.Add(card);
    }
  }

  bool GuessExchanged() {
    const int trumps = known_.returned_trumps;
    Cards left = hidden_.dealt[known_.declarer];
    hidden_.returned = Cards();
    for (int i = 0; i < kPovertyCards; ++i) {
      // Trumps come first, counted ones before foxes that may have been kept.
      Cards from = left.In(i < trumps ? Counted() : ~Trumps());
      if (from.empty() && i < trumps) from = left.In(Trumps());
      if (from.empty() && relaxed_) from = left.In(~Trumps());
      if (from.empty()) return false;
      const Card card = AnyOf(from, rng_);
      left.Remove(card);
      hidden_.returned.Add(card);
    }
    return ChooseLaid(hidden_.dealt[known_.acceptor] + hidden_.returned,
                      [&](const Cards& three) {
                        return MayLay(left + three, three, rules_);
                      });
  }

  const Knowledge& known_;
  const Rules& rules_;
  Rng& rng_;
  Cards unseen_;
  Holdings start_;
  // The present guess.
  bool foxes_kept_ = false;
  // Reservations no longer count, only the cards that were seen.
  bool relaxed_ = false;
  Holdings holdings_;
  Cards free_;
  Hidden hidden_;
};

}  // namespace

std::optional<Hidden> GuessHidden(const Knowledge& known, const Rules& rules,
                                  Rng& rng) {
  return Guesser(known, rules, rng).Run();
}

}  // namespace arena::doppelkopf
