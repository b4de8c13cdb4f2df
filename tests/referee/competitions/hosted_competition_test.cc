// One competition in the memory of two referees on the same store.
#include "referee/competitions/hosted_competition.h"

#include <gmock/gmock.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/competition/planning/spec.h"
#include "tests/referee/competitions/shared_store.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint32_t kBadOne = 0;

// Entrant "x" of the ladder has a fault in every match, and four faults bench
// an entrant. Two referees know the ladder; the first one drives it.
class HostedCompetitionTest : public ::testing::Test {
 protected:
  void SetUp() override {
    OpenOrDie(folder_.File("store")).reset();
    one_store_ = OpenShared(folder_.File("store"), "one");
    other_store_ = OpenShared(folder_.File("store"), "other");
    ASSERT_THAT(one_store_->competitions().Insert(Ladder()), IsOk());
    for (const char* bot : {"x", "y"}) {
      ASSERT_THAT(
          one_store_->referees().SetPresent({.bot = bot, .moves = true}),
          IsOk());
    }
    one_ = *HostedCompetition::Read(*one_store_, "cup");
    one_->set_driven(true);
    other_ = *HostedCompetition::Read(*other_store_, "cup");
  }
  static v1::CompetitionSpec Ladder() {
    v1::CompetitionSpec spec;
    spec.set_name("cup");
    spec.set_game("octrix");
    spec.set_seats(2);
    spec.set_seed(std::string(32, 's'));
    spec.set_format(v1::FORMAT_LADDER);
    spec.set_bench_faults(4);
    spec.set_concurrent_sets(1);
    for (const char* bot : {"x", "y"}) *spec.add_entrants() = EntrantOf(bot);
    return *competition::Complete(spec);
  }
  static v1::Entrant EntrantOf(const std::string& bot) {
    v1::Entrant entrant;
    entrant.set_name(bot);
    entrant.add_players()->set_bot(bot);
    return entrant;
  }
  // Plays until "x" has its fourth fault, which no referee has seen yet.
  void PlayToTheLastFault() {
    for (int set = 0; set < 2; ++set) {
      ASSERT_THAT(one_->Look(), IsOk());
      ASSERT_THAT(one_->Plan({}, absl::UnixEpoch()), IsOk());
      const std::vector<std::string> bots = {"x", "y"};
      const std::vector<MatchRow> rows = *one_store_->matches().Claim(bots, 9);
      for (const MatchRow& row : rows) End(row);
    }
  }
  void End(const MatchRow& row) {
    FinishedMatch finished;
    finished.match_id = row.match_id;
    finished.result.set_termination(v1::TERMINATION_NORMAL);
    for (uint32_t seat = 0; seat < row.seats.size(); ++seat) {
      finished.result.add_returns(seat == 0 ? 1 : -1);
      finished.result.add_ranks(seat + 1);
      if (row.seats[seat].bot() != "x") continue;
      finished.result.add_faults()->set_seat(seat);
    }
    ASSERT_THAT(one_store_->matches().Finish(finished), IsOk());
  }
  std::vector<uint32_t> Benched(const HostedCompetition& competition) {
    const v1::Competition message = competition.Message();
    return {message.benched().begin(), message.benched().end()};
  }

  TemporaryFolder folder_;
  std::unique_ptr<Store> one_store_;
  std::unique_ptr<Store> other_store_;
  std::unique_ptr<HostedCompetition> one_;
  std::unique_ptr<HostedCompetition> other_;
};

TEST_F(HostedCompetitionTest, WhoIsBenchedByOneIsBenchedForBoth) {
  PlayToTheLastFault();
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(one_->StoreBench(), IsOk());
  ASSERT_THAT(other_->Look(), IsOk());
  EXPECT_THAT(Benched(*one_), ElementsAre(kBadOne));
  EXPECT_THAT(Benched(*other_), ElementsAre(kBadOne));
}

TEST_F(HostedCompetitionTest, AReturnBeforeTheBenchingIsSeenHereHolds) {
  PlayToTheLastFault();
  ASSERT_THAT(other_->Enter(EntrantOf("x")), IsOk());
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(one_->StoreBench(), IsOk());
  EXPECT_THAT(Benched(*one_), IsEmpty());
  ASSERT_THAT(other_->Look(), IsOk());
  EXPECT_THAT(Benched(*other_), IsEmpty());
}

TEST_F(HostedCompetitionTest, AReturnBetweenTheLookAndTheBenchingHolds) {
  PlayToTheLastFault();
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(other_->Enter(EntrantOf("x")), IsOk());
  ASSERT_THAT(one_->StoreBench(), IsOk());
  ASSERT_THAT(one_->Look(), IsOk());
  EXPECT_THAT(Benched(*one_), IsEmpty());
  EXPECT_THAT(one_store_->competitions().Get("cup")->benched, IsEmpty());
}

TEST_F(HostedCompetitionTest, ABenchingBetweenTheLookAndTheReturnIsForgiven) {
  PlayToTheLastFault();
  ASSERT_THAT(other_->Look(), IsOk());
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(one_->StoreBench(), IsOk());
  ASSERT_THAT(other_->Enter(EntrantOf("x")), IsOk());
  ASSERT_THAT(one_->Look(), IsOk());
  EXPECT_THAT(Benched(*one_), IsEmpty());
}

TEST_F(HostedCompetitionTest, StoppingItLeavesTheBenchAsItIs) {
  PlayToTheLastFault();
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(one_->StoreBench(), IsOk());
  ASSERT_THAT(other_->Stop(), IsOk());
  EXPECT_THAT(other_store_->competitions().Get("cup")->benched,
              ElementsAre(kBadOne));
}

TEST_F(HostedCompetitionTest, TwoWhoEnterAtOnceAreBothThere) {
  ASSERT_THAT(one_->Look(), IsOk());
  ASSERT_THAT(other_->Enter(EntrantOf("z")), IsOk());
  ASSERT_THAT(one_->Enter(EntrantOf("w")), IsOk());
  ASSERT_THAT(other_->Look(), IsOk());
  const v1::Competition message = other_->Message();
  ASSERT_EQ(message.spec().entrants_size(), 4);
  EXPECT_EQ(message.spec().entrants(2).name(), "z");
  EXPECT_EQ(message.spec().entrants(3).name(), "w");
}

// A store allows a transaction little time, however many matches are planned.
TEST_F(HostedCompetitionTest, ManyMatchesArePlannedInSeveralTransactions) {
  v1::CompetitionSpec spec;
  spec.set_name("league");
  spec.set_game("octrix");
  spec.set_seats(2);
  spec.set_seed(std::string(32, 's'));
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  spec.set_concurrent_sets(300);
  std::vector<std::string> bots;
  for (int i = 0; i < 25; ++i) {
    bots.push_back(absl::StrCat("b", i));
    *spec.add_entrants() = EntrantOf(bots.back());
    ASSERT_THAT(one_store_->referees().SetPresent({.bot = bots.back()}),
                IsOk());
  }
  ASSERT_THAT(one_store_->competitions().Insert(*competition::Complete(spec)),
              IsOk());
  const auto league = *HostedCompetition::Read(*one_store_, "league");
  league->set_driven(true);
  ASSERT_THAT(league->Look(), IsOk());
  ASSERT_THAT(league->Plan({}, absl::UnixEpoch()), IsOk());
  // Matches of one transaction have the same time of creation.
  std::map<absl::Time, int> together;
  while (true) {
    const auto rows = one_store_->matches().Claim(bots, 250);
    ASSERT_THAT(rows, IsOk());
    if (rows->empty()) break;
    for (const MatchRow& row : *rows) ++together[row.created.value()];
  }
  int matches = 0;
  for (const auto& [time, count] : together) {
    matches += count;
    EXPECT_LE(count, 100);
  }
  EXPECT_GE(matches, 300);
}

}  // namespace
}  // namespace arena::referee
