// The course of a match: deals, exchanges, sets. Bets are in ordago_bets.cc,
// signs in ordago_signing.cc.
#include "arena/games/ordago/ordago.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::ordago {
namespace {

// Goes on to the next part of a hand, in ascending order of the actions that
// throw it away; from and to the empty part.
bool NextPart(Cards hand, Cards& part) {
  for (Rank rank = 0; rank < kRanks; ++rank) {
    if (CountOf(part, rank) < CountOf(hand, rank)) {
      part += One(rank);
      return true;
    }
    part -= static_cast<Cards>(CountOf(part, rank)) << (4 * rank);
  }
  return false;
}

}  // namespace

// ---- Creation ----

GameOptions State::Resolve(int /*seats*/, const GameOptions& options) {
  return WithTextPreset(options, kText);
}

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  State state;
  ARENA_ASSIGN_OR_RETURN(state.rules_, Rules::From(seats, options));
  if (state.rules_.first_dealer != Rules::kRandomDealer) {
    state.dealer_ = state.rules_.first_dealer;
    state.StartHand();
  }
  return state;
}

// ---- Seats and places ----

Seat State::SeatOf(Place place) const {
  if (rules_.seats == 4) return place;
  return place % 2 == 0 ? 0 : (place + 1) / 2;
}

Place State::OwnPlace(Seat seat) const {
  return rules_.seats == 3 && seat == 2 ? 3 : seat;
}

Place State::ActingPlace(Seat seat) const {
  if (phase_ == Phase::kWindow) return OwnPlace(seat);
  if (phase_ == Phase::kDiscard && rules_.simultaneous_discards) {
    const bool for_dummy = rules_.seats == 3 && chosen_for_dummy_ == 0;
    return for_dummy ? kDummy : OwnPlace(seat);
  }
  return turn_;
}

// ---- What comes next ----

Node State::node() const {
  if (notice_.seats != 0) return Node::kChance;
  switch (phase_) {
    case Phase::kDrawDealer:
    case Phase::kDeal:
    case Phase::kRedraw:
      return Node::kChance;
    case Phase::kOver:
      return Node::kTerminal;
    default:
      return Node::kDecision;
  }
}

SeatSet State::ToAct() const {
  if (node() != Node::kDecision) return {};
  if (phase_ == Phase::kWindow) {
    SeatSet signers = SeatSet::All(rules_.seats);
    if (rules_.seats == 3) signers.erase(0);
    return signers;
  }
  if (phase_ == Phase::kDiscard && rules_.simultaneous_discards) {
    const bool for_dummy = rules_.seats == 3 && chosen_for_dummy_ == 0;
    return for_dummy ? SeatSet::Of(0) : SeatSet::All(rules_.seats);
  }
  return SeatSet::Of(SeatOf(turn_));
}

void State::LegalActions(Seat seat, ActionList& out) const {
  out.clear();
  if (seat == kChance) {
    LegalOutcomes(out);
    return;
  }
  if (!ToAct().contains(seat)) return;
  if (phase_ == Phase::kWindow) {
    out.push_back(MakeAction(ActionKind::kNoSign));
    AddSigns(seat, out);
  } else if (phase_ == Phase::kAsk) {
    out.push_back(MakeAction(ActionKind::kKeep));
    out.push_back(MakeAction(ActionKind::kSwap));
  } else if (phase_ == Phase::kDiscard) {
    const Cards hand = hands_[ActingPlace(seat)];
    for (Cards part = 0; NextPart(hand, part);) out.push_back(DiscardOf(part));
  } else {
    LegalBets(out);
  }
}

void State::LegalOutcomes(ActionList& out) const {
  if (notice_.seats != 0) {
    LegalNotices(out);
  } else if (phase_ == Phase::kDrawDealer) {
    for (Place place = 0; place < kPlaces; ++place) {
      out.push_back(
          MakeAction(ActionKind::kDealer, static_cast<uint32_t>(place)));
    }
  } else if (node() == Node::kChance) {
    for (Rank rank = 0; rank < kRanks; ++rank) {
      if (CountOf(piles_.stock, rank) == 0) continue;
      out.push_back(MakeAction(ActionKind::kCard, static_cast<uint32_t>(rank)));
    }
  }
}

Action State::SampleChance(Rng& rng) const {
  if (notice_.seats != 0) return SampleNotice(rng);
  if (phase_ == Phase::kDrawDealer) {
    return MakeAction(ActionKind::kDealer, rng.Below(kPlaces));
  }
  const uint32_t n = rng.Below(static_cast<uint32_t>(SizeOf(piles_.stock)));
  return MakeAction(ActionKind::kCard, static_cast<uint32_t>(NthOf(
                                           piles_.stock, static_cast<int>(n))));
}

// Empty for a notice, which takes a number for each opponent.
void State::NumberedOutcomes(ActionList& out) const {
  out.clear();
  if (notice_.seats != 0) return;
  if (phase_ == Phase::kDrawDealer) return LegalOutcomes(out);
  for (int n = 0; n < SizeOf(piles_.stock); ++n) {
    out.push_back(MakeAction(ActionKind::kCard,
                             static_cast<uint32_t>(NthOf(piles_.stock, n))));
  }
}

// ---- Plies ----

void State::Apply(absl::Span<const SeatAction> ply) {
  if (ply[0].seat == kChance) {
    ApplyOutcome(ply[0].action);
    return;
  }
  if (IsAnnouncement(ply[0])) {
    ApplyAnnouncement(ply[0].seat, static_cast<Sign>(ValueOf(ply[0].action)));
    return;
  }
  GivenSigns given = TakeSigns(ply);
  const int hand = hand_;
  ApplyChoices(ply);
  DeliverSigns(given, hand_ != hand);
}

bool State::IsAnnouncement(const SeatAction& part) const {
  const ActionKind kind = KindOf(part.action);
  return kind == ActionKind::kSay ||
         (kind == ActionKind::kSign && phase_ != Phase::kWindow);
}

void State::ApplyOutcome(Action outcome) {
  const uint32_t value = ValueOf(outcome);
  if (notice_.seats != 0) {
    ApplyNotice(value);
    return;
  }
  switch (phase_) {
    case Phase::kDrawDealer:
      dealer_ = static_cast<uint8_t>(value);
      StartHand();
      return;
    case Phase::kDeal:
      DealCard(static_cast<Rank>(value));
      return;
    case Phase::kRedraw:
      RedrawCard(static_cast<Rank>(value));
      return;
    default:
      ARENA_CHECK(false, "chance is not due");
  }
}

void State::ApplyChoices(absl::Span<const SeatAction> ply) {
  switch (phase_) {
    case Phase::kWindow:
      CloseWindow();
      return;
    case Phase::kAsk:
      Answer(KindOf(ply[0].action) == ActionKind::kSwap);
      return;
    case Phase::kDiscard:
      ApplyDiscards(ply);
      return;
    case Phase::kBet:
      ApplyBet(ply[0].action);
      return;
    default:
      ARENA_CHECK(false, "no choice is due");
  }
}

// ---- Deals ----

void State::ClearHand() {
  hands_ = {};
  hands_shown_ = false;
  piles_.stock = 0;
  piles_.old_discards = 0;
  piles_.new_discards = 0;
  round_ = 0;
  piles_.rebuilds = 0;
  swaps_ = 0;
  keeper_ = kPlaces;
  bet_ = 0;
  bidding_ = {};
  results_ = {};
  bet_actions_ = {};
  signing_.given = {};
  exchanges_.Clear();
  bet_log_.Clear();
  for (SignLog& log : sign_logs_) log.Clear();
}

// Requires: `dealer_` is set.
void State::StartHand() {
  ClearHand();
  phase_ = Phase::kDeal;
  piles_.stock = kPack;
  due_.fill(kHandSize);
  receiver_ = static_cast<uint8_t>(start());
}

void State::DealCard(Rank rank) {
  ARENA_CHECK(CountOf(piles_.stock, rank) > 0, "no card of rank ", rank);
  hands_[receiver_] += One(rank);
  piles_.stock -= One(rank);
  --due_[receiver_];
  receiver_ = static_cast<uint8_t>(After(receiver_));
  if (due_[receiver_] == 0) FinishDealing();
}

// Called after the deal and after every exchange.
void State::FinishDealing() {
  receiver_ = 0;
  if (rules_.seats == 3 && rules_.solo_bonus > 0) {
    score_[0] += rules_.solo_bonus;
    if (rules_.solo_bonus_wins && score_[0] >= rules_.set_target) {
      FinishSet(0);
      return;
    }
  }
  if (rules_.signs != SignsMode::kOff && rules_.sign_window) {
    phase_ = Phase::kWindow;
  } else {
    CloseWindow();
  }
}

void State::CloseWindow() {
  if (round_ < rules_.max_exchange_rounds) {
    phase_ = Phase::kAsk;
    swaps_ = 0;
    turn_ = static_cast<uint8_t>(start());
  } else {
    StartBet(0);
  }
}

// ---- Exchanges ----

void State::Answer(bool swap) {
  if (!swap) {
    keeper_ = turn_;
    StartBet(0);
    return;
  }
  ++swaps_;
  turn_ = static_cast<uint8_t>(After(turn_));
  if (swaps_ < kPlaces) return;
  phase_ = Phase::kDiscard;
  exchanges_.Add({});
}

void State::ApplyDiscards(absl::Span<const SeatAction> ply) {
  if (!rules_.simultaneous_discards) {
    Discard(turn_, DiscardedBy(ply[0].action));
    turn_ = static_cast<uint8_t>(After(turn_));
    if (turn_ == start()) StartRedraw();
    return;
  }
  if (rules_.seats == 3 && chosen_for_dummy_ == 0) {
    chosen_for_dummy_ = Packed(DiscardedBy(ply[0].action));
    return;
  }
  for (const auto& [seat, action] : ply) {
    Discard(OwnPlace(seat), DiscardedBy(action));
  }
  if (rules_.seats == 3) Discard(kDummy, Unpacked(chosen_for_dummy_));
  chosen_for_dummy_ = 0;
  StartRedraw();
}

void State::Discard(Place place, Cards cards) {
  ARENA_CHECK(Includes(hands_[place], cards), "place ", place, " has no ",
              CardsText(cards));
  hands_[place] -= cards;
  piles_.new_discards += cards;
  exchanges_.back().discards[place] = Packed(cards);
  due_[place] = static_cast<uint8_t>(SizeOf(cards));
}

void State::StartRedraw() {
  phase_ = Phase::kRedraw;
  turn_ = 0;
  receiver_ = static_cast<uint8_t>(start());
  RefillStock();
}

// The discards of the present round stay out: no place gets them back at once.
void State::RefillStock() {
  if (piles_.stock != 0) return;
  piles_.stock = piles_.old_discards;
  piles_.old_discards = 0;
  ++piles_.rebuilds;
}

void State::RedrawCard(Rank rank) {
  ARENA_CHECK(CountOf(piles_.stock, rank) > 0, "no card of rank ", rank);
  hands_[receiver_] += One(rank);
  piles_.stock -= One(rank);
  Four& draws = exchanges_.back().draws[receiver_];
  draws = Packed(Unpacked(draws) + One(rank));
  if (--due_[receiver_] == 0) {
    receiver_ = static_cast<uint8_t>(After(receiver_));
  }
  if (due_[receiver_] > 0) {
    RefillStock();
    return;
  }
  piles_.old_discards += piles_.new_discards;
  piles_.new_discards = 0;
  ++round_;
  FinishDealing();
}

// ---- Ends of hands, sets and the match ----

void State::RememberHand() {
  last_ = {};
  last_.played = true;
  last_.shown = hands_shown_;
  last_.hands = hands_;
  last_.results = results_;
  last_.score = score_;
  last_.start = static_cast<uint8_t>(start());
}

void State::FinishHand() {
  RememberHand();
  ++hand_;
  dealer_ = static_cast<uint8_t>(After(dealer_));
  StartHand();
}

void State::FinishSet(int team) {
  RememberHand();
  last_.ended_set = true;
  last_.set_winner = static_cast<uint8_t>(team);
  if (++sets_[team] == rules_.sets_to_win) {
    phase_ = Phase::kOver;
    return;
  }
  score_ = {};
  ++hand_;
  switch (rules_.dealer_after_set) {
    case AfterSet::kRotate:
      dealer_ = static_cast<uint8_t>(After(dealer_));
      break;
    case AfterSet::kLoser:
      // Of two neighbours in the old order one is of the losing team.
      dealer_ =
          static_cast<uint8_t>(start() % 2 == team ? After(start()) : start());
      break;
    case AfterSet::kRandom:
      ClearHand();
      phase_ = Phase::kDrawDealer;
      return;
  }
  StartHand();
}

// ---- Results ----

SeatScores State::Returns() const {
  SeatScores scores = {};
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    const int team = TeamOf(seat);
    scores[seat] = sets_[team] - sets_[1 - team];
  }
  return scores;
}

SeatRanks State::Ranks() const {
  const int winner = sets_[0] > sets_[1] ? 0 : 1;
  int winners = 0;
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    winners += TeamOf(seat) == winner ? 1 : 0;
  }
  SeatRanks ranks = {};
  for (Seat seat = 0; seat < rules_.seats; ++seat) {
    ranks[seat] = TeamOf(seat) == winner ? 1 : 1 + winners;
  }
  return ranks;
}

absl::string_view State::EndReason() const {
  if (phase_ != Phase::kOver) return "";
  for (const BetResult& result : last_.results) {
    if (result.status == BetStatus::kShowdown) return "ordago";
  }
  return "points";
}

// ---- Kinds of acts ----

ActKind State::KindOfAct(Seat /*seat*/, Action action) const {
  static constexpr std::array<const char*, kBets> kBetNames = {"Big", "Small",
                                                               "Pairs", "Game"};
  switch (KindOf(action)) {
    case ActionKind::kKeep:
    case ActionKind::kSwap:
    case ActionKind::kDiscard:
      return {"exchange", ""};
    case ActionKind::kNoSign:
    case ActionKind::kSign:
    case ActionKind::kSay:
      return {"sign", phase_ == Phase::kBet ? kBetNames[bet_] : ""};
    default:
      return {"bet", kBetNames[bet_]};
  }
}

// ---- Substitutes ----

Action State::Substitute(Seat seat) const {
  switch (phase_) {
    case Phase::kWindow:
      return MakeAction(ActionKind::kNoSign);
    case Phase::kAsk:
      return MakeAction(ActionKind::kKeep);
    case Phase::kDiscard:
      return DiscardOf(One(LowestOf(hands_[ActingPlace(seat)])));
    default:
      return MakeAction(bidding_.amount == 0 ? ActionKind::kWait
                                             : ActionKind::kPass);
  }
}

// ---- Text ----

std::string State::ActionToString(Seat /*seat*/, Action action) const {
  return ActionText(action);
}

absl::StatusOr<Action> State::ParseAction(Seat /*seat*/,
                                          absl::string_view text) const {
  return ActionFromText(text);
}

}  // namespace arena::ordago
