// A small language for tests of Octrix: deal these hands, play these cards.
#ifndef TESTS_GAMES_OCTRIX_FIXTURE_H_
#define TESTS_GAMES_OCTRIX_FIXTURE_H_

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/games/octrix/octrix.h"
#include "arena/v1/observation.pb.h"

namespace arena::octrix {

inline const std::string kClubs = "C1 C2 C3 C4 C5 C6 C7 C8";
inline const std::string kSpades = "S1 S2 S3 S4 S5 S6 S7 S8";
inline const std::string kDiamonds = "D1 D2 D3 D4 D5 D6 D7 D8";
inline const std::string kHearts = "H1 H2 H3 H4 H5 H6 H7 H8";

inline const std::vector<std::string> kSuits = {kClubs, kSpades, kDiamonds,
                                                kHearts};

inline absl::StatusOr<State> TryMatch(int seats, absl::string_view options) {
  return State::Create(
      seats, GameOptions::Parse(State::kInfo.options, options).value());
}
inline State NewMatch(int seats, absl::string_view options) {
  return TryMatch(seats, options).value();
}

// The cards of "C8 S7", in that order.
inline std::vector<Card> CardsOf(absl::string_view text) {
  const State any = NewMatch(2, "");
  std::vector<Card> cards;
  for (const absl::string_view card :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    cards.push_back(static_cast<Card>(any.ParseAction(0, card).value()));
  }
  return cards;
}

inline void ApplyChance(State& state, Action action) {
  const SeatAction ply = {kChance, action};
  state.Apply({&ply, 1});
}

// Deals these hands, one card at a time from the dealer's left.
inline void Deal(State& state, const std::vector<std::string>& hands) {
  const int seats = state.seats();
  for (int i = 0; i < seats * kHandCards; ++i) {
    const Seat seat = (state.dealer() + 1 + i) % seats;
    ApplyChance(state, CardsOf(hands[seat])[i / seats]);
  }
}

// Applies chance outcomes, by default the first of the list, until a choice.
inline void DealAny(State& state, Rng* rng = nullptr) {
  while (state.node() == Node::kChance) {
    ActionList outcomes;
    state.LegalActions(kChance, outcomes);
    ApplyChance(state, rng == nullptr ? outcomes[0] : state.SampleChance(*rng));
  }
}

// A match of seat 0's deal in which these hands have been dealt.
inline State Dealt(const std::vector<std::string>& hands,
                   absl::string_view options = "") {
  State state = NewMatch(static_cast<int>(hands.size()),
                         absl::StrContains(options, "first_dealer")
                             ? std::string(options)
                             : absl::StrCat("first_dealer=0,", options));
  Deal(state, hands);
  return state;
}

// Plays one trick; the cards stand in the order of the seats.
inline void PlayTrick(State& state, absl::string_view text) {
  const std::vector<Card> cards = CardsOf(text);
  size_t played = 0;
  while (played < cards.size()) {
    Ply ply;
    for (const Seat seat : state.ToAct()) ply.push_back({seat, cards[seat]});
    played += ply.size();
    state.Apply(ply);
  }
}

using Policy = std::function<Action(const State&, Seat)>;
inline Action Adapt(const State& state, Seat seat) {
  return state.Suggest(seat);
}
inline Action AlwaysHighest(const State& state, Seat seat) {
  return HighestOf(state.hand(seat));
}
inline Action AlwaysLowest(const State& state, Seat seat) {
  return LowestOf(state.hand(seat));
}

// Plays one ply by the policy.
inline void PlayBy(State& state, const Policy& policy) {
  Ply ply;
  for (const Seat seat : state.ToAct()) {
    ply.push_back({seat, policy(state, seat)});
  }
  state.Apply(ply);
}

// The message of an INVALID_ARGUMENT.
inline std::string ErrorOf(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInvalidArgument
             ? std::string(status.message())
             : absl::StrCat("not INVALID_ARGUMENT: ", status.ToString());
}

inline std::vector<Action> Legal(const State& state, Seat seat) {
  ActionList list;
  state.LegalActions(seat, list);
  return {list.begin(), list.end()};
}

// Applies one ply at random.
inline void PlayLegal(State& state, Rng& rng) {
  if (state.node() == Node::kChance) {
    ApplyChance(state, state.SampleChance(rng));
    return;
  }
  PlayBy(state, [&](const State& at, Seat seat) {
    const std::vector<Action> legal = Legal(at, seat);
    return legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  });
}

// Calls with every joint ply of the decision until the function returns true.
inline bool AnyPly(const State& state, const std::function<bool(Ply)>& wanted,
                   Ply ply = {}) {
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

// Who won the trick that led from one state to the other.
inline Seat WinnerBetween(const State& before, const State& after) {
  const int number = before.tricks_played();
  if (after.tricks_played() > number) return after.trick(number).winner;
  Seat seat = 0;
  while (after.Returns()[seat] == before.Returns()[seat]) ++seat;
  return seat;
}

// Looks for cards that make these seats win the next tricks and plays them.
// For matches with auto_last_trick=false.
inline bool PlayWinners(State& state, absl::Span<const Seat> winners) {
  if (winners.empty()) return true;
  const auto wins = [&](const State& after) {
    return WinnerBetween(state, after) == winners[0];
  };
  const auto try_rest = [&](State after) {
    if (!wins(after) || !PlayWinners(after, winners.subspan(1))) return false;
    state = after;
    return true;
  };
  return AnyPly(state, [&](const Ply& ply) {
    State after = state;
    after.Apply(ply);
    if (after.ToAct() == state.ToAct() || after.ToAct().size() != 2 ||
        after.tricks_played() != state.tricks_played() ||
        after.Returns() != state.Returns()) {
      return try_rest(after);
    }
    // Only the first half has been played.
    return AnyPly(after, [&](const Ply& second) {
      State whole = after;
      whole.Apply(second);
      return try_rest(whole);
    });
  });
}

inline v1::Observation Seen(const State& state, Seat seat = 0) {
  v1::Observation observation;
  state.ObservationFor(seat, observation);
  return observation;
}

inline absl::StatusOr<State> SampleOf(int seats, absl::string_view options,
                                      const v1::Observation& observation) {
  Rng rng("sample");
  return State::Sample(
      seats, GameOptions::Parse(State::kInfo.options, options).value(), 0,
      observation, rng);
}

// Plays until another deal is to be played, or the end.
inline void PlayDeal(State& state, const Policy& policy = AlwaysLowest) {
  DealAny(state);
  const uint32_t deal = Seen(state).octrix().deal();
  while (state.node() == Node::kDecision &&
         Seen(state).octrix().deal() == deal) {
    PlayBy(state, policy);
  }
}

// A match that stands at these totals before the fourth deal.
inline State AtTotals(const std::vector<uint32_t>& totals,
                      absl::string_view options) {
  v1::Observation observation =
      Seen(NewMatch(static_cast<int>(totals.size()), "first_dealer=0"));
  v1::OctrixObservation& seen = *observation.mutable_octrix();
  seen.set_deal(3);
  for (size_t i = 0; i < totals.size(); ++i) {
    seen.set_totals(static_cast<int>(i), totals[i]);
  }
  return SampleOf(static_cast<int>(totals.size()), options, observation)
      .value();
}

}  // namespace arena::octrix

#endif  // TESTS_GAMES_OCTRIX_FIXTURE_H_
