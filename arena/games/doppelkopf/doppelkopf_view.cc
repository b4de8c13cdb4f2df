// The view of a seat of Doppelkopf, as messages.
#include <string>

#include "arena/games/doppelkopf/doppelkopf.h"
#include "arena/games/doppelkopf/doppelkopf_messages_view.h"
#include "arena/v1/observation.pb.h"

namespace arena::doppelkopf {
namespace {

// ---- Parts of an observation: each lists what its receiver may know ----

void FillTrick(const Trick& trick, int cards, v1::DoppelkopfTrick& message) {
  message.set_leader(trick.leader);
  const absl::Span<const Card> played(trick.cards.data(),
                                      static_cast<size_t>(cards));
  for (const Card card : played) message.add_cards(card);
  message.set_augen(static_cast<uint32_t>(AugenOf(played)));
}

void AddReservations(const Deal& deal, Phase phase, Seat seat,
                     v1::DoppelkopfObservation& seen) {
  for (const uint8_t said : deal.said) {
    seen.add_statements(said == 0 ? v1::DOPPELKOPF_STATEMENT_UNSPECIFIED
                        : said == kHealthy
                            ? v1::DOPPELKOPF_STATEMENT_HEALTHY
                            : v1::DOPPELKOPF_STATEMENT_RESERVATION);
  }
  if (seat >= 0 && deal.said[seat] != 0 && deal.said[seat] != kHealthy) {
    seen.set_own_reservation(DeclarationOf(deal.said[seat]));
  }
  if (phase == Phase::kName) seen.set_naming(MessageOf(deal.naming));
  if (deal.settled) {
    seen.set_contract(MessageOf(deal.contract));
    seen.set_named_in(MessageOf(deal.naming));
  }
  if (deal.declarer != kNobody) {
    seen.set_declarer(static_cast<uint32_t>(deal.declarer));
  }
  seen.set_compulsory(deal.compulsory);
  seen.set_forced(deal.forced);
}

// Only the two seats that exchange the cards see them.
void AddPoverty(const Deal& deal, Phase phase, Seat seat, const Rules& rules,
                v1::DoppelkopfPoverty& seen) {
  const Poverty& poverty = deal.poverty;
  const CardSet trumps = TrumpsOf(Contract::kPoverty, rules);
  const bool accepted = poverty.acceptor != kNobody;
  if (accepted) seen.set_acceptor(static_cast<uint32_t>(poverty.acceptor));
  for (int i = 1; i <= poverty.declined; ++i) {
    seen.add_declined(static_cast<uint32_t>((deal.declarer + i) % kSeats));
  }
  if (phase == Phase::kLay) return;
  if (rules.poverty_tell_trumps) {
    seen.set_laid_trumps(static_cast<uint32_t>(poverty.laid.CountIn(trumps)));
  }
  const bool returned = accepted && phase != Phase::kReturn;
  if (returned) {
    seen.set_returned_trumps(
        static_cast<uint32_t>(poverty.returned.CountIn(trumps)));
  }
  const bool is_poor = seat == deal.declarer;
  const bool has_accepted = accepted && seat == poverty.acceptor;
  if (is_poor || has_accepted) {
    AddCards(poverty.laid, *seen.mutable_laid());
    if (returned) AddCards(poverty.returned, *seen.mutable_returned());
  }
}

void AddSpoken(const Deal& deal, v1::DoppelkopfObservation& seen) {
  seen.set_re_level(MessageOf(deal.of(Party::kRe).level));
  seen.set_kontra_level(MessageOf(deal.of(Party::kKontra).level));
  for (int i = 0; i < deal.announcements; ++i) {
    const Spoken& spoken = deal.spoken[i];
    v1::DoppelkopfAnnouncement& message = *seen.add_announcements();
    message.set_seat(spoken.seat);
    message.set_party(MessageOf(spoken.party));
    message.set_level(MessageOf(spoken.level));
    message.set_hand_count(spoken.cards_in_hand);
    message.set_reply(spoken.reply);
    message.set_tricks(spoken.tricks);
    message.set_cards(spoken.cards);
    message.set_window_pass(spoken.pass);
  }
}

void AddTricks(const Deal& deal, const Rules& rules,
               v1::DoppelkopfObservation& seen) {
  for (int i = 0; i < deal.tricks_played; ++i) {
    v1::DoppelkopfTrick& message = *seen.add_tricks();
    FillTrick(deal.tricks[i], kSeats, message);
    message.set_taker(deal.winners[i]);
  }
  if (deal.cards_played > 0) {
    FillTrick(deal.tricks[deal.tricks_played], deal.cards_played,
              *seen.add_tricks());
    seen.set_trick_holder(static_cast<uint32_t>(deal.TrickHolder(rules)));
  }
  for (const uint8_t augen : deal.augen) seen.add_augen(augen);
  if (!deal.settled) return;
  for (const Card card : TrumpOrder(deal.contract, rules)) {
    seen.add_trumps(card);
  }
}

// The seat's party, as far as it is settled.
v1::DoppelkopfParty OwnParty(const Deal& deal, Phase phase, Seat seat) {
  const bool tricks =
      phase == Phase::kWindow || phase == Phase::kPlay || phase == Phase::kOver;
  if (seat < 0 || !tricks) return v1::DOPPELKOPF_PARTY_UNSPECIFIED;
  if (deal.MarriageOpen() && seat != deal.declarer) {
    return v1::DOPPELKOPF_PARTY_UNSPECIFIED;
  }
  return MessageOf(deal.PartyOf(seat));
}

v1::DoppelkopfParty MessageOf(Shown shown) {
  return static_cast<v1::DoppelkopfParty>(shown);
}

}  // namespace

void FillResult(const DealResult& result, v1::DoppelkopfResult& message) {
  message.set_deal(static_cast<uint32_t>(result.deal) + 1);
  message.set_contract(MessageOf(result.contract));
  if (result.declarer != kNobody) {
    message.set_declarer(static_cast<uint32_t>(result.declarer));
  }
  message.set_solo(result.solo);
  message.set_winning_party(static_cast<v1::DoppelkopfParty>(result.winner));
  message.set_re_augen(result.re_augen);
  message.set_re_tricks(result.re_tricks);
  message.set_re_level(MessageOf(result.levels[0]));
  message.set_kontra_level(MessageOf(result.levels[1]));
  for (int i = 0; i < result.item_count; ++i) {
    const ScoreItem& item = result.items[i];
    v1::DoppelkopfItem& line = *message.add_items();
    line.set_reason(MessageOf(item.reason));
    line.set_party(MessageOf(item.party));
    line.set_points(item.points);
    line.set_announcer(MessageOf(item.announcer));
  }
  for (Seat seat = 0; seat < kSeats; ++seat) {
    const bool re = (result.re >> seat & 1) != 0;
    message.add_parties(MessageOf(re ? Party::kRe : Party::kKontra));
    message.add_points(result.points[seat]);
    AddCards(result.dealt[seat], *message.add_dealt()->mutable_cards());
  }
  FillTrick(result.last_trick, kSeats, *message.mutable_last_trick());
  message.mutable_last_trick()->set_taker(result.last_taker);
}

// ---- Observations ----

void State::ObservationFor(Seat seat, v1::Observation& out) const {
  v1::DoppelkopfObservation& seen = *out.mutable_doppelkopf();
  seen.Clear();
  seen.set_deal(static_cast<uint32_t>(deal_number_) + 1);
  seen.set_redeals(redeals_);
  seen.set_dealer(dealer_);
  seen.set_phase(
      static_cast<v1::DoppelkopfPhase>(1 + static_cast<int>(phase_)));
  for (Seat i = 0; i < kSeats; ++i) {
    seen.add_totals(totals_[i]);
    seen.add_positive_deals(static_cast<uint32_t>(positive_deals_[i]));
    seen.add_owed_solos(owed_[i]);
    seen.add_hand_counts(static_cast<uint32_t>(deal_.hands[i].size()));
    seen.add_public_parties(MessageOf(deal_.shown[i]));
  }
  if (last_.exists) FillResult(last_, *seen.mutable_last_deal());
  for (const Seat acting : ToAct()) {
    seen.add_to_act(static_cast<uint32_t>(acting));
  }
  if (seat >= 0) AddCards(deal_.hands[seat], *seen.mutable_hand());
  seen.set_party(OwnParty(deal_, phase_, seat));
  AddReservations(deal_, phase_, seat, seen);
  if (deal_.settled && deal_.contract == Contract::kPoverty) {
    AddPoverty(deal_, phase_, seat, rules_, *seen.mutable_poverty());
  }
  if (deal_.clarified > 0) {
    seen.mutable_marriage()->set_trick(deal_.clarified);
    if (deal_.partner != kNobody) {
      seen.mutable_marriage()->set_partner(
          static_cast<uint32_t>(deal_.partner));
    }
  }
  AddSpoken(deal_, seen);
  seen.set_window_pass(deal_.window.pass);
  AddTricks(deal_, rules_, seen);
}

// ---- Events ----

namespace {

// Whether a receiver sees the action, and not only that there was one.
bool SeesAction(const State& state, Seat actor, Action action, Seat receiver) {
  const Deal& deal = state.deal();
  if (actor == receiver) return true;
  switch (state.phase()) {
    case Phase::kDeal:
      return receiver == state.ReceiverOfCard();
    case Phase::kReserve:
      return action == kHealthy;
    case Phase::kLay:
      return false;
    case Phase::kReturn:
      return receiver == deal.declarer;
    default:
      return true;
  }
}

}  // namespace

// Adds the facts that a ply uncovers: the winner of the reservations, the party
// of an announcement, a poverty's cards to the seat that takes them, a deal's
// end.
void State::AddReveal(Seat receiver, const State& next,
                      v1::SeatEvent& event) const {
  v1::DoppelkopfReveal reveal;
  const Poverty& poverty = next.deal_.poverty;
  const CardSet trumps = TrumpsOf(Contract::kPoverty, rules_);
  if (next.last_ != last_) FillResult(next.last_, *reveal.mutable_result());
  reveal.set_dealt_again(next.redeals_ > redeals_);
  if (phase_ == Phase::kReserve && next.deal_.settled) {
    reveal.set_contract(MessageOf(next.deal_.contract));
    if (next.deal_.declarer != kNobody) {
      reveal.set_declarer(static_cast<uint32_t>(next.deal_.declarer));
    }
  }
  if (next.deal_.announcements > deal_.announcements) {
    reveal.set_party(MessageOf(next.deal_.spoken[deal_.announcements].party));
  }
  if (phase_ == Phase::kLay && rules_.poverty_tell_trumps) {
    reveal.set_laid_trumps(static_cast<uint32_t>(poverty.laid.CountIn(trumps)));
  }
  if (phase_ == Phase::kOffer && receiver >= 0 &&
      receiver == poverty.acceptor) {
    AddCards(poverty.laid, *reveal.mutable_taken());
  }
  if (phase_ == Phase::kReturn) {
    reveal.set_returned_trumps(
        static_cast<uint32_t>(poverty.returned.CountIn(trumps)));
  }
  if (reveal.ByteSizeLong() == 0) return;
  *event.mutable_reveal()->mutable_doppelkopf() = reveal;
}

void State::EventFor(Seat seat, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  out.clear_actions();
  const auto [actor, action] = ply[0];
  v1::SeatEvent& event = *out.add_actions();
  if (actor != kChance) event.set_seat(static_cast<uint32_t>(actor));
  if (SeesAction(*this, actor, action, seat)) {
    ActionToMessage(actor, action, *event.mutable_action());
    event.set_text(ActionText(action));
  }
  if (phase_ == Phase::kDeal) return;
  State next = *this;
  next.Apply(ply);
  AddReveal(seat, next, event);
}

// ---- Actions ----

void State::ActionToMessage(Seat /*seat*/, Action action,
                            v1::GameAction& out) const {
  v1::DoppelkopfAction& message = *out.mutable_doppelkopf();
  if (action < kCardTypes) {
    message.set_card(action);
  } else if (IsThreeCards(action)) {
    v1::DoppelkopfHand& hand = action < kReturn ? *message.mutable_lay()
                                                : *message.mutable_give_back();
    const ThreeCards cards = CardsIn(action);
    for (int i = kPovertyCards - 1; i >= 0; --i) hand.add_cards(cards[i]);
  } else if (action >= kHealthy) {
    message.set_declaration(DeclarationOf(action));
  } else {
    message.set_word(WordOf(action));
  }
}

absl::StatusOr<Action> State::ActionFromMessage(
    Seat /*seat*/, const v1::GameAction& message) const {
  return ActionOf(message.doppelkopf());
}

}  // namespace arena::doppelkopf
