// The players of a match with their versions, and the places where they are
// told.
#include "arena/match/private_seed.h"
#include "arena/record/record.h"
#include "tests/referee/matches/host_fixture.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class PlayersTest : public HostTest {
 protected:
  FakeBot& ConnectAs(const std::string& name, const std::string& version,
                     const std::string& token = "") {
    v1::Hello hello = HelloOf(name);
    hello.set_version(version);
    hello.set_language("c++");
    hello.set_resume_token(token);
    return Connect(hello);
  }
  v1::RecordHeader HeaderOf(const std::string& match_id) {
    const absl::StatusOr<std::string> bytes = store_->records().Get(match_id);
    EXPECT_THAT(bytes, IsOk());
    const absl::StatusOr<Record> record = ReadRecord(*bytes);
    EXPECT_THAT(record, IsOk());
    return record->header;
  }
};

TEST_F(PlayersTest, AMatchNamesItsPlayersAndTimes) {
  const std::string id = Create(Request({"bot:a", "greedy"}));
  v1::Match match = Get(id);
  EXPECT_EQ(match.players(0).name(), "a");
  EXPECT_THAT(match.players(0).version(), IsEmpty());
  EXPECT_TRUE(match.has_create_time());
  EXPECT_FALSE(match.has_start_time());
  ConnectAs("a", "1.0");
  match = Get(id);
  EXPECT_EQ(match.state(), v1::Match::STATE_RUNNING);
  EXPECT_EQ(match.players(0).version(), "1.0");
  EXPECT_EQ(match.players(0).language(), "c++");
  EXPECT_EQ(match.players(1).name(), "greedy");
  EXPECT_TRUE(match.has_start_time());
  EXPECT_FALSE(match.has_end_time());
  PlayToTheEnd();
  match = Get(id);
  EXPECT_TRUE(match.has_end_time());
  EXPECT_FALSE(match.has_competition());
}

// The header of the record must not depend on the referee that ends the match.
TEST_F(PlayersTest, TheVersionOfTheBeginningStandsInTheRecord) {
  RestartAs("gone");
  const std::string token = ConnectAs("a", "1.0").token;
  ConnectAs("b", "7");
  const std::string id = Create(Request({"bot:a", "bot:b"}));
  for (int i = 0; i < 5; ++i) Step();
  RestartAs("next");
  ConnectAs("a", "2.0", token);
  ConnectAs("b", "8");
  executor_.Advance(options_.lease);
  executor_.RunAll();
  PlayToTheEnd();
  const v1::Match match = Get(id);
  ASSERT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(match.players(0).version(), "1.0");
  EXPECT_EQ(match.players(1).version(), "7");
  const v1::RecordHeader header = HeaderOf(id);
  ASSERT_EQ(header.player_infos_size(), 2);
  EXPECT_EQ(header.player_infos(0).name(), "a");
  EXPECT_EQ(header.player_infos(0).version(), "1.0");
  EXPECT_EQ(header.player_infos(1).version(), "7");
}

TEST_F(PlayersTest, TheCommitmentIsSaltedWithTheMatch) {
  const std::string one = Create(Request({"first", "first"}));
  const std::string other = Create(Request({"first", "first"}));
  EXPECT_NE(Get(one).seed_commitment(), Get(other).seed_commitment());
  const v1::RecordHeader header = HeaderOf(one);
  Seed seed;
  std::copy(header.seed().begin(), header.seed().end(), seed.begin());
  EXPECT_EQ(Get(one).seed_commitment(), CommitmentOf(one, seed));
  EXPECT_EQ(header.seed_commitment(), CommitmentOf(one, seed));
}

TEST_F(PlayersTest, AnAuthorsCancellingTellsNothingOfAPlannedMatch) {
  v1::CompetitionSpec spec = SampleCompetition("cup");
  ASSERT_THAT(store_->competitions().Insert(spec), IsOk());
  MatchRow row = MatchAt("planned", "cup", 1);
  row.rules_version = 0;
  const v1::Match game = Get(Create(Request({"first", "first"})));
  row.rules_version = game.rules_version();
  row.anonymous = true;
  ASSERT_THAT(store_->matches().Plan({row}), IsOk());
  Connect("alpha");
  const Caller bob{
      .role = v1::ROLE_AUTHOR, .owner = "bob", .token_id = "t", .author = ""};
  const absl::Status refused = Cancel("planned", bob).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(refused.message(), Not(HasSubstr("alpha")));
}

}  // namespace
}  // namespace arena::referee
