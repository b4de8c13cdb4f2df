#include "tests/arena/games/octrix/octrix_fixture.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/games/base/game_of.h"

namespace arena::octrix {

absl::StatusOr<State> TryMatch(int seats, absl::string_view options) {
  return State::Create(
      seats, GameOptions::Parse(State::kInfo.options, options).value());
}

State NewMatch(int seats, absl::string_view options) {
  return TryMatch(seats, options).value();
}

std::vector<Card> CardsOf(absl::string_view text) {
  const State any = NewMatch(2, "");
  std::vector<Card> cards;
  for (const absl::string_view card :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    cards.push_back(static_cast<Card>(any.ParseAction(0, card).value()));
  }
  return cards;
}

void ApplyChance(State& state, Action action) {
  const SeatAction ply = {kChance, action};
  state.Apply({&ply, 1});
}

void Deal(State& state, const std::vector<std::string>& hands) {
  const int seats = state.seats();
  for (int i = 0; i < seats * kHandCards; ++i) {
    const Seat seat = (state.dealer() + 1 + i) % seats;
    ApplyChance(state, CardsOf(hands[seat])[i / seats]);
  }
}

void DealAny(State& state, Rng* rng) {
  while (state.node() == Node::kChance) {
    ActionList outcomes;
    state.LegalActions(kChance, outcomes);
    ApplyChance(state, rng == nullptr ? outcomes[0] : state.SampleChance(*rng));
  }
}

State Dealt(const std::vector<std::string>& hands, absl::string_view options) {
  State state = NewMatch(static_cast<int>(hands.size()),
                         absl::StrContains(options, "first_dealer")
                             ? std::string(options)
                             : absl::StrCat("first_dealer=0,", options));
  Deal(state, hands);
  return state;
}

void PlayTrick(State& state, absl::string_view text) {
  const std::vector<Card> cards = CardsOf(text);
  size_t played = 0;
  while (played < cards.size()) {
    Ply ply;
    for (const Seat seat : state.ToAct()) ply.push_back({seat, cards[seat]});
    played += ply.size();
    state.Apply(ply);
  }
}

Action Adapt(const State& state, Seat seat) { return state.Suggest(seat); }

Action AlwaysHighest(const State& state, Seat seat) {
  return HighestOf(state.hand(seat));
}

Action AlwaysLowest(const State& state, Seat seat) {
  return LowestOf(state.hand(seat));
}

void PlayBy(State& state, const Policy& policy) {
  Ply ply;
  for (const Seat seat : state.ToAct()) {
    ply.push_back({seat, policy(state, seat)});
  }
  state.Apply(ply);
}

std::string ErrorOf(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument
             ? std::string(status.message())
             : absl::StrCat("not INVALID_ARGUMENT: ", status.ToString());
}

std::vector<Action> Legal(const State& state, Seat seat) {
  ActionList list;
  state.LegalActions(seat, list);
  return {list.begin(), list.end()};
}

void PlayLegal(State& state, Rng& rng) {
  if (state.node() == Node::kChance) {
    ApplyChance(state, state.SampleChance(rng));
    return;
  }
  PlayBy(state, [&](const State& at, Seat seat) {
    const std::vector<Action> legal = Legal(at, seat);
    return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  });
}

bool AnyPly(const State& state, const std::function<bool(Ply)>& wanted,
            Ply ply) {
  size_t position = 0;
  for (const Seat seat : state.ToAct()) {
    if (position++ < ply.size()) continue;
    ActionList legal;
    state.LegalActions(seat, legal);
    for (const Action action : legal) {
      Ply longer = ply;
      longer.push_back({seat, action});
      if (AnyPly(state, wanted, longer)) return true;
    }
    return false;
  }
  return wanted(ply);
}

Seat WinnerBetween(const State& before, const State& after) {
  const int number = before.tricks_played();
  if (after.tricks_played() > number) return after.trick(number).winner;
  Seat seat = 0;
  while (after.Returns()[seat] == before.Returns()[seat]) ++seat;
  return seat;
}

bool PlayWinners(State& state, absl::Span<const Seat> winners) {
  if (winners.empty()) return true;
  const auto try_rest = [&](State after) {
    if (WinnerBetween(state, after) != winners[0]) return false;
    if (!PlayWinners(after, winners.subspan(1))) return false;
    state = after;
    return true;
  };
  return AnyPly(state, [&](const Ply& ply) {
    State after = state;
    after.Apply(ply);
    if (Seen(after).octrix().open_cards().empty()) return try_rest(after);
    return AnyPly(after, [&](const Ply& second_half) {
      State whole = after;
      whole.Apply(second_half);
      return try_rest(whole);
    });
  });
}

v1::Observation Seen(const State& state, Seat seat) {
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(seat, observation);
  return observation;
}

absl::StatusOr<State> SampleOf(int seats, absl::string_view options,
                               const v1::Observation& observation) {
  Rng rng("sample");
  return DrawState<State>(
      seats, GameOptions::Parse(State::kInfo.options, options).value(), 0,
      observation, rng);
}

void PlayDeal(State& state, const Policy& policy) {
  DealAny(state);
  const uint32_t deal = Seen(state).octrix().deal();
  while (state.node() == Node::kDecision &&
         Seen(state).octrix().deal() == deal) {
    PlayBy(state, policy);
  }
}

State AtTotals(const std::vector<uint32_t>& totals, absl::string_view options) {
  v1::Observation observation =
      Seen(NewMatch(static_cast<int>(totals.size()), "first_dealer=0"));
  v1::OctrixObservation& seen = *observation.mutable_octrix();
  seen.set_deal(4);
  v1::OctrixTrick& last = *seen.mutable_last_deal_trick();
  for (uint32_t seat = 0; seat < totals.size(); ++seat) last.add_cards(seat);
  last.set_taker(static_cast<uint32_t>(totals.size()) - 1);
  last.set_mode(v1::OCTRIX_MODE_HIGH);
  for (size_t i = 0; i < totals.size(); ++i) {
    seen.set_totals(static_cast<int>(i), totals[i]);
  }
  return SampleOf(static_cast<int>(totals.size()), options, observation)
      .value();
}

}  // namespace arena::octrix
