#include "tests/arena/games/seconds/seconds_fixture.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/games/base/game_of.h"

namespace arena::seconds {

absl::StatusOr<State> TryMatch(int seats, absl::string_view options) {
  return State::Create(
      seats, GameOptions::Parse(State::kInfo.options, options).value());
}

State NewMatch(absl::string_view options) {
  return TryMatch(kSeats, options).value();
}

Rules RulesOf(absl::string_view options) {
  return Rules::From(kSeats,
                     GameOptions::Parse(State::kInfo.options, options).value())
      .value();
}

std::vector<Card> CardsOf(absl::string_view text) {
  const State any = NewMatch();
  std::vector<Card> cards;
  for (const absl::string_view card :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    cards.push_back(static_cast<Card>(any.ParseAction(0, card).value()));
  }
  return cards;
}

std::string TextOf(const std::vector<Card>& cards) {
  return absl::StrJoin(cards, " ", [](std::string* out, Card card) {
    absl::StrAppend(out, CardText(card));
  });
}

void ApplyChance(State& state, Action action) {
  const SeatAction ply = {kChance, action};
  state.Apply({&ply, 1});
}

std::vector<std::string> OneSuitEach() {
  std::vector<std::string> hands;
  for (const char* suit : {"C", "D", "H", "S"}) {
    std::vector<std::string> cards;
    for (const char rank : std::string("23456789TJQKA")) {
      cards.push_back(absl::StrCat(suit, std::string(1, rank)));
    }
    hands.push_back(absl::StrJoin(cards, " "));
  }
  return hands;
}

void Deal(State& state, const std::vector<std::string>& hands) {
  for (int i = 0; i < kCards; ++i) {
    const Seat seat = (state.dealer() + 1 + i) % kSeats;
    ApplyChance(state, CardsOf(hands[seat])[i / kSeats]);
  }
}

State Dealt(const std::vector<std::string>& hands, absl::string_view options) {
  State state = NewMatch(absl::StrCat("first_dealer=seat0,", options));
  Deal(state, hands);
  return state;
}

void DealAny(State& state, Rng& rng) {
  while (state.node() == Node::kChance) {
    ApplyChance(state, state.SampleChance(rng));
  }
}

Seat ActorOf(const State& state) { return state.ToAct().first(); }

std::vector<Action> Legal(const State& state, Seat seat) {
  ActionList list;
  state.LegalActions(seat, list);
  return {list.begin(), list.end()};
}

void PlayCard(State& state, Card card) {
  const SeatAction ply = {ActorOf(state), card};
  state.Apply({&ply, 1});
}

void PlayCards(State& state, absl::string_view text) {
  for (const Card card : CardsOf(text)) PlayCard(state, card);
}

Card LowestLegal(const State& state, Seat seat) {
  return LowestOf(state.Playable(seat));
}

Card HighestLegal(const State& state, Seat seat) {
  return HighestOf(state.Playable(seat));
}

Policy AnyLegal(Rng& rng) {
  return [&rng](const State& state, Seat seat) {
    const std::vector<Action> legal = Legal(state, seat);
    return static_cast<Card>(
        legal[rng.Below(static_cast<uint32_t>(legal.size()))]);
  };
}

std::vector<Card> PlayDeal(State& state, const Policy& policy, Rng& rng) {
  DealAny(state, rng);
  std::vector<Card> played;
  while (state.node() == Node::kDecision) {
    played.push_back(policy(state, ActorOf(state)));
    PlayCard(state, played.back());
  }
  return played;
}

void PlayMatch(State& state, const Policy& policy, Rng& rng,
               const std::function<void(const State&)>& before) {
  for (DealAny(state, rng); state.node() == Node::kDecision;
       DealAny(state, rng)) {
    before(state);
    PlayCard(state, policy(state, ActorOf(state)));
  }
}

std::string ErrorOf(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument
             ? std::string(status.message())
             : absl::StrCat("not INVALID_ARGUMENT: ", status.ToString());
}

v1::Observation Seen(const State& state, Seat seat) {
  v1::Observation observation;
  AnyStateOf(state)->ObservationFor(seat, observation);
  return observation;
}

absl::StatusOr<State> SampleOf(Seat seat, const v1::Observation& observation,
                               Rng& rng, absl::string_view options) {
  return DrawState<State>(
      kSeats, GameOptions::Parse(State::kInfo.options, options).value(), seat,
      observation, rng);
}

}  // namespace arena::seconds
