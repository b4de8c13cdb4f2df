// No secret leaks, with every option that lets seats tell each other something.
#include <string>

#include "arena/games/base/game_of.h"
#include "arena/games/ordago/ordago.h"
#include "gtest/gtest.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/status_matchers.h"

namespace arena::ordago {
namespace {

class OrdagoSecrecyTest : public ::testing::TestWithParam<std::string> {
 protected:
  template <typename Check>
  void ForAll(const Check& check) {
    static constexpr Game kGame = GameOf<State>();
    for (const int seats : {3, 4}) {
      for (const char* discards : {"sequential", "simultaneous"}) {
        const std::string options = absl::StrCat(
            "signs=full,private_codes=2,table_talk=public_codes,"
            "sign_budget=6,sign_visibility=",
            GetParam(), ",discard_order=", discards);
        const GameSetup setup{
            &kGame, seats,
            GameOptions::Parse(State::kInfo.options, options).value()};
        for (const char* seed : {"a", "b", "c", "d"}) {
          ASSERT_THAT(check(setup, seed), IsOk());
        }
      }
    }
  }
};

TEST_P(OrdagoSecrecyTest, TwinsLookAlike) { ForAll(CheckTwins); }

TEST_P(OrdagoSecrecyTest, SamplesLookAlike) { ForAll(CheckSamples); }

TEST_P(OrdagoSecrecyTest, StatesAndObservationsGiveTheSameSamples) {
  ForAll(CheckResamples);
}

INSTANTIATE_TEST_SUITE_P(Visibility, OrdagoSecrecyTest,
                         ::testing::Values("partner", "noticed", "all"));

}  // namespace
}  // namespace arena::ordago
