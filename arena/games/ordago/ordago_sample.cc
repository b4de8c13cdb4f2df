// Makes a full state from an observation: reads back what the seat knows, and
// draws the hidden part (ordago_sampler.h).
#include <algorithm>
#include <string>

#include "arena/core/check.h"
#include "arena/games/ordago/ordago_messages_view.h"
#include "arena/games/ordago/ordago_sampler.h"

namespace arena::ordago {

// Builds the state step by step. Refuses a wrong number where it would do harm;
// other contradictions come to light when the caller compares the result with
// the observation.
class ObservationSampler : public Sampler {
 public:
  ObservationSampler(const State& start, Seat seat,
                     const v1::OrdagoObservation& seen)
      : Sampler(start, seat), seen_(seen) {}

  absl::Status Read() {
    ARENA_RETURN_IF_ERROR(RestoreTable());
    ARENA_RETURN_IF_ERROR(RestorePlaces());
    ARENA_RETURN_IF_ERROR(RestoreBidding());
    ARENA_RETURN_IF_ERROR(RestoreBets());
    ARENA_RETURN_IF_ERROR(RestoreSigns());
    ARENA_RETURN_IF_ERROR(RestoreLastHand());
    return ReadPast();
  }

 private:
  absl::Status RestoreTable();
  absl::Status RestoreRounds();
  absl::Status RestorePlaces();
  absl::Status RestoreTurn();
  absl::Status RestoreReceiver();
  absl::Status RestoreBidding();
  absl::Status RestoreBets();
  absl::Status RestoreBetActions();
  absl::Status RestoreSigns();
  absl::Status RestorePending();
  absl::Status RestoreLastHand();
  absl::Status ReadPast();
  absl::Status ReadRound(const v1::OrdagoExchange& exchange);

  const v1::OrdagoObservation& seen_;
};

// ---- The public part ----

absl::Status ObservationSampler::RestoreTable() {
  if (seen_.phase() < v1::ORDAGO_PHASE_DRAW_DEALER ||
      seen_.phase() > v1::ORDAGO_PHASE_OVER) {
    return Wrong("phase ", static_cast<int>(seen_.phase()), ": expected 1..",
                 static_cast<int>(v1::ORDAGO_PHASE_OVER));
  }
  state_.phase_ = static_cast<Phase>(seen_.phase() - 1);
  if (seen_.hand() < 1 || seen_.hand() > 1u << 24) {
    return Wrong("hand ", seen_.hand(), ": expected 1..", 1 << 24);
  }
  state_.hand_ = static_cast<int32_t>(seen_.hand() - 1);
  if (state_.phase_ != Phase::kDrawDealer) {
    if (seen_.dealer() >= kPlaces) {
      return Wrong("dealer ", seen_.dealer(), ": expected 0..", kPlaces - 1);
    }
    state_.dealer_ = static_cast<uint8_t>(seen_.dealer());
  }
  if (seen_.score_size() != 2 || seen_.sets_size() != 2) {
    return Wrong("score and sets: expected 2 numbers each");
  }
  for (int team = 0; team < 2; ++team) {
    if (seen_.score(team) >= 1u << 24) {
      return Wrong("score ", seen_.score(team), ": expected less than ",
                   1 << 24);
    }
    const bool over = state_.phase_ == Phase::kOver;
    if (seen_.sets(team) >= state_.rules_.sets_to_win + (over ? 1u : 0u)) {
      return Wrong("sets ", seen_.sets(team), ": the match is won with ",
                   state_.rules_.sets_to_win);
    }
    state_.score_[team] = static_cast<int32_t>(seen_.score(team));
    state_.sets_[team] = static_cast<uint8_t>(seen_.sets(team));
  }
  return RestoreRounds();
}

absl::Status ObservationSampler::RestoreRounds() {
  if (seen_.completed_exchanges() >
          static_cast<uint32_t>(state_.rules_.max_exchange_rounds) ||
      seen_.rebuilds() > seen_.completed_exchanges() + 1 ||
      seen_.swaps() > kPlaces ||
      (seen_.has_keeper() && seen_.keeper() >= kPlaces)) {
    return Wrong("completed_exchanges ", seen_.completed_exchanges(),
                 ", rebuilds ", seen_.rebuilds(), ", swaps ", seen_.swaps(),
                 ", keeper ", seen_.keeper(), ": expected at most ",
                 state_.rules_.max_exchange_rounds,
                 " exchanges, one rebuild more than exchanges, ", kPlaces,
                 " swaps, and keeper 0..", kPlaces - 1);
  }
  state_.round_ = static_cast<uint16_t>(seen_.completed_exchanges());
  state_.piles_.rebuilds = static_cast<uint16_t>(seen_.rebuilds());
  state_.swaps_ = static_cast<uint8_t>(seen_.swaps());
  if (seen_.has_keeper()) {
    state_.keeper_ = static_cast<uint8_t>(seen_.keeper());
  }
  return absl::OkStatus();
}

absl::Status ObservationSampler::RestorePlaces() {
  known_.start = state_.start();
  if (seen_.hand_sizes_size() != kPlaces) {
    return Wrong(seen_.hand_sizes_size(), " hand_sizes: expected ", kPlaces);
  }
  if (seen_.cards_due_size() != 0 && seen_.cards_due_size() != kPlaces) {
    return Wrong(seen_.cards_due_size(), " cards_due: expected ", kPlaces);
  }
  state_.due_ = {};
  for (Place place = 0; place < kPlaces; ++place) {
    const uint32_t size = seen_.hand_sizes(place);
    const uint32_t due = seen_.cards_due().empty() ? 0 : seen_.cards_due(place);
    const bool redrawn =
        state_.phase_ != Phase::kDrawDealer && state_.phase_ != Phase::kOver;
    if (size > kHandSize || due > kHandSize ||
        (redrawn && size + due != kHandSize)) {
      return Wrong("place ", place, " holds ", size, " cards and gets ", due,
                   ": expected ", kHandSize, " in all");
    }
    state_.due_[place] = static_cast<uint8_t>(due);
    known_.sizes[place] = static_cast<int>(size);
    known_.due[place] = static_cast<int>(due);
  }
  if (seen_.stock_size() > kPackSize || seen_.old_discards() > kPackSize) {
    return Wrong("stock_size ", seen_.stock_size(), ", old_discards ",
                 seen_.old_discards(), ": expected at most ", kPackSize);
  }
  known_.stock_size = static_cast<int>(seen_.stock_size());
  known_.old_discards = static_cast<int>(seen_.old_discards());
  ARENA_RETURN_IF_ERROR(RestoreReceiver());
  return RestoreTurn();
}

// The next card goes to the first place, in order, that still gets the most
// cards (deal) or any card (redraw).
absl::Status ObservationSampler::RestoreReceiver() {
  state_.receiver_ = 0;
  if (state_.phase_ != Phase::kDeal && state_.phase_ != Phase::kRedraw) {
    return absl::OkStatus();
  }
  Place receiver = state_.start();
  for (int i = 0; i < kPlaces; ++i) {
    const Place place = After(state_.start(), i);
    const bool later = state_.phase_ == Phase::kDeal
                           ? state_.due_[place] > state_.due_[receiver]
                           : state_.due_[receiver] == 0;
    if (later) receiver = place;
  }
  if (state_.due_[receiver] == 0 || known_.stock_size == 0) {
    return Wrong(
        "stock_size ", known_.stock_size, ", cards_due ",
        static_cast<int>(state_.due_[receiver]),
        ": expected a card in the stock and a place that it is due to");
  }
  state_.receiver_ = static_cast<uint8_t>(receiver);
  return absl::OkStatus();
}

absl::Status ObservationSampler::RestoreTurn() {
  const bool discards = state_.phase_ == Phase::kDiscard;
  const bool all = discards && state_.rules_.simultaneous_discards;
  state_.turn_ = 0;
  if (all) state_.turn_ = static_cast<uint8_t>(state_.start());
  if (all || !(discards || state_.phase_ == Phase::kAsk ||
               state_.phase_ == Phase::kBet)) {
    return absl::OkStatus();
  }
  if (state_.phase_ == Phase::kAsk) {
    if (state_.swaps_ == kPlaces) {
      return Wrong("swaps ", kPlaces,
                   ": expected fewer while a place is asked");
    }
    state_.turn_ = static_cast<uint8_t>(After(state_.start(), state_.swaps_));
    return absl::OkStatus();
  }
  if (discards) {
    int done = 0;
    while (done < kPlaces && state_.due_[After(state_.start(), done)] > 0) {
      ++done;
    }
    if (done == kPlaces) {
      return Wrong("cards_due: expected 0 for the place that discards next");
    }
    state_.turn_ = static_cast<uint8_t>(After(state_.start(), done));
    return absl::OkStatus();
  }
  // While an outcome of chance is due, no place is listed; see RestoreBidding.
  if (seen_.places_to_act_size() > 1 ||
      (seen_.places_to_act_size() == 1 && seen_.places_to_act(0) >= kPlaces)) {
    return Wrong("places_to_act: expected one place, 0..3");
  }
  if (seen_.places_to_act_size() == 1) {
    state_.turn_ = static_cast<uint8_t>(seen_.places_to_act(0));
  }
  return absl::OkStatus();
}

absl::Status ObservationSampler::RestoreBidding() {
  if (state_.phase_ != Phase::kBet) return absl::OkStatus();
  if (seen_.bet() < v1::ORDAGO_BET_BIG || seen_.bet() > v1::ORDAGO_BET_GAME) {
    return Wrong("bet ", static_cast<int>(seen_.bet()), ": expected 1..4");
  }
  state_.bet_ = static_cast<uint8_t>(seen_.bet() - 1);
  const auto max_bid = static_cast<uint32_t>(state_.rules_.max_bid);
  if (seen_.amount() > max_bid || seen_.previous() > max_bid ||
      (seen_.ordago() && seen_.amount() > 0)) {
    return Wrong("amount ", seen_.amount(), ", previous ", seen_.previous(),
                 ": expected at most ", max_bid, ", and amount 0 with ordago");
  }
  Bidding& bidding = state_.bidding_;
  bidding = {};
  bidding.amount =
      seen_.ordago() ? Bidding::kOrdago : static_cast<int16_t>(seen_.amount());
  bidding.previous = static_cast<int16_t>(seen_.previous());
  for (const uint32_t place : seen_.out()) {
    if (place >= kPlaces) return Wrong("out: place ", place, ", expected 0..3");
    bidding.out |= static_cast<uint8_t>(1u << place);
  }
  if (seen_.has_bidder() != (bidding.amount != 0) ||
      seen_.bidder() >= kPlaces) {
    return Wrong("bidder ", seen_.bidder(),
                 ": expected 0..3 if there is a bid, and none otherwise");
  }
  bidding.bidder = static_cast<uint8_t>(seen_.bidder());
  const bool answers = bidding.amount != 0 && seen_.places_to_act_size() == 1;
  const bool opponent = state_.turn_ % 2 != bidding.bidder % 2;
  const bool teams_in = (bidding.out & 0b0101) != 0b0101 &&
                        (bidding.out & 0b1010) != 0b1010 &&
                        (bidding.out >> state_.turn_ & 1) == 0;
  if ((answers && !opponent) || !teams_in) {
    return Wrong("place ", static_cast<int>(state_.turn_), " cannot answer");
  }
  return absl::OkStatus();
}

absl::Status ObservationSampler::RestoreBets() {
  if (seen_.results_size() != kBets || seen_.action_counts_size() != kBets) {
    return Wrong("results and action_counts: expected ", kBets);
  }
  state_.bet_log_.Clear();
  int total = 0;
  for (int bet = 0; bet < kBets; ++bet) {
    ARENA_ASSIGN_OR_RETURN(state_.results_[bet],
                           FromMessage(seen_.results(bet)));
    if (seen_.action_counts(bet) > 0xffff) {
      return Wrong("action_counts: ", seen_.action_counts(bet),
                   ", expected at most ", 0xffff);
    }
    state_.bet_actions_[bet] = static_cast<uint16_t>(seen_.action_counts(bet));
    total += state_.bet_actions_[bet];
  }
  if (seen_.actions_size() > std::min(total, kBetNotes)) {
    return Wrong(seen_.actions_size(), " actions: expected at most ",
                 std::min(total, kBetNotes));
  }
  state_.bet_log_.set_forgotten(total - seen_.actions_size());
  return RestoreBetActions();
}

absl::Status ObservationSampler::RestoreBetActions() {
  for (const v1::OrdagoBetAction& action : seen_.actions()) {
    ARENA_ASSIGN_OR_RETURN(const BetNote note, FromMessage(action));
    state_.bet_log_.Add(note);
  }
  return absl::OkStatus();
}

// ---- Signs ----

absl::Status ObservationSampler::RestoreSigns() {
  if (seen_.signs_size() > kSignNotes || seen_.forgotten_signs() > 0xffff) {
    return Wrong(seen_.signs_size(), " signs and ", seen_.forgotten_signs(),
                 " forgotten_signs: expected at most ", kSignNotes, " and ",
                 0xffff);
  }
  for (const v1::OrdagoSignSeen& message : seen_.signs()) {
    ARENA_ASSIGN_OR_RETURN(const SignNote note, FromMessage(message));
    if (static_cast<int>(note.seat) >= state_.rules_.seats) {
      return Wrong("a sign of seat ", static_cast<int>(note.seat),
                   ": expected 0..", state_.rules_.seats - 1);
    }
    state_.sign_logs_[seat_].Add(note);
  }
  state_.sign_logs_[seat_].set_forgotten(
      static_cast<int>(seen_.forgotten_signs()));
  SpreadSigns();
  return RestorePending();
}

absl::Status ObservationSampler::RestorePending() {
  if (seen_.signs_given() > 0xffff) {
    return Wrong("signs_given ", seen_.signs_given(), ": expected at most ",
                 0xffff);
  }
  state_.signing_.given[seat_] = static_cast<uint16_t>(seen_.signs_given());
  if (seen_.has_pending_sign()) {
    ARENA_ASSIGN_OR_RETURN(const Sign sign, FromMessage(seen_.pending_sign()));
    if (sign >= kPublicCodes) return Wrong("pending_sign is table talk");
    state_.signing_.sign[seat_] = sign;
  }
  if (seen_.has_pending_talk()) {
    ARENA_ASSIGN_OR_RETURN(const Sign talk, FromMessage(seen_.pending_talk()));
    if (talk < kPublicCodes) return Wrong("pending_talk is a sign");
    state_.signing_.talk[seat_] = talk;
  }
  for (const uint32_t seat : seen_.noticing()) {
    if (seat >= static_cast<uint32_t>(state_.rules_.seats)) {
      return Wrong("noticing: seat ", seat, ", expected 0..",
                   state_.rules_.seats - 1);
    }
    state_.notice_.seats |= static_cast<uint8_t>(1u << seat);
  }
  return absl::OkStatus();
}

// ---- The last hand ----

absl::Status ObservationSampler::RestoreLastHand() {
  state_.last_ = {};
  if (!seen_.has_last_hand()) return absl::OkStatus();
  const v1::OrdagoLastHand& message = seen_.last_hand();
  LastHand& last = state_.last_;
  if (message.hands_size() != kPlaces || message.results_size() != kBets ||
      message.score_size() != 2 || message.start() >= kPlaces ||
      message.winning_team() > 1) {
    return Wrong(
        "last_hand: expected 4 hands, 4 results, 2 scores, start "
        "0..3 and winning_team 0..1");
  }
  last.played = true;
  last.shown = message.shown();
  last.start = static_cast<uint8_t>(message.start());
  last.ended_set = message.has_winning_team();
  last.set_winner = static_cast<uint8_t>(message.winning_team());
  for (int i = 0; i < kPlaces; ++i) {
    ARENA_ASSIGN_OR_RETURN(last.hands[i], FromMessage(message.hands(i)));
  }
  for (int i = 0; i < kBets; ++i) {
    ARENA_ASSIGN_OR_RETURN(last.results[i], FromMessage(message.results(i)));
  }
  for (int team = 0; team < 2; ++team) {
    if (message.score(team) >= 1u << 24) {
      return Wrong("last_hand.score ", message.score(team),
                   ": expected less than ", 1 << 24);
    }
    last.score[team] = static_cast<int32_t>(message.score(team));
  }
  return absl::OkStatus();
}

// ---- The cards ----

absl::Status ObservationSampler::ReadPast() {
  for (Place place = 0; place < kPlaces; ++place) {
    known_.known[place] = Knows(place);
    if (!known_.known[place]) continue;
    const bool own = seat_ >= 0 && place == state_.OwnPlace(seat_);
    ARENA_ASSIGN_OR_RETURN(
        known_.hands[place],
        FromMessage(own ? seen_.own_hand() : seen_.dummy_hand()));
    if (SizeOf(known_.hands[place]) != known_.sizes[place]) {
      return Wrong("place ", place, " has ", SizeOf(known_.hands[place]),
                   " cards: hand_sizes says ", known_.sizes[place]);
    }
  }
  const int rounds = seen_.exchanges_size();
  const bool going_on =
      state_.phase_ == Phase::kDiscard || state_.phase_ == Phase::kRedraw;
  known_.first_round = state_.round_ + (going_on ? 1 : 0) - rounds;
  if (rounds > kExchanges || known_.first_round < 0 ||
      (rounds < kExchanges && known_.first_round > 0)) {
    return Wrong(
        rounds, " exchanges listed after ", static_cast<int>(state_.round_),
        " completed ones: expected all, at most the last ", kExchanges);
  }
  for (const v1::OrdagoExchange& exchange : seen_.exchanges()) {
    ARENA_RETURN_IF_ERROR(ReadRound(exchange));
  }
  known_.dummy_has_discarded = seen_.dummy_has_discarded();
  ARENA_ASSIGN_OR_RETURN(known_.chosen_for_dummy,
                         FromMessage(seen_.chosen_for_dummy()));
  return absl::OkStatus();
}

absl::Status ObservationSampler::ReadRound(const v1::OrdagoExchange& exchange) {
  if (exchange.counts_size() != kPlaces) {
    return Wrong(exchange.counts_size(), " counts of an exchange: expected ",
                 kPlaces);
  }
  KnownPast::Round& round = known_.rounds.emplace_back();
  for (Place place = 0; place < kPlaces; ++place) {
    if (exchange.counts(place) > kHandSize) {
      return Wrong("place ", place, " exchanged ", exchange.counts(place),
                   " cards: expected at most ", kHandSize);
    }
    round.counts[place] = static_cast<int>(exchange.counts(place));
    if (!Knows(place)) continue;
    const bool own = seat_ >= 0 && place == state_.OwnPlace(seat_);
    ARENA_ASSIGN_OR_RETURN(
        round.discards[place],
        FromMessage(own ? exchange.own_discard() : exchange.dummy_discard()));
    ARENA_ASSIGN_OR_RETURN(
        round.draws[place],
        FromMessage(own ? exchange.own_draw() : exchange.dummy_draw()));
    if (SizeOf(round.discards[place]) != round.counts[place]) {
      return Wrong("place ", place, " discarded ",
                   SizeOf(round.discards[place]), " cards: counts says ",
                   round.counts[place]);
    }
  }
  return absl::OkStatus();
}

// ---- The contract ----

absl::StatusOr<State> State::Sample(int seats, const GameOptions& options,
                                    Seat seat,
                                    const v1::Observation& observation,
                                    Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(const State start, Create(seats, options));
  if (!observation.has_ordago()) {
    return Wrong("the observation belongs to another game");
  }
  if (seat < 0 || seat >= seats) {
    return Wrong("seat ", seat, ": expected 0..", seats - 1);
  }
  ObservationSampler sampler(start, seat, observation.ordago());
  ARENA_RETURN_IF_ERROR(sampler.Read());
  ARENA_RETURN_IF_ERROR(sampler.Draw(rng));
  return sampler.state();
}

}  // namespace arena::ordago
