// The guard around suggestions, with the toy game.
#include "arena/search/guarded.h"

#include <gtest/gtest.h>

#include "tests/testing/toy_game.h"

namespace arena {
namespace {

// Seat 1 has taken the first round: it doubles, as suggested, or keeps.
toy::State Raising() {
  const GameOptions options(toy::State::kInfo.options);
  toy::State state = *toy::State::FromText(options, "0 1 2/9 10 11/3 4 5");
  state.Apply(Ply{{0, 0}, {1, 9}, {2, 3}});
  return state;
}

// The value of a state is what the test says.
class ToyPlan {
 public:
  using State = toy::State;
  struct World {
    State state;
  };
  using Value = double (*)(int64_t points, int worlds);
  static constexpr double kCaution = 1;
  static constexpr int kPliesOfWorld = 10;

  explicit ToyPlan(Value value) : value_(value) {}
  World DrawWorld(Rng& /*rng*/) {
    ++worlds_;
    return {Raising()};
  }
  void Candidates(const State& /*state*/, absl::Span<const Action> legal,
                  Rng& rng, ActionList& out) const {
    AddSome(legal, 9, rng, out);
  }
  Action Reply(const State& state, Seat seat, Rng& /*rng*/) {
    ++replies_;
    return state.Suggest(seat);
  }
  double WinShare(const World& /*world*/, const State& end) const {
    return value_(end.Returns()[1], worlds_);
  }

  double PointsIn(const State& end) const {
    return static_cast<double>(end.Returns()[1]);
  }

  int worlds() const { return worlds_; }
  int replies() const { return replies_; }

 private:
  const Value value_;
  int worlds_ = 0;
  int replies_ = 0;
};

Action Choice(ToyPlan& plan, int plies) {
  Rng rng("guarded");
  return GuardedChoice<ToyPlan>(plan, 1, plies, rng)
      .Choose({toy::kKeep, toy::kDouble});
}

TEST(GuardedChoiceTest, LeavesTheSuggestionForWhatIsClearlyBetter) {
  ToyPlan plan([](int64_t points, int) { return -1.0 * points; });
  EXPECT_EQ(Choice(plan, 1000), toy::kKeep);
}

TEST(GuardedChoiceTest, StaysWithTheSuggestionIfItIsBetter) {
  ToyPlan plan([](int64_t points, int) { return 1.0 * points; });
  EXPECT_EQ(Choice(plan, 1000), toy::kDouble);
}

TEST(GuardedChoiceTest, StaysWithTheSuggestionIfTheOtherIsBetterByLuck) {
  // Better in three worlds of five.
  ToyPlan plan([](int64_t points, int worlds) {
    return (worlds % 5 < 3 ? -1.0 : 1.4) * points;
  });
  EXPECT_EQ(Choice(plan, 1000), toy::kDouble);
}

TEST(GuardedChoiceTest, DropsWhatIsClearlyWorse) {
  ToyPlan plan([](int64_t points, int) { return 1.0 * points; });
  Choice(plan, 1'000'000);
  EXPECT_EQ(plan.worlds(), 13);
}

TEST(GuardedChoiceTest, PlaysOnAsManyPliesAsTheBudgetHas) {
  ToyPlan plan([](int64_t points, int worlds) {
    return (worlds % 5 < 3 ? -1.0 : 1.4) * points;
  });
  Choice(plan, 5000);
  // A world costs ten plies, and at most 2 x 8 are played on in it.
  const int most = 5000 + 10 + 2 * 8;
  EXPECT_LE(plan.worlds() * 10 + plan.replies() / 3, most);
  EXPECT_GT(plan.worlds() * (10 + 2 * 8), 5000);
}

TEST(AddSomeTest, AddsAllIfTheyAreFew) {
  Rng rng("some");
  ActionList out;
  AddSome({4, 7, 9}, 3, rng, out);
  EXPECT_EQ(out, (ActionList{4, 7, 9}));
}

TEST(AddSomeTest, DrawsDifferentOnesIfTheyAreMany) {
  Rng rng("some");
  ActionList out;
  AddSome({4, 7, 9}, 2, rng, out);
  ASSERT_EQ(out.size(), 2u);
  EXPECT_NE(out[0], out[1]);
}

}  // namespace
}  // namespace arena
