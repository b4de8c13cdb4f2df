#include "arena/games/doppelkopf/doppelkopf_sampler.h"

#include <algorithm>

#include "arena/core/check.h"

namespace arena::doppelkopf {
namespace {

// How often hidden cards may not be found. One time is many guesses already, of
// which half need only cards that the seats may hold.
constexpr int kDraws = 100;

Statement StatementOf(uint8_t said) {
  if (said == 0) return Statement::kNone;
  return said == kHealthy ? Statement::kHealthy : Statement::kReservation;
}

void AddTricks(const Deal& deal, const Rules& rules, Knowledge& known) {
  for (int i = 0; i <= deal.tricks_played && i < kMaxTricks; ++i) {
    const Trick& trick = deal.tricks[i];
    const int cards = i < deal.tricks_played ? kSeats : deal.cards_played;
    const CardSet demand = DemandOf(known.contract, trick.cards[0], rules);
    for (int at = 0; at < cards; ++at) {
      known.See(trick.SeatAt(at), trick.cards[at], demand);
    }
  }
}

// As AddPoverty in doppelkopf_view.cc.
void AddPoverty(const Deal& deal, Phase phase, const Rules& rules,
                Knowledge& known) {
  if (phase == Phase::kLay) return;
  const Poverty& poverty = deal.poverty;
  const CardSet trumps = TrumpsOf(Contract::kPoverty, rules);
  known.acceptor = poverty.acceptor;
  if (rules.poverty_tell_trumps) {
    known.laid_trumps = poverty.laid.CountIn(trumps);
  }
  const bool returned = known.acceptor != kNobody && phase != Phase::kReturn;
  if (returned) known.returned_trumps = poverty.returned.CountIn(trumps);
  if (known.seat != deal.declarer && known.seat != known.acceptor) return;
  known.laid = poverty.laid;
  if (returned) known.returned = poverty.returned;
}

}  // namespace

// ---- Knowledge ----

Knowledge Sampler::KnowledgeOf(Seat seat) const {
  const Deal& deal = state_.deal_;
  const Rules& rules = state_.rules_;
  Knowledge known;
  known.seat = seat;
  known.forehand = state_.Forehand();
  known.phase = state_.phase_;
  known.own = deal.hands[seat];
  known.settled = deal.settled;
  known.forced = deal.forced;
  if (deal.settled) {
    known.contract = deal.contract;
    known.declarer = deal.declarer;
    known.naming = deal.naming;
  } else if (known.phase == Phase::kName) {
    known.naming = deal.naming;
    known.asked = state_.NamingSeat();
  }
  AddTricks(deal, rules, known);
  known.unseen = Cards::Deck(rules.nines()) - known.own;
  for (Seat each = 0; each < kSeats; ++each) {
    known.unseen = known.unseen - known.played[each];
    known.hand_counts[each] = deal.hands[each].size();
    known.statements[each] = StatementOf(deal.said[each]);
    known.owes[each] = state_.Owes(each);
  }
  known.own_said = deal.said[seat];
  known.shown = deal.shown;
  if (deal.settled && deal.contract == Contract::kPoverty) {
    AddPoverty(deal, known.phase, rules, known);
  }
  return known;
}

// ---- Completion ----

absl::Status Sampler::Complete(const Hidden& hidden, const Knowledge& known,
                               Rng& rng) {
  Deal& deal = state_.deal_;
  if (known.phase != Phase::kDeal) {
    if (!known.settled) return StartAgain(hidden, known, rng);
    ReplaceCards(hidden, known);
    return absl::OkStatus();
  }
  deal.hands = hidden.dealt;
  deal.deck = Cards::Deck(state_.rules_.nines());
  for (const Cards& hand : deal.hands) deal.deck = deal.deck - hand;
  return absl::OkStatus();
}

// Puts the hidden cards where they are in a settled deal, and forgets what the
// others declared.
void Sampler::ReplaceCards(const Hidden& hidden, const Knowledge& known) {
  Deal& deal = state_.deal_;
  deal.dealt = hidden.dealt;
  deal.hands = hidden.dealt;
  deal.poverty.laid = hidden.laid;
  deal.poverty.returned = hidden.returned;
  if (deal.contract == Contract::kPoverty) {
    Cards& poor = deal.hands[deal.declarer];
    poor = poor - hidden.laid + hidden.returned;
  }
  if (deal.poverty.acceptor != kNobody) {
    Cards& rich = deal.hands[deal.poverty.acceptor];
    rich = rich + hidden.laid - hidden.returned;
  }
  const bool secret = deal.contract == Contract::kNormal;
  if (secret) deal.re = 0;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    deal.hands[seat] = deal.hands[seat] - known.played[seat];
    if (secret && deal.dealt[seat].count(kOld) > 0) deal.re |= 1 << seat;
    if (seat == known.seat || deal.said[seat] == 0) continue;
    const bool healthy = deal.said[seat] == kHealthy;
    deal.said[seat] = static_cast<uint8_t>(healthy ? kHealthy : kReservation);
  }
}

State State::SampleFor(Seat seat, Rng& rng) const {
  State sample = *this;
  Sampler sampler(sample);
  const Knowledge known = sampler.KnowledgeOf(seat);
  std::optional<Hidden> hidden;
  for (int i = 0; !hidden.has_value() && i < kDraws; ++i) {
    hidden = GuessHidden(known, rules_, rng);
  }
  ARENA_CHECK(hidden.has_value(), "no cards are possible for seat ", seat);
  const absl::Status completed = sampler.Complete(*hidden, known, rng);
  ARENA_CHECK(completed.ok(), completed.message());
  return sample;
}

// ---- Reservations ----

absl::Status Sampler::StartAgain(const Hidden& hidden, const Knowledge& known,
                                 Rng& rng) {
  Deal& deal = state_.deal_;
  const Rules& rules = state_.rules_;
  state_.StartDeal();
  deal.deck = Cards();
  deal.cards_dealt = static_cast<uint8_t>(kSeats * rules.hand_cards);
  deal.hands = hidden.dealt;
  state_.StartReservations();
  if (known.settled || state_.phase_ == Phase::kForced) {
    return absl::OkStatus();
  }
  for (int i = 0; i < kSeats && state_.phase_ == Phase::kReserve; ++i) {
    const Seat seat = state_.NamingSeat();
    if (known.statements[seat] == Statement::kNone) return absl::OkStatus();
    if (i == kSeats - 1 && rules.reservation_steps == 1) break;
    const Action said = DrawDeclaration(seat, known, rng);
    // Another seat's reason is its secret and cannot be checked.
    if (seat == known.seat) {
      ARENA_RETURN_IF_ERROR(Make(seat, said));
    } else {
      state_.Reserve(seat, said);
    }
  }
  if (state_.phase_ != Phase::kName || known.asked == kNobody) {
    return Wrong("doppelkopf: contract: expected it after all reservations");
  }
  deal.naming = known.naming;
  deal.naming_place =
      static_cast<uint8_t>((known.asked + kSeats - known.forehand) % kSeats);
  if (state_.IsAsked(known.naming, known.asked)) return absl::OkStatus();
  return Wrong("doppelkopf: seat ", known.asked, " is not asked in round ",
               static_cast<int>(known.naming));
}

// The declaration of a seat or, if it is secret, any declaration that its
// guessed hand allows.
Action Sampler::DrawDeclaration(Seat seat, const Knowledge& known,
                                Rng& rng) const {
  if (known.statements[seat] == Statement::kHealthy) return kHealthy;
  if (state_.rules_.reservation_steps == 2) return kReservation;
  if (seat == known.seat) return known.own_said;
  ActionList list;
  state_.LegalActions(seat, list);
  const uint32_t first = list[0] == kHealthy ? 1 : 0;
  const auto size = static_cast<uint32_t>(list.size());
  if (size == first) return kRedeal;
  return list[first + rng.Below(size - first)];
}

absl::Status Sampler::Make(Seat seat, Action action) {
  ActionList list;
  state_.LegalActions(seat, list);
  bool possible = std::binary_search(list.begin(), list.end(), action);
  if (!possible) {
    state_.Announcements(seat, list);
    possible = std::binary_search(list.begin(), list.end(), action);
  }
  if (!possible) {
    return Wrong("doppelkopf: seat ", seat, " cannot choose ",
                 ActionText(action), " at that point");
  }
  const SeatAction made = {seat, action};
  state_.Apply({&made, 1});
  return absl::OkStatus();
}

}  // namespace arena::doppelkopf
