// Makes a state from an observation of Doppelkopf: takes over the table,
// guesses the hidden cards, and plays the deal again with them.
#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
#include "arena/games/doppelkopf/doppelkopf_sampler.h"
#include "arena/v1/observation.pb.h"

namespace arena::doppelkopf {
namespace {

absl::Status CheckBySeat(const char* what, int size) {
  return CheckRange(what, size, kSeats, kSeats);
}

// ---- The last deal ----

absl::Status CheckResult(const v1::DoppelkopfResult& seen) {
  ARENA_RETURN_IF_ERROR(CheckRange("contract", seen.contract(), 1, kContracts));
  ARENA_RETURN_IF_ERROR(CheckRange("declarer", seen.declarer(), 0, 3));
  ARENA_RETURN_IF_ERROR(
      CheckRange("winning_party", seen.winning_party(), 0, 2));
  ARENA_RETURN_IF_ERROR(CheckRange("re_augen", seen.re_augen(), 0, kAllAugen));
  ARENA_RETURN_IF_ERROR(
      CheckRange("re_tricks", seen.re_tricks(), 0, kMaxTricks));
  ARENA_RETURN_IF_ERROR(CheckRange("re_level", seen.re_level(), 0, kLevels));
  ARENA_RETURN_IF_ERROR(
      CheckRange("kontra_level", seen.kontra_level(), 0, kLevels));
  ARENA_RETURN_IF_ERROR(
      CheckRange("number of items", seen.items_size(), 0, kMaxItems));
  ARENA_RETURN_IF_ERROR(CheckBySeat("number of parties", seen.parties_size()));
  ARENA_RETURN_IF_ERROR(CheckBySeat("number of points", seen.points_size()));
  return CheckBySeat("number of hands", seen.dealt_size());
}

// The last trick of a deal. The message names the seat that takes it.
absl::StatusOr<Trick> LastTrickOf(const v1::DoppelkopfTrick& seen) {
  ARENA_RETURN_IF_ERROR(CheckRange("leader", seen.leader(), 0, kSeats - 1));
  ARENA_RETURN_IF_ERROR(
      CheckBySeat("number of cards in last_trick", seen.cards_size()));
  Trick trick;
  trick.leader = static_cast<uint8_t>(seen.leader());
  trick.last = true;
  for (int i = 0; i < kSeats; ++i) {
    ARENA_RETURN_IF_ERROR(CheckRange("card", seen.cards(i), 0, kCardTypes - 1));
    trick.cards[i] = static_cast<Card>(seen.cards(i));
  }
  return trick;
}

absl::StatusOr<DealResult> ResultOf(const v1::DoppelkopfResult& seen,
                                    const Rules& rules) {
  ARENA_RETURN_IF_ERROR(CheckResult(seen));
  DealResult result;
  result.exists = true;
  result.deal = static_cast<int16_t>(seen.deal() - 1);
  result.contract = static_cast<Contract>(seen.contract() - 1);
  if (seen.has_declarer()) {
    result.declarer = static_cast<int8_t>(seen.declarer());
  }
  result.solo = seen.solo();
  result.winner = static_cast<uint8_t>(seen.winning_party());
  result.re_augen = static_cast<uint8_t>(seen.re_augen());
  result.re_tricks = static_cast<uint8_t>(seen.re_tricks());
  result.levels = {static_cast<Level>(seen.re_level()),
                   static_cast<Level>(seen.kontra_level())};
  for (const v1::DoppelkopfItem& line : seen.items()) {
    ARENA_ASSIGN_OR_RETURN(result.items[result.item_count++], ItemOf(line));
  }
  for (Seat seat = 0; seat < kSeats; ++seat) {
    if (seen.parties(seat) == v1::DOPPELKOPF_PARTY_RE) {
      result.re |= 1 << seat;
    }
    ARENA_RETURN_IF_ERROR(CheckRange("points", seen.points(seat), -1000, 1000));
    result.points[seat] = static_cast<int16_t>(seen.points(seat));
    ARENA_ASSIGN_OR_RETURN(result.dealt[seat],
                           CardsOf(seen.dealt(seat).cards()));
  }
  ARENA_ASSIGN_OR_RETURN(result.last_trick, LastTrickOf(seen.last_trick()));
  result.last_taker =
      static_cast<uint8_t>(WinnerOf(result.contract, result.last_trick, rules));
  return result;
}

}  // namespace

// Fills a state step by step. The rules themselves lead it to the moment of the
// observation, so the result is a state that the rules allow.
class ObservationSampler : public Sampler {
 public:
  ObservationSampler(State& state, Seat seat,
                     const v1::DoppelkopfObservation& seen, Rng& rng)
      : Sampler(state), seat_(seat), seen_(seen), rng_(rng) {}

  absl::Status Run() {
    ARENA_RETURN_IF_ERROR(RestoreMatch());
    ARENA_RETURN_IF_ERROR(ReadKnowledge());
    const std::optional<Hidden> hidden =
        GuessHidden(known_, state_.rules_, rng_);
    if (!hidden.has_value()) return Wrong("no cards agree with it");
    if (known_.phase == Phase::kDeal) return Deal(*hidden);
    ARENA_RETURN_IF_ERROR(StartAgain(*hidden, known_, rng_));
    if (!known_.settled) return absl::OkStatus();
    ARENA_RETURN_IF_ERROR(RestoreSettled());
    ARENA_RETURN_IF_ERROR(PlayPoverty(*hidden));
    return PlayTricks();
  }

 private:
  // ---- The match ----

  absl::Status RestoreMatch() {
    const Rules& rules = state_.rules_;
    ARENA_RETURN_IF_ERROR(CheckRange("deal", seen_.deal(), 1, rules.deals));
    ARENA_RETURN_IF_ERROR(CheckRange("dealer", seen_.dealer(), 0, kSeats - 1));
    ARENA_RETURN_IF_ERROR(
        CheckRange("redeals", seen_.redeals(), 0, rules.max_redeals));
    ARENA_RETURN_IF_ERROR(CheckBySeat("totals", seen_.totals_size()));
    ARENA_RETURN_IF_ERROR(
        CheckBySeat("positive_deals", seen_.positive_deals_size()));
    ARENA_RETURN_IF_ERROR(CheckBySeat("owed_solos", seen_.owed_solos_size()));
    state_.deal_number_ = static_cast<int16_t>(seen_.deal() - 1);
    state_.dealer_ = static_cast<uint8_t>(seen_.dealer());
    state_.redeals_ = static_cast<uint8_t>(seen_.redeals());
    for (Seat seat = 0; seat < kSeats; ++seat) {
      ARENA_RETURN_IF_ERROR(
          CheckRange("total", seen_.totals(seat), -1000000, 1000000));
      ARENA_RETURN_IF_ERROR(CheckRange(
          "positive_deals", seen_.positive_deals(seat), 0, seen_.deal() - 1));
      ARENA_RETURN_IF_ERROR(CheckRange("owed_solos", seen_.owed_solos(seat), 0,
                                       rules.compulsory_solos));
      state_.totals_[seat] = seen_.totals(seat);
      state_.positive_deals_[seat] =
          static_cast<int16_t>(seen_.positive_deals(seat));
      state_.owed_[seat] = static_cast<uint8_t>(seen_.owed_solos(seat));
    }
    if (seen_.has_last_deal() != (seen_.deal() > 1)) {
      return Wrong("last_deal: expected in all deals but the first");
    }
    if (!seen_.has_last_deal()) return absl::OkStatus();
    ARENA_RETURN_IF_ERROR(CheckRange("number of the last deal",
                                     seen_.last_deal().deal(), seen_.deal() - 1,
                                     seen_.deal() - 1));
    ARENA_ASSIGN_OR_RETURN(state_.last_, ResultOf(seen_.last_deal(), rules));
    return absl::OkStatus();
  }

  // ---- The knowledge of the seat ----

  absl::Status ReadKnowledge() {
    known_.seat = seat_;
    known_.forehand = state_.Forehand();
    ARENA_RETURN_IF_ERROR(ReadContract());
    ARENA_RETURN_IF_ERROR(ReadSeats());
    ARENA_RETURN_IF_ERROR(ReadPoverty());
    return ReadCards();
  }

  absl::Status ReadContract() {
    ARENA_RETURN_IF_ERROR(CheckRange("phase", seen_.phase(),
                                     v1::DOPPELKOPF_PHASE_DEAL,
                                     v1::DOPPELKOPF_PHASE_OVER - 1));
    ARENA_RETURN_IF_ERROR(
        CheckRange("contract", seen_.contract(), 0, kContracts));
    ARENA_RETURN_IF_ERROR(
        CheckRange("declarer", seen_.declarer(), 0, kSeats - 1));
    known_.phase = static_cast<Phase>(seen_.phase() - 1);
    known_.settled = seen_.contract() != v1::DOPPELKOPF_CONTRACT_UNSPECIFIED;
    known_.declarer = static_cast<Seat>(seen_.declarer());
    known_.forced = seen_.forced();
    if (known_.settled) {
      known_.contract = static_cast<Contract>(seen_.contract() - 1);
      ARENA_RETURN_IF_ERROR(CheckRange("named_in", seen_.named_in(), 0, 5));
      known_.naming = static_cast<Naming>(seen_.named_in());
    } else if (known_.phase == Phase::kName && seen_.to_act_size() == 1) {
      ARENA_RETURN_IF_ERROR(CheckRange("naming", seen_.naming(), 1, 5));
      ARENA_RETURN_IF_ERROR(
          CheckRange("to_act", seen_.to_act(0), 0, kSeats - 1));
      known_.naming = static_cast<Naming>(seen_.naming());
      known_.asked = static_cast<Seat>(seen_.to_act(0));
    }
    return absl::OkStatus();
  }

  absl::Status ReadSeats() {
    ARENA_RETURN_IF_ERROR(CheckBySeat("statements", seen_.statements_size()));
    ARENA_RETURN_IF_ERROR(CheckBySeat("hand_counts", seen_.hand_counts_size()));
    ARENA_RETURN_IF_ERROR(
        CheckBySeat("public_parties", seen_.public_parties_size()));
    // A seat that has accepted a poverty holds the most.
    const int most = state_.rules_.hand_cards + kPovertyCards;
    for (Seat seat = 0; seat < kSeats; ++seat) {
      ARENA_RETURN_IF_ERROR(
          CheckRange("statement", seen_.statements(seat), 0, 2));
      ARENA_RETURN_IF_ERROR(
          CheckRange("public party", seen_.public_parties(seat), 0, 2));
      ARENA_RETURN_IF_ERROR(
          CheckRange("hand_counts", seen_.hand_counts(seat), 0, most));
      known_.statements[seat] = static_cast<Statement>(seen_.statements(seat));
      known_.shown[seat] = static_cast<Shown>(seen_.public_parties(seat));
      known_.hand_counts[seat] = static_cast<int>(seen_.hand_counts(seat));
      known_.owes[seat] = seen_.owed_solos(seat) > 0;
    }
    if (seat_ < 0 || known_.statements[seat_] != Statement::kReservation) {
      return absl::OkStatus();
    }
    ARENA_RETURN_IF_ERROR(CheckRange("own_reservation", seen_.own_reservation(),
                                     2, v1::DoppelkopfDeclaration_MAX));
    known_.own_said =
        kHealthy + static_cast<Action>(seen_.own_reservation()) - 1;
    return absl::OkStatus();
  }

  absl::Status ReadPoverty() {
    const v1::DoppelkopfPoverty& poverty = seen_.poverty();
    ARENA_RETURN_IF_ERROR(
        CheckRange("acceptor", poverty.acceptor(), 0, kSeats - 1));
    ARENA_RETURN_IF_ERROR(
        CheckRange("laid_trumps", poverty.laid_trumps(), 0, kPovertyCards));
    ARENA_RETURN_IF_ERROR(CheckRange(
        "returned_trumps", poverty.returned_trumps(), 0, kPovertyCards));
    if (poverty.has_acceptor()) {
      known_.acceptor = static_cast<Seat>(poverty.acceptor());
    }
    if (poverty.has_laid_trumps()) {
      known_.laid_trumps = static_cast<int>(poverty.laid_trumps());
    }
    known_.returned_trumps = static_cast<int>(poverty.returned_trumps());
    ARENA_ASSIGN_OR_RETURN(known_.laid, CardsOf(poverty.laid()));
    ARENA_ASSIGN_OR_RETURN(known_.returned, CardsOf(poverty.returned()));
    return absl::OkStatus();
  }

  // Moves a card out of the unseen cards.
  absl::Status See(uint32_t card) {
    if (card >= kCardTypes ||
        known_.unseen.count(static_cast<Card>(card)) == 0) {
      return Wrong("card ", card, " (", CardText(card),
                   "): the deck has no more copies of it");
    }
    known_.unseen.Remove(static_cast<Card>(card));
    return absl::OkStatus();
  }

  absl::Status ReadCards() {
    known_.unseen = Cards::Deck(state_.rules_.nines());
    for (const uint32_t card : seen_.hand()) {
      ARENA_RETURN_IF_ERROR(See(card));
      known_.own.Add(static_cast<Card>(card));
    }
    for (const v1::DoppelkopfTrick& trick : seen_.tricks()) {
      if (trick.leader() >= kSeats || trick.cards_size() > kSeats ||
          trick.cards_size() == 0) {
        return Wrong("a trick with leader ", trick.leader(), " and ",
                     trick.cards_size(),
                     " cards: expected leader 0..3 and 1 to 4 cards");
      }
      for (int i = 0; i < trick.cards_size(); ++i) {
        ARENA_RETURN_IF_ERROR(See(trick.cards(i)));
        known_.See((static_cast<Seat>(trick.leader()) + i) % kSeats,
                   static_cast<Card>(trick.cards(i)),
                   DemandOf(known_.contract, static_cast<Card>(trick.cards(0)),
                            state_.rules_));
      }
    }
    return absl::OkStatus();
  }

  absl::Status Deal(const Hidden& hidden) {
    state_.StartDeal();
    std::array<Cards, kSeats> left = hidden.dealt;
    int cards = 0;
    for (const Cards& hand : left) cards += hand.size();
    if (cards == kSeats * state_.rules_.hand_cards) {
      return Wrong("hand_counts: expected a card that is not dealt");
    }
    for (; cards > 0; --cards) {
      Cards& hand = left[state_.ReceiverOfCard()];
      if (hand.empty())
        return Wrong("hand_counts do not fit the dealing order");
      const Card card = LowestOf(hand.types());
      hand.Remove(card);
      state_.DealCard(card);
    }
    return absl::OkStatus();
  }

  // ---- The contract ----

  // Restores the contract without other seats' declarations, which no longer
  // matter.
  absl::Status RestoreSettled() {
    arena::doppelkopf::Deal& deal = state_.deal_;
    const Contract contract = known_.contract;
    const Seat declarer = known_.declarer;
    if (state_.phase_ == Phase::kForced) {
      return Make(deal.declarer, Declare(contract));
    }
    const bool normal = contract == Contract::kNormal;
    if (normal == seen_.has_declarer()) {
      return Wrong("declarer: expected one in every deal but a normal one");
    }
    if (IsSolo(contract) && !state_.rules_.Allows(contract)) {
      return Wrong("contract: the options do not allow this solo");
    }
    for (Seat seat = 0; seat < kSeats; ++seat) {
      const bool healthy = known_.statements[seat] == Statement::kHealthy;
      if (normal && !healthy) return Wrong("a reservation in a normal deal");
      deal.said[seat] = static_cast<uint8_t>(healthy ? kHealthy : kReservation);
      if (healthy || seat != seat_) continue;
      ARENA_RETURN_IF_ERROR(CheckOwnReservation());
      deal.said[seat] = static_cast<uint8_t>(known_.own_said);
    }
    if (!normal && deal.said[declarer] == kHealthy) {
      return Wrong("declarer ", declarer,
                   " is healthy: expected a reservation");
    }
    deal.naming = known_.naming;
    if (deal.naming != Naming::kNone) {
      deal.naming_place = static_cast<uint8_t>(
          (declarer + kSeats - state_.Forehand()) % kSeats);
    }
    deal.compulsory = IsSolo(contract) && state_.Owes(declarer);
    state_.Settle(contract, declarer);
    return absl::OkStatus();
  }

  absl::Status CheckOwnReservation() const {
    ActionList list;
    state_.ReserveActions(seat_, list);
    if (std::binary_search(list.begin(), list.end(), known_.own_said)) {
      return absl::OkStatus();
    }
    return Wrong("own_reservation ", ActionText(known_.own_said),
                 ": the hand does not allow it");
  }

  absl::Status PlayPoverty(const Hidden& hidden) {
    const arena::doppelkopf::Deal& deal = state_.deal_;
    if (state_.phase_ != Phase::kLay ||
        seen_.phase() == v1::DOPPELKOPF_PHASE_LAY) {
      return absl::OkStatus();
    }
    if (hidden.laid.size() != kPovertyCards ||
        !deal.hands[deal.declarer].Includes(hidden.laid)) {
      return Wrong("the laid cards are not in the hand of the declarer");
    }
    state_.Lay(Three(kLay, hidden.laid));
    const v1::DoppelkopfPoverty& poverty = seen_.poverty();
    ARENA_RETURN_IF_ERROR(
        CheckRange("declined", poverty.declined_size(), 0, kSeats - 2));
    for (int i = 0; i < poverty.declined_size(); ++i) {
      ARENA_RETURN_IF_ERROR(Make(state_.OfferedSeat(), kDecline));
    }
    if (!poverty.has_acceptor()) return absl::OkStatus();
    ARENA_RETURN_IF_ERROR(Make(state_.OfferedSeat(), kAccept));
    if (seen_.phase() == v1::DOPPELKOPF_PHASE_RETURN) return absl::OkStatus();
    return Make(deal.poverty.acceptor, Three(kReturn, hidden.returned));
  }

  // The action with these cards; one that is never legal if they are not three.
  static Action Three(Action kind, const Cards& cards) {
    const std::vector<Card> list = ListOf(cards);
    if (list.size() != kPovertyCards) return kHealthy;
    return ThreeCardsAction(kind, {list[0], list[1], list[2]});
  }

  // ---- Tricks ----

  // Makes every announcement and card that was seen, and passes elsewhere, up
  // to the moment of the observation.
  absl::Status PlayTricks() {
    std::vector<uint32_t> cards;
    for (const v1::DoppelkopfTrick& trick : seen_.tricks()) {
      cards.insert(cards.end(), trick.cards().begin(), trick.cards().end());
    }
    size_t next_card = 0;
    while (state_.phase_ == Phase::kWindow || state_.phase_ == Phase::kPlay) {
      const Seat seat = state_.ToAct().first();
      if (const auto spoken = NextAnnouncement(seat)) {
        ARENA_RETURN_IF_ERROR(Make(seat, *spoken));
      } else if (state_.phase_ == Phase::kPlay) {
        if (next_card == cards.size()) return absl::OkStatus();
        ARENA_RETURN_IF_ERROR(Make(seat, cards[next_card++]));
      } else {
        if (next_card == cards.size() && IsWindowNow(seat)) {
          return absl::OkStatus();
        }
        ARENA_RETURN_IF_ERROR(Make(seat, kPass));
      }
    }
    return absl::OkStatus();
  }

  bool IsWindowNow(Seat seat) const {
    return seen_.phase() == v1::DOPPELKOPF_PHASE_WINDOW &&
           seen_.window_pass() == state_.deal_.window.pass &&
           seen_.to_act_size() == 1 &&
           seen_.to_act(0) == static_cast<uint32_t>(seat);
  }

  // The announcement of the seat at this moment, if any.
  std::optional<Action> NextAnnouncement(Seat seat) const {
    const arena::doppelkopf::Deal& deal = state_.deal_;
    const int number = deal.announcements;
    if (number >= seen_.announcements_size()) return std::nullopt;
    const v1::DoppelkopfAnnouncement& next = seen_.announcements(number);
    const bool now = next.seat() == static_cast<uint32_t>(seat) &&
                     next.tricks() == deal.tricks_played &&
                     next.cards() == deal.cards_played &&
                     next.window_pass() == deal.window.pass;
    if (!now || next.level() < 1 || next.level() > kLevels ||
        next.party() < 1 || next.party() > 2) {
      return std::nullopt;
    }
    return AnnouncementOf(static_cast<Level>(next.level()),
                          static_cast<Party>(next.party() - 1));
  }

  const Seat seat_;
  const v1::DoppelkopfObservation& seen_;
  Rng& rng_;
  Knowledge known_;
};

absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(State state, Create(seats, options));
  if (!observation.has_doppelkopf()) return Wrong("it belongs to another game");
  const v1::DoppelkopfObservation& seen = observation.doppelkopf();
  ARENA_RETURN_IF_ERROR(ObservationSampler(state, seat, seen, rng).Run());
  return state;
}

}  // namespace arena::doppelkopf
