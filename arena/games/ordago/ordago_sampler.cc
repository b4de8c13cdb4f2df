#include "arena/games/ordago/ordago_sampler.h"

#include "arena/core/check.h"

namespace arena::ordago {

// ---- Knowledge ----

void Sampler::KnowState() {
  KnowPast();
  KnowSigns();
  if (state_.phase_ == Phase::kDrawDealer) state_.dealer_ = 0;
  if (state_.phase_ != Phase::kAsk && state_.phase_ != Phase::kDiscard &&
      state_.phase_ != Phase::kBet) {
    state_.turn_ = 0;
  }
  for (Place place = 0; place < kPlaces && !state_.last_.shown; ++place) {
    if (!Knows(place)) state_.last_.hands[place] = 0;
  }
}

void Sampler::KnowPast() {
  known_.start = state_.start();
  known_.stock_size = SizeOf(state_.piles_.stock);
  known_.old_discards = SizeOf(state_.piles_.old_discards);
  for (Place place = 0; place < kPlaces; ++place) {
    known_.known[place] = Knows(place);
    if (known_.known[place]) known_.hands[place] = state_.hands_[place];
    known_.sizes[place] = SizeOf(state_.hands_[place]);
    known_.due[place] = state_.due_[place];
  }
  known_.first_round = state_.exchanges_.forgotten();
  for (const Exchange& exchange : state_.exchanges_) {
    KnownPast::Round& round = known_.rounds.emplace_back();
    for (Place place = 0; place < kPlaces; ++place) {
      const Cards discards = Unpacked(exchange.discards[place]);
      round.counts[place] = SizeOf(discards);
      if (!known_.known[place]) continue;
      round.discards[place] = discards;
      round.draws[place] = Unpacked(exchange.draws[place]);
    }
  }
  known_.dummy_has_discarded = state_.chosen_for_dummy_ != 0;
  if (seat_ == 0) known_.chosen_for_dummy = Unpacked(state_.chosen_for_dummy_);
}

// Other seats' signs on their way are secret, and so are their logs.
void Sampler::KnowSigns() {
  Signing own;
  own.sign[seat_] = state_.signing_.sign[seat_];
  own.talk[seat_] = state_.signing_.talk[seat_];
  const uint16_t given = state_.signing_.given[seat_];
  state_.signing_ = own;
  for (Seat other = 0; other < kMaxSeats + 1; ++other) {
    if (other != seat_) state_.sign_logs_[other].Clear();
  }
  SpreadSigns();
  state_.signing_.given[seat_] = given;
  state_.notice_ = {.seats = state_.notice_.seats};
}

void Sampler::SpreadSigns() {
  for (const SignNote& note : state_.sign_logs_[seat_]) {
    for (Seat other = 0; other < state_.rules_.seats; ++other) {
      if (other != seat_ && state_.Receives(other, note)) {
        state_.sign_logs_[other].Add(note);
      }
    }
    if (state_.Receives(kSpectator, note)) state_.sign_logs_.back().Add(note);
    const Place place = state_.OwnPlace(static_cast<Seat>(note.seat));
    if (note.last_hand != 0 || note.sign >= kPublicCodes) continue;
    ++state_.signing_.given[note.seat];
    if (!IsOfficial(static_cast<Sign>(note.sign)) || Knows(place)) continue;
    known_.signs.push_back(note);
    known_.signs.back().seat = static_cast<unsigned>(place) & 3;
  }
}

// ---- The hidden part ----

absl::Status Sampler::Draw(Rng& rng) {
  state_.hands_ = {};
  state_.piles_.stock = 0;
  state_.piles_.old_discards = 0;
  state_.piles_.new_discards = 0;
  state_.exchanges_.Clear();
  state_.chosen_for_dummy_ = 0;
  if (state_.phase_ == Phase::kDrawDealer) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const DrawnPast past,
                         DrawPast(known_, state_.rules_, rng));
  state_.hands_ = past.hands;
  state_.piles_.stock = past.stock;
  state_.piles_.old_discards = past.old_discards;
  state_.piles_.new_discards = past.new_discards;
  state_.exchanges_.set_forgotten(known_.first_round);
  for (const KnownPast::Round& round : past.rounds) {
    Exchange exchange;
    for (Place place = 0; place < kPlaces; ++place) {
      exchange.discards[place] = Packed(round.discards[place]);
      exchange.draws[place] = Packed(round.draws[place]);
    }
    state_.exchanges_.Add(exchange);
  }
  if (!known_.dummy_has_discarded) return absl::OkStatus();
  Cards chosen = known_.chosen_for_dummy;
  Cards dummy = state_.hands_[kDummy];
  if (seat_ != 0 && dummy != 0) {
    const auto size = static_cast<uint32_t>(SizeOf(dummy));
    chosen = TakeSome(dummy, 1 + static_cast<int>(rng.Below(size)), rng);
  }
  if (!Includes(state_.hands_[kDummy], chosen)) {
    return Wrong("ordago: chosen_for_dummy is not in the dummy's hand");
  }
  state_.chosen_for_dummy_ = Packed(chosen);
  return absl::OkStatus();
}

State State::SampleFor(Seat seat, Rng& rng) const {
  Sampler sampler(*this, seat);
  sampler.KnowState();
  const absl::Status drawn = sampler.Draw(rng);
  ARENA_CHECK(drawn.ok(), drawn.message());
  return sampler.state();
}

}  // namespace arena::ordago
