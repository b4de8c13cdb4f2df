#include "arena/games/ordago/ordago_viewer.h"

#include "arena/games/ordago/ordago_messages_view.h"

namespace arena::ordago {

bool Viewer::SeesPlace(Place place) const {
  if (state_.rules_.seats == 3 && place == kDummy) return true;
  return seat_ >= 0 && state_.OwnPlace(seat_) == place;
}

// ---- Observation ----

void Viewer::FillObservation(v1::OrdagoObservation& seen) const {
  seen.Clear();
  AddTable(seen);
  AddHands(seen);
  AddExchanges(seen);
  AddBidding(seen);
  AddBetActions(seen);
  AddSigns(seen);
  AddToAct(seen);
  AddLastHand(seen);
}

void Viewer::AddTable(v1::OrdagoObservation& seen) const {
  seen.set_hand(static_cast<uint32_t>(state_.hand_) + 1);
  seen.set_phase(MessageOf(state_.phase_));
  if (state_.phase_ != Phase::kDrawDealer) {
    seen.set_dealer(state_.dealer_);
    seen.set_start(static_cast<uint32_t>(state_.start()));
  }
  for (int team = 0; team < 2; ++team) {
    seen.add_score(static_cast<uint32_t>(state_.score_[team]));
    seen.add_sets(state_.sets_[team]);
  }
}

void Viewer::AddHands(v1::OrdagoObservation& seen) const {
  if (seat_ >= 0) {
    const Place own = state_.OwnPlace(seat_);
    seen.set_own_place(static_cast<uint32_t>(own));
    ToMessage(state_.hands_[own], *seen.mutable_own_hand());
  }
  if (state_.rules_.seats == 3) {
    ToMessage(state_.hands_[kDummy], *seen.mutable_dummy_hand());
  }
  bool any_due = false;
  for (Place place = 0; place < kPlaces; ++place) {
    seen.add_hand_sizes(static_cast<uint32_t>(SizeOf(state_.hands_[place])));
    any_due = any_due || state_.due_[place] > 0;
  }
  for (Place place = 0; any_due && place < kPlaces; ++place) {
    seen.add_cards_due(state_.due_[place]);
  }
  seen.set_stock_size(static_cast<uint32_t>(SizeOf(state_.piles_.stock)));
  seen.set_old_discards(
      static_cast<uint32_t>(SizeOf(state_.piles_.old_discards)));
  seen.set_new_discards(
      static_cast<uint32_t>(SizeOf(state_.piles_.new_discards)));
}

void Viewer::AddExchanges(v1::OrdagoObservation& seen) const {
  seen.set_completed_exchanges(state_.round_);
  seen.set_rebuilds(state_.piles_.rebuilds);
  seen.set_swaps(state_.swaps_);
  if (state_.keeper_ < kPlaces) seen.set_keeper(state_.keeper_);
  auto round = static_cast<uint32_t>(state_.exchanges_.forgotten());
  for (const Exchange& exchange : state_.exchanges_) {
    v1::OrdagoExchange& message = *seen.add_exchanges();
    message.set_round(++round);
    for (const Four cards : exchange.discards) {
      message.add_counts(static_cast<uint32_t>(SizeOf(Unpacked(cards))));
    }
    if (seat_ >= 0) {
      const Place own = state_.OwnPlace(seat_);
      ToMessage(Unpacked(exchange.discards[own]),
                *message.mutable_own_discard());
      ToMessage(Unpacked(exchange.draws[own]), *message.mutable_own_draw());
    }
    if (state_.rules_.seats == 3) {
      ToMessage(Unpacked(exchange.discards[kDummy]),
                *message.mutable_dummy_discard());
      ToMessage(Unpacked(exchange.draws[kDummy]),
                *message.mutable_dummy_draw());
    }
  }
  seen.set_dummy_has_discarded(state_.chosen_for_dummy_ != 0);
  if (seat_ == 0 && state_.chosen_for_dummy_ != 0) {
    ToMessage(Unpacked(state_.chosen_for_dummy_),
              *seen.mutable_chosen_for_dummy());
  }
}

void Viewer::AddBidding(v1::OrdagoObservation& seen) const {
  const Bidding& bidding = state_.bidding_;
  if (state_.phase_ == Phase::kBet) {
    seen.set_bet(MessageOf(state_.bet()));
    seen.set_ordago(bidding.amount == Bidding::kOrdago);
    if (!seen.ordago()) seen.set_amount(static_cast<uint32_t>(bidding.amount));
    seen.set_previous(static_cast<uint32_t>(bidding.previous));
    if (bidding.amount != 0) seen.set_bidder(bidding.bidder);
    for (uint32_t place = 0; place < kPlaces; ++place) {
      if ((bidding.out >> place & 1) != 0) seen.add_out(place);
    }
  }
  for (const BetResult& result : state_.results_) {
    ToMessage(result, *seen.add_results());
  }
}

void Viewer::AddBetActions(v1::OrdagoObservation& seen) const {
  int bet = 0;
  int left = state_.bet_actions_[0];
  const auto advance = [&] {
    while (left == 0 && bet + 1 < kBets) left = state_.bet_actions_[++bet];
    --left;
  };
  for (int i = 0; i < state_.bet_log_.forgotten(); ++i) advance();
  for (const BetNote& note : state_.bet_log_) {
    advance();
    v1::OrdagoBetAction& message = *seen.add_actions();
    message.set_bet(MessageOf(static_cast<Bet>(bet)));
    message.set_place(note.place);
    const auto kind = static_cast<ActionKind>(
        note.kind + static_cast<int>(ActionKind::kWait));
    if (kind == ActionKind::kBid) {
      message.set_bid(note.amount);
    } else if (kind == ActionKind::kRaise) {
      message.set_raise_to(note.amount);
    } else {
      message.set_word(WordOf(kind));
    }
  }
  for (const uint16_t count : state_.bet_actions_) {
    seen.add_action_counts(count);
  }
}

void Viewer::AddSigns(v1::OrdagoObservation& seen) const {
  const SignLog& log =
      seat_ >= 0 ? state_.sign_logs_[seat_] : state_.sign_logs_.back();
  for (const SignNote& note : log) ToMessage(note, *seen.add_signs());
  seen.set_forgotten_signs(static_cast<uint32_t>(log.forgotten()));
  if (seat_ < 0) return;
  if (state_.signing_.sign[seat_] != kNoSign) {
    ToMessage(state_.signing_.sign[seat_], *seen.mutable_pending_sign());
  }
  if (state_.signing_.talk[seat_] != kNoSign) {
    ToMessage(state_.signing_.talk[seat_], *seen.mutable_pending_talk());
  }
  seen.set_signs_given(state_.signing_.given[seat_]);
}

void Viewer::AddToAct(v1::OrdagoObservation& seen) const {
  for (const Seat seat : state_.ToAct()) {
    seen.add_to_act(static_cast<uint32_t>(seat));
    seen.add_places_to_act(static_cast<uint32_t>(state_.ActingPlace(seat)));
  }
  for (uint32_t seat = 0; seat < kMaxSeats; ++seat) {
    if ((state_.notice_.seats >> seat & 1) != 0) seen.add_noticing(seat);
  }
}

void Viewer::AddLastHand(v1::OrdagoObservation& seen) const {
  const LastHand& last = state_.last_;
  if (!last.played) return;
  v1::OrdagoLastHand& message = *seen.mutable_last_hand();
  message.set_shown(last.shown);
  for (Place place = 0; place < kPlaces; ++place) {
    const bool seen_then = last.shown || SeesPlace(place);
    ToMessage(seen_then ? last.hands[place] : 0, *message.add_hands());
  }
  message.set_start(last.start);
  for (const BetResult& result : last.results) {
    ToMessage(result, *message.add_results());
  }
  for (const int32_t score : last.score) {
    message.add_score(static_cast<uint32_t>(score));
  }
  if (last.ended_set) message.set_winning_team(last.set_winner);
}

// ---- Events ----

void Viewer::FillEvent(absl::Span<const SeatAction> ply,
                       v1::PlyEvent& out) const {
  out.clear_actions();
  const bool announced = state_.IsAnnouncement(ply[0]);
  // An announcement arrives together with its choice; until then it is secret.
  if (announced && ply[0].seat != seat_) return;
  for (const auto& [actor, action] : ply) {
    v1::SeatEvent& event = *out.add_actions();
    if (actor != kChance) event.set_seat(static_cast<uint32_t>(actor));
    const bool sees =
        actor == kChance ? SeesOutcome(action) : SeesChoice(actor, action);
    if (sees) {
      state_.ActionToMessage(actor, action, *event.mutable_action());
      event.set_text(ActionText(action));
    }
    if (announced) return;
    v1::OrdagoReveal news;
    if (KindOf(action) == ActionKind::kNoticed) {
      RevealNoticed(ValueOf(action), news);
    } else if (actor != kChance) {
      if (!sees) RevealDiscards(action, news);
      RevealSigns(actor, news);
      if (actor == ply[0].seat) RevealTable(ply, news);
    }
    if (news.ByteSizeLong() == 0) continue;
    event.mutable_reveal()->mutable_ordago()->Swap(&news);
  }
}

bool Viewer::SeesOutcome(Action outcome) const {
  switch (KindOf(outcome)) {
    case ActionKind::kDealer:
      return true;
    case ActionKind::kCard:
      return SeesPlace(state_.receiver_);
    default:
      return false;
  }
}

bool Viewer::SeesChoice(Seat actor, Action action) const {
  if (actor == seat_) return true;
  switch (KindOf(action)) {
    case ActionKind::kSign:
    case ActionKind::kNoSign:
      return state_.Receives(seat_, state_.NoteOf(actor, kBadCards));
    case ActionKind::kDiscard:
      return SeesPlace(state_.ActingPlace(actor)) && !ChoosesForDummy();
    default:
      return true;
  }
}

// Whether the present choice is the dummy's discard that stays face down until
// all have chosen.
bool Viewer::ChoosesForDummy() const {
  return state_.phase_ == Phase::kDiscard &&
         state_.rules_.simultaneous_discards && state_.rules_.seats == 3 &&
         state_.chosen_for_dummy_ == 0;
}

// The number of cards is public.
void Viewer::RevealDiscards(Action action, v1::OrdagoReveal& news) const {
  if (KindOf(action) != ActionKind::kDiscard || ChoosesForDummy()) return;
  news.set_discard_count(static_cast<uint32_t>(SizeOf(DiscardedBy(action))));
}

void Viewer::RevealSigns(Seat actor, v1::OrdagoReveal& news) const {
  for (const Sign sign :
       {state_.signing_.sign[actor], state_.signing_.talk[actor]}) {
    if (sign == kNoSign || actor == seat_) continue;
    const SignNote note = state_.NoteOf(actor, sign);
    if (state_.Receives(seat_, note)) ToMessage(note, *news.add_signs());
  }
}

void Viewer::RevealNoticed(uint32_t outcome, v1::OrdagoReveal& news) const {
  for (Seat signer = 0; signer < state_.rules_.seats; ++signer) {
    if (!state_.Notices(seat_, signer, outcome)) continue;
    ToMessage(state_.notice_.notes[signer], *news.add_signs());
  }
}

// Adds the cards that the ply as a whole turns face up: the dummy's discard, or
// all hands.
void Viewer::RevealTable(absl::Span<const SeatAction> ply,
                         v1::OrdagoReveal& news) const {
  if (state_.chosen_for_dummy_ != 0) {
    ToMessage(Unpacked(state_.chosen_for_dummy_),
              *news.mutable_dummy_discard());
  }
  if (state_.phase_ != Phase::kBet || !state_.MayShowHands()) return;
  State after = state_;
  after.Apply(ply);
  const bool ended =
      after.hand_ != state_.hand_ || after.phase_ == Phase::kOver;
  if (!ended || !after.last_.shown) return;
  for (const Cards hand : after.last_.hands) ToMessage(hand, *news.add_hands());
}

// ---- Outcomes of noticing ----

void Viewer::WriteNotices(uint32_t outcome, v1::OrdagoNotices& out) const {
  for (Seat signer = 0; signer < state_.rules_.seats; ++signer) {
    for (Seat observer = 0; observer < state_.rules_.seats; ++observer) {
      if ((outcome & state_.NoticeBit(observer, signer)) == 0) continue;
      v1::OrdagoNotice& notice = *out.add_notices();
      notice.set_signer(signer);
      notice.set_observer(observer);
    }
  }
}

absl::StatusOr<uint32_t> Viewer::ReadNotices(
    const v1::OrdagoNotices& message) const {
  uint32_t bits = 0;
  for (const v1::OrdagoNotice& notice : message.notices()) {
    const uint32_t signer = notice.signer();
    const uint32_t observer = notice.observer();
    const auto seats = static_cast<uint32_t>(state_.rules_.seats);
    const uint32_t bit = signer < seats && observer < seats
                             ? state_.NoticeBit(static_cast<Seat>(observer),
                                                static_cast<Seat>(signer))
                             : 0;
    if (bit == 0) {
      return Wrong("action: seat ", observer, " cannot notice signs of seat ",
                   signer, "; expected two seats of different teams");
    }
    bits |= bit;
  }
  return bits;
}

// ---- The contract ----

void State::ObservationFor(Seat seat, v1::Observation& out) const {
  Viewer(*this, seat).FillObservation(*out.mutable_ordago());
}

void State::EventFor(Seat seat, absl::Span<const SeatAction> ply,
                     v1::PlyEvent& out) const {
  Viewer(*this, seat).FillEvent(ply, out);
}

void State::ActionToMessage(Seat /*seat*/, Action action,
                            v1::GameAction& out) const {
  v1::OrdagoAction& message = *out.mutable_ordago();
  const uint32_t value = ValueOf(action);
  switch (KindOf(action)) {
    case ActionKind::kCard:
      message.set_card(MessageOf(static_cast<Rank>(value)));
      return;
    case ActionKind::kDealer:
      message.set_dealer(value);
      return;
    case ActionKind::kNoticed:
      Viewer(*this, kSpectator).WriteNotices(value, *message.mutable_noticed());
      return;
    case ActionKind::kDiscard:
      ToMessage(DiscardedBy(action), *message.mutable_discard());
      return;
    case ActionKind::kBid:
      message.set_bid(value);
      return;
    case ActionKind::kRaise:
      message.set_raise_to(value);
      return;
    case ActionKind::kSign:
    case ActionKind::kSay:
      ToMessage(static_cast<Sign>(value), *message.mutable_sign());
      return;
    default:
      message.set_word(WordOf(KindOf(action)));
  }
}

namespace {

// An action of that kind if it can have the value.
absl::StatusOr<Action> Checked(ActionKind kind, uint32_t value) {
  if (value <= 0xffffff && CheckAction(MakeAction(kind, value)).ok()) {
    return MakeAction(kind, value);
  }
  return Wrong("action: ", value, " is out of range");
}

}  // namespace

absl::StatusOr<Action> State::ActionFromMessage(
    Seat /*seat*/, const v1::GameAction& message) const {
  const v1::OrdagoAction& action = message.ordago();
  switch (action.kind_case()) {
    case v1::OrdagoAction::kWord: {
      ARENA_ASSIGN_OR_RETURN(const ActionKind kind, FromMessage(action.word()));
      return MakeAction(kind);
    }
    case v1::OrdagoAction::kBid:
      return Checked(ActionKind::kBid, action.bid());
    case v1::OrdagoAction::kRaiseTo:
      return Checked(ActionKind::kRaise, action.raise_to());
    case v1::OrdagoAction::kDiscard: {
      ARENA_ASSIGN_OR_RETURN(const Cards cards, FromMessage(action.discard()));
      return Checked(ActionKind::kDiscard, ValueOf(DiscardOf(cards)));
    }
    case v1::OrdagoAction::kSign: {
      ARENA_ASSIGN_OR_RETURN(const Sign sign, FromMessage(action.sign()));
      return MakeAction(
          sign >= kPublicCodes ? ActionKind::kSay : ActionKind::kSign, sign);
    }
    case v1::OrdagoAction::kCard: {
      ARENA_ASSIGN_OR_RETURN(const Rank rank, FromMessage(action.card()));
      return MakeAction(ActionKind::kCard, static_cast<uint32_t>(rank));
    }
    case v1::OrdagoAction::kDealer:
      return Checked(ActionKind::kDealer, action.dealer());
    case v1::OrdagoAction::kNoticed: {
      const Viewer anybody(*this, kSpectator);
      ARENA_ASSIGN_OR_RETURN(const uint32_t bits,
                             anybody.ReadNotices(action.noticed()));
      return Checked(ActionKind::kNoticed, bits);
    }
    case v1::OrdagoAction::KIND_NOT_SET:
      break;
  }
  return Wrong(
      "action: nothing is set; expected word, bid, raise_to, discard or sign");
}

}  // namespace arena::ordago
