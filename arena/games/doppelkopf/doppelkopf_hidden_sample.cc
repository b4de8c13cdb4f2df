#include "arena/games/doppelkopf/doppelkopf_hidden_sample.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/games/doppelkopf/doppelkopf_deal.h"
#include "arena/games/doppelkopf/doppelkopf_guess.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
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
  Guesser(const v1::DoppelkopfObservation& seen, Seat seat, const Rules& rules,
          Seat forehand, Rng& rng)
      : seen_(seen),
        seat_(seat),
        rules_(rules),
        forehand_(forehand),
        rng_(rng) {}

  absl::StatusOr<Hidden> Run() {
    ARENA_RETURN_IF_ERROR(ReadNumbers());
    ARENA_RETURN_IF_ERROR(ReadCards());
    if (seen_.phase() == v1::DOPPELKOPF_PHASE_DEAL) return RunDeal();
    ARENA_RETURN_IF_ERROR(CountHands());
    for (int i = 0; i < kTries; ++i) {
      foxes_kept_ = rules_.poverty_fox_free && i >= kTries / 4;
      relaxed_ = i >= kTries / 2;
      holdings_ = start_;
      free_ = unseen_;
      hidden_ = Hidden();
      if (Guess()) return hidden_;
    }
    return Wrong("no cards agree with it");
  }

 private:
  // ---- Reading the observation ----

  absl::Status ReadNumbers() {
    const bool complete = seen_.statements_size() == kSeats &&
                          seen_.owed_solos_size() == kSeats &&
                          seen_.hand_counts_size() == kSeats &&
                          seen_.public_parties_size() == kSeats;
    if (!complete) {
      return Wrong(
          "statements, owed_solos, hand_counts, public_parties: expected ",
          kSeats, " values each");
    }
    if (seen_.declarer() >= kSeats || seen_.poverty().acceptor() >= kSeats) {
      return Wrong("declarer ", seen_.declarer(), ", acceptor ",
                   seen_.poverty().acceptor(), ": expected 0..", kSeats - 1);
    }
    if (seen_.contract() < 0 || seen_.contract() > kContracts ||
        seen_.phase() < v1::DOPPELKOPF_PHASE_DEAL ||
        seen_.phase() >= v1::DOPPELKOPF_PHASE_OVER) {
      return Wrong("phase ", static_cast<int>(seen_.phase()), ", contract ",
                   static_cast<int>(seen_.contract()),
                   ": expected a phase before the end, and contract 0..",
                   kContracts);
    }
    return absl::OkStatus();
  }

  // Moves a card out of the unseen cards.
  absl::Status See(uint32_t card, Cards& to) {
    if (card >= kCardTypes || unseen_.count(static_cast<Card>(card)) == 0) {
      return Wrong("card ", card, " (", CardText(card),
                   "): the deck has no more copies of it");
    }
    unseen_.Remove(static_cast<Card>(card));
    to.Add(static_cast<Card>(card));
    return absl::OkStatus();
  }

  absl::Status ReadCards() {
    unseen_ = Cards::Deck(rules_.nines());
    for (const uint32_t card : seen_.hand()) {
      ARENA_RETURN_IF_ERROR(See(card, own_));
    }
    for (const v1::DoppelkopfTrick& trick : seen_.tricks()) {
      if (trick.leader() >= kSeats || trick.cards_size() > kSeats ||
          trick.cards_size() == 0) {
        return Wrong("a trick with leader ", trick.leader(), " and ",
                     trick.cards_size(),
                     " cards: expected leader 0..3 and 1 to 4 cards");
      }
      for (int i = 0; i < trick.cards_size(); ++i) {
        const auto seat = (static_cast<Seat>(trick.leader()) + i) % kSeats;
        ARENA_RETURN_IF_ERROR(See(trick.cards(i), played_[seat]));
      }
    }
    ARENA_ASSIGN_OR_RETURN(laid_, CardsOf(seen_.poverty().laid()));
    ARENA_ASSIGN_OR_RETURN(returned_, CardsOf(seen_.poverty().returned()));
    return absl::OkStatus();
  }

  // While cards are dealt, the other seats may hold any of them.
  absl::StatusOr<Hidden> RunDeal() {
    Cards deck = unseen_;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const uint32_t count = seen_.hand_counts(seat);
      if (count > rules_.hand_cards) {
        return Wrong("hand_counts has ", count, " cards for seat ", seat,
                     ": expected at most ", rules_.hand_cards);
      }
      hidden_.cards_dealt += static_cast<int>(count);
      Cards& hand = hidden_.dealt[seat];
      if (seat == seat_) hand = own_;
      while (hand.size() < static_cast<int>(count)) {
        if (deck.empty()) return Wrong("hand_counts: the deck has fewer cards");
        const Card card = AnyOf(deck, rng_);
        deck.Remove(card);
        hand.Add(card);
      }
    }
    return hidden_;
  }

  bool IsPoverty() const {
    return seen_.contract() == v1::DOPPELKOPF_CONTRACT_POVERTY;
  }
  bool IsPlayed() const {
    return seen_.phase() == v1::DOPPELKOPF_PHASE_PLAY ||
           seen_.phase() == v1::DOPPELKOPF_PHASE_WINDOW;
  }
  Seat Declarer() const { return static_cast<Seat>(seen_.declarer()); }
  Seat Acceptor() const {
    return seen_.poverty().has_acceptor()
               ? static_cast<Seat>(seen_.poverty().acceptor())
               : kNobody;
  }

  // Three cards of a poverty lie on the table, or are in another hand. If the
  // seat knows them, they are not unseen; if not, they count as still in the
  // hand that they were dealt to.
  absl::Status CountHands() {
    for (Seat seat = 0; seat < kSeats; ++seat) {
      start_[seat].count = rules_.hand_cards - played_[seat].size();
    }
    if (IsPoverty() && !IsPlayed() &&
        seen_.phase() != v1::DOPPELKOPF_PHASE_LAY) {
      const Seat poor = Declarer();
      if (seat_ == poor || (seat_ >= 0 && seat_ == Acceptor())) {
        start_[poor].count -= kPovertyCards;
      }
      if (seat_ == poor) {
        Cards out;
        for (const Card card : ListOf(laid_)) {
          ARENA_RETURN_IF_ERROR(See(card, out));
        }
      } else if (seat_ >= 0 && seat_ == Acceptor()) {
        start_[seat_].count += kPovertyCards;
      }
    }
    if (seat_ >= 0) {
      if (own_.size() != start_[seat_].count) {
        return Wrong(own_.size(), " cards in hand: expected ",
                     start_[seat_].count);
      }
      start_[seat_] = {.count = 0, .certain = Cards(), .possible = 0};
    }
    if (IsPlayed()) AddVoids();
    return absl::OkStatus();
  }

  // A seat that did not serve has no more of the demanded cards.
  void AddVoids() {
    const auto contract = static_cast<Contract>(
        std::max(0, static_cast<int>(seen_.contract()) - 1));
    for (const v1::DoppelkopfTrick& trick : seen_.tricks()) {
      const CardSet demand =
          DemandOf(contract, static_cast<Card>(trick.cards(0)), rules_);
      for (int i = 1; i < trick.cards_size(); ++i) {
        if (Contains(demand, static_cast<Card>(trick.cards(i)))) continue;
        start_[(trick.leader() + i) % kSeats].Rule(demand);
      }
    }
  }

  // ---- Guesses ----

  bool Guess() {
    if (IsPoverty()) return GuessPoverty();
    if (seen_.contract() == v1::DOPPELKOPF_CONTRACT_MARRIAGE) {
      if (!GiveOlds(Declarer())) return false;
    } else {
      if (!MakeClaims()) return false;
      const bool secret =
          seen_.contract() == v1::DOPPELKOPF_CONTRACT_UNSPECIFIED ||
          seen_.contract() == v1::DOPPELKOPF_CONTRACT_NORMAL;
      if (secret && !PlaceOlds()) return false;
    }
    if (!DealRest()) return false;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      hidden_.dealt[seat] = hidden_.dealt[seat] + played_[seat];
    }
    return true;
  }

  // Fills hidden_.dealt with the present cards of each seat.
  bool DealRest() {
    const auto hands = DealUnseen(unseen_, holdings_, rng_);
    if (!hands.has_value()) return false;
    hidden_.dealt = *hands;
    if (seat_ >= 0) hidden_.dealt[seat_] = own_;
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
        seen_.public_parties(seat) == v1::DOPPELKOPF_PARTY_KONTRA) {
      return 0;
    }
    const bool one_at_most =
        !rules_.silent_solo &&
        seen_.statements(seat) == v1::DOPPELKOPF_STATEMENT_HEALTHY;
    const int most = one_at_most ? 1 - played_[seat].count(kOld) : kCopies;
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
      const bool shown =
          seat != seat_ &&
          seen_.public_parties(seat) == v1::DOPPELKOPF_PARTY_RE &&
          played_[seat].count(kOld) == 0;
      if (shown && !give(seat)) return false;
    }
    while (free_.count(kOld) > 0) {
      std::vector<Seat> places;
      for (Seat seat = 0; seat < kSeats; ++seat) {
        if (MostOlds(seat) <= 0) continue;
        places.insert(places.end(), static_cast<size_t>(holdings_[seat].open()),
                      seat);
      }
      if (places.empty()) return false;
      give(places[rng_.Below(static_cast<uint32_t>(places.size()))]);
    }
    RuleForAll(SetOf(kOld));
    return true;
  }

  // ---- Reservations ----

  bool IsReserved(Seat seat) const {
    return seen_.statements(seat) == v1::DOPPELKOPF_STATEMENT_RESERVATION;
  }
  int PlaceOf(Seat seat) const { return (seat + kSeats - forehand_) % kSeats; }
  // The order in which solos count: owed ones first, then from forehand on.
  int SoloOrder(Seat seat) const {
    return (seen_.owed_solos(seat) > 0 ? 0 : kSeats) + PlaceOf(seat);
  }

  // Whether the seat's reservation cannot be a solo, because that solo would
  // have been played.
  bool HasOtherClaim(Seat seat) const {
    if (!IsReserved(seat)) return false;
    if (rules_.solos == 0) {
      return seen_.contract() == v1::DOPPELKOPF_CONTRACT_UNSPECIFIED;
    }
    if (rules_.reservation_steps == 1) {
      return IsSoloSeen() && seat != Declarer() &&
             SoloOrder(seat) < SoloOrder(Declarer());
    }
    if (IsSoloSeen() && seen_.named_in() < v1::DOPPELKOPF_NAMING_LAST) {
      return false;  // others may still have been asked
    }
    const int round = std::max<int>(seen_.naming(), seen_.named_in());
    if (round <= v1::DOPPELKOPF_NAMING_VOLUNTARY_SOLO) return false;
    // The seat that was asked last for a solo has passed.
    for (Seat other = 0; other < kSeats; ++other) {
      if (IsReserved(other) && SoloOrder(other) > SoloOrder(seat)) return false;
    }
    return true;
  }
  bool IsSoloSeen() const {
    return !seen_.forced() &&
           seen_.contract() >= v1::DOPPELKOPF_CONTRACT_QUEENS;
  }

  // Gives each seat with another claim both old ones, or a poor hand.
  bool MakeClaims() {
    if (relaxed_) return true;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      if (seat == seat_ || !HasOtherClaim(seat)) continue;
      const bool marriage =
          free_.count(kOld) + played_[seat].count(kOld) == kCopies;
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
    const int room = kPovertyCards - played_[seat].CountIn(Counted());
    if (room < 0) return false;
    const int wanted =
        rng_.Below(4) > 0
            ? room
            : static_cast<int>(rng_.Below(static_cast<uint32_t>(room) + 1));
    return MakeCertain(Counted(), wanted, free_, holdings_[seat], rng_);
  }

  bool GuessPoverty() {
    const Seat poor = Declarer();
    if (IsPlayed()) return GuessExchange();
    const bool laid = seen_.phase() != v1::DOPPELKOPF_PHASE_LAY;
    if (seat_ == poor) {
      if (!DealRest()) return false;
      hidden_.laid = laid_;
      hidden_.dealt[poor] = own_ + laid_;
      return true;
    }
    if (laid && seat_ >= 0 && seat_ == Acceptor()) {
      holdings_[poor].Rule(TrumpsNotKept());
      if (!DealRest() || !own_.Includes(laid_)) return false;
      hidden_.laid = laid_;
      hidden_.dealt[poor] = hidden_.dealt[poor] + laid_;
      hidden_.dealt[seat_] = own_ - laid_;
      return true;
    }
    if (laid && seen_.poverty().has_laid_trumps() && !rules_.poverty_fox_free) {
      const int told =
          static_cast<int>(std::min(seen_.poverty().laid_trumps(), 4u));
      if (!MakeCertain(Trumps(), told, free_, holdings_[poor], rng_)) {
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
    const bool foxes = laid_.CountIn(Trumps()) == kPovertyCards || foxes_kept_;
    return foxes ? Counted() : Trumps();
  }

  bool IsToldOf(const Cards& three) const {
    return !seen_.poverty().has_laid_trumps() ||
           three.CountIn(Trumps()) ==
               static_cast<int>(seen_.poverty().laid_trumps());
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
    const Seat poor = Declarer();
    const Seat rich = Acceptor();
    if (rich == kNobody || rich == poor) return false;
    hidden_.laid = laid_;
    hidden_.returned = returned_;
    if (seat_ == poor) {
      Certainly(rich, Without(laid_, returned_));
    } else if (seat_ == rich) {
      Certainly(poor, returned_);
      holdings_[poor].Rule(TrumpsNotKept());
    } else {
      if (!GiveReturnedTrumps(poor)) return false;
    }
    if (!DealRest()) return false;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      hidden_.dealt[seat] = hidden_.dealt[seat] + played_[seat];
    }
    if (seat_ != poor && seat_ != rich && !GuessExchanged()) return false;
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
        0, static_cast<int>(std::min(seen_.poverty().returned_trumps(), 4u)) -
               played_[poor].CountIn(Trumps()));
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
    for (const Card card : ListOf(Without(cards, played_[seat]))) {
      if (free_.count(card) == 0) continue;
      free_.Remove(card);
      holdings_[seat].certain.Add(card);
    }
  }

  bool GuessExchanged() {
    const Cards poor = hidden_.dealt[Declarer()];
    const auto trumps = static_cast<int>(seen_.poverty().returned_trumps());
    Cards left = poor;
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
    return ChooseLaid(hidden_.dealt[Acceptor()] + hidden_.returned,
                      [&](const Cards& three) {
                        return MayLay(left + three, three, rules_);
                      });
  }

  const v1::DoppelkopfObservation& seen_;
  const Seat seat_;
  const Rules& rules_;
  const Seat forehand_;
  Rng& rng_;
  // The cards from the observation.
  Cards own_;
  Cards unseen_;
  std::array<Cards, kSeats> played_;
  Cards laid_;
  Cards returned_;
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

absl::StatusOr<Hidden> GuessHidden(const v1::DoppelkopfObservation& seen,
                                   Seat seat, const Rules& rules, Seat forehand,
                                   Rng& rng) {
  return Guesser(seen, seat, rules, forehand, rng).Run();
}

}  // namespace arena::doppelkopf
