#include "tests/arena/games/doppelkopf/doppelkopf_fixture.h"

#include "absl/algorithm/container.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/games/doppelkopf/doppelkopf_guess.h"
#include "gtest/gtest.h"
#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"

namespace arena::doppelkopf {
namespace {

void Make(State& state, Seat seat, Action action) {
  const SeatAction made = {seat, action};
  state.Apply({&made, 1});
}

std::string ListText(const ActionList& list) {
  return absl::StrJoin(list, ", ", [](std::string* out, Action action) {
    out->append(ActionText(action));
  });
}

ActionList LegalOf(const State& state) {
  ActionList legal;
  state.LegalActions(Asked(state), legal);
  return legal;
}

// The wish of a seat names its first cards; other cards fill up the hand.
std::array<Cards, kSeats> FullHands(const std::vector<std::string>& hands,
                                    const Rules& rules) {
  Holdings holdings;
  for (Seat seat = 0; seat < kSeats; ++seat) {
    holdings[seat] = {.count = rules.hand_cards,
                      .certain = HandOf(hands[seat]),
                      .possible = kAllTypes & ~SetOf(kOld)};
  }
  int olds = 0;
  for (const Holding& holding : holdings) olds += holding.certain.count(kOld);
  for (const Seat seat : {0, 2}) {
    if (olds == kCopies) break;
    holdings[seat].certain.Add(kOld);
    ++olds;
  }
  if (olds < kCopies) holdings[2].certain.Add(kOld);
  Rng rng("fill");
  return DealUnseen(Cards::Deck(rules.nines()), holdings, rng).value();
}

// A choice that makes lively deals out of random ones.
Action LivelyChoice(const State& state, Rng& rng) {
  const ActionList legal = LegalOf(state);
  const auto any = [&] {
    return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  };
  if (state.phase() == Phase::kReserve) {
    for (const Action rare :
         {Declare(Contract::kMarriage), Declare(Contract::kPoverty)}) {
      if (absl::c_linear_search(legal, rare) && rng.Below(2) == 0) return rare;
    }
    if (legal[0] == kHealthy && rng.Below(8) > 0) return kHealthy;
  }
  if (state.phase() == Phase::kWindow && rng.Below(3) > 0) return kPass;
  return any();
}

}  // namespace

// ---- Matches ----

State NewMatch(absl::string_view options) {
  return State::Create(kSeats, GameOptions::Parse(kOptions, options).value())
      .value();
}

void DealAny(State& state, Rng& rng) {
  while (state.node() == Node::kChance) {
    Make(state, kChance, state.SampleChance(rng));
  }
}

void DealHands(State& state, std::vector<std::string> hands) {
  hands.resize(kSeats);
  std::array<Cards, kSeats> full = FullHands(hands, state.rules());
  const int before = state.redeals();
  while (state.node() == Node::kChance && state.redeals() == before) {
    Cards& hand = full[state.ReceiverOfCard()];
    const Card card = LowestOf(hand.types());
    hand.Remove(card);
    Make(state, kChance, card);
  }
}

State Dealt(std::vector<std::string> hands, absl::string_view options) {
  State state = NewMatch(options);
  DealHands(state, std::move(hands));
  return state;
}

// ---- Questions ----

Seat Asked(const State& state) { return state.ToAct().first(); }

std::string Choices(const State& state) { return ListText(LegalOf(state)); }

std::string Offers(const State& state) {
  ActionList offers;
  state.Announcements(Asked(state), offers);
  return ListText(offers);
}

bool Can(const State& state, absl::string_view text) {
  const Action action = state.ParseAction(Asked(state), text).value();
  ActionList offers;
  state.Announcements(Asked(state), offers);
  return absl::c_linear_search(LegalOf(state), action) ||
         absl::c_linear_search(offers, action);
}

// ---- Doing ----

void Say(State& state, absl::string_view words) {
  for (const absl::string_view word : absl::StrSplit(words, ", ")) {
    ASSERT_TRUE(Can(state, word))
        << "seat " << Asked(state) << " cannot choose " << word << " but "
        << Choices(state) << "; " << Offers(state) << "\n"
        << state.ToString();
    Make(state, Asked(state), state.ParseAction(Asked(state), word).value());
  }
}

void AllHealthy(State& state) {
  while (state.phase() == Phase::kReserve) {
    Make(state, Asked(state), kHealthy);
  }
}

void PassAll(State& state) {
  while (state.phase() == Phase::kWindow) Make(state, Asked(state), kPass);
}

void Play(State& state, absl::string_view cards) {
  for (const absl::string_view card : absl::StrSplit(cards, ' ')) {
    PassAll(state);
    Say(state, card);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

void FinishDealQuietly(State& state, Rng& rng) {
  const int deal = state.DealIndex();
  DealAny(state, rng);
  while (state.node() == Node::kDecision && state.DealIndex() == deal) {
    Make(state, Asked(state), state.Substitute(Asked(state)));
  }
}

// ---- Seeing ----

v1::DoppelkopfObservation Seen(const State& state, Seat seat) {
  v1::Observation observation;
  state.ObservationFor(seat, observation);
  return observation.doppelkopf();
}

std::string Known(const State& state) {
  std::string text;
  for (const Shown shown : state.deal().shown) {
    text += "?RK"[static_cast<size_t>(shown)];
  }
  return text;
}

v1::SeatEvent EventOf(const State& state, Seat seat, absl::string_view action) {
  const SeatAction made = {Asked(state),
                           state.ParseAction(Asked(state), action).value()};
  v1::PlyEvent event;
  state.EventFor(seat, {&made, 1}, event);
  return event.actions(0);
}

v1::DoppelkopfReveal RevealOf(const State& state, Seat seat,
                              absl::string_view action) {
  return EventOf(state, seat, action).reveal().doppelkopf();
}

void WalkDeals(State& state, Rng& rng, const Visit& visit) {
  while (state.node() != Node::kTerminal) {
    if (state.node() == Node::kChance) {
      Make(state, kChance, state.SampleChance(rng));
      continue;
    }
    visit(state);
    const Seat seat = Asked(state);
    ActionList offers;
    state.Announcements(seat, offers);
    if (!offers.empty() && rng.Below(6) == 0) {
      Make(state, seat,
           offers[rng.Below(static_cast<uint32_t>(offers.size()))]);
      continue;
    }
    Make(state, seat, LivelyChoice(state, rng));
  }
}

}  // namespace arena::doppelkopf
