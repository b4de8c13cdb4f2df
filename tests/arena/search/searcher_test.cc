// Every game, seat count and option has a searcher that chooses legal actions.
#include "arena/search/searcher.h"

#include <gtest/gtest.h>

#include "absl/algorithm/container.h"
#include "arena/games/registry.h"
#include "arena/v1/observation.pb.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

Action ChoiceOf(const GameSetup& setup, const AnyState& state, Seat seat) {
  v1::Observation observation;
  state->ObservationFor(seat, observation);
  Rng rng("choice");
  return MakeSearcher(*setup.game, setup.seats, setup.options, 1)
      ->Choose(seat, LegalList(state, seat), observation, rng);
}

// Chooses at some decisions of a random match, twice each.
absl::Status CheckChoices(const GameSetup& setup) {
  static constexpr int kLooks = 6;
  const auto look = [&](const AnyState& state, const Ply&) -> absl::Status {
    for (const Seat seat : state->ToAct()) {
      const std::vector<Action> legal = LegalList(state, seat);
      if (legal.size() < 2) continue;
      const Action choice = ChoiceOf(setup, state, seat);
      if (!absl::c_binary_search(legal, choice)) {
        return Broken("chose ", state->ActionToString(seat, choice));
      }
      if (ChoiceOf(setup, state, seat) != choice) {
        return Broken("chose ", state->ActionToString(seat, choice), " once");
      }
    }
    return absl::OkStatus();
  };
  return WalkRandomly(setup, "search", kLooks, look).status();
}

class SearcherTest : public ::testing::TestWithParam<Game> {};

TEST_P(SearcherTest, ChoosesLegalActionsAndTheSameForTheSameSeed) {
  const absl::StatusOr<std::vector<GameSetup>> setups = SetupsOf(GetParam());
  ASSERT_THAT(setups, IsOk());
  for (const GameSetup& setup : *setups) {
    EXPECT_THAT(CheckChoices(setup), IsOk()) << setup.ToString();
  }
}

INSTANTIATE_TEST_SUITE_P(Games, SearcherTest,
                         ::testing::ValuesIn(AllGames().begin(),
                                             AllGames().end()),
                         [](const auto& info) {
                           return std::string(info.param.info->name);
                         });

}  // namespace
}  // namespace arena
