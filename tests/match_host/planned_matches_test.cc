// Matches that a competition has planned: who may cancel them, and what becomes
// of them when their bots leave.
#include "absl/strings/str_cat.h"
#include "referee/match_request.h"
#include "tests/match_host/host_fixture.h"

namespace arena::referee {
namespace {

class PlannedMatchTest : public HostTest {
 protected:
  // Plans matches between x and y; they are claimed when both are there.
  void Plan(int count) {
    ASSERT_TRUE(store_->InsertCompetition(SampleCompetition("cup")).ok());
    std::vector<MatchRow> rows;
    for (int i = 0; i < count; ++i) {
      const std::string id = absl::StrCat("m", i);
      absl::StatusOr<MatchRow> row =
          RowForRequest(Request({"bot:x", "bot:y"}), ClockSettings(), id);
      ASSERT_TRUE(row.ok()) << row.status();
      row->place = MatchAt(id, "cup", i).place;
      rows.push_back(*std::move(row));
    }
    ASSERT_TRUE(store_->InsertCompetitionMatches(rows).ok());
  }
};

TEST_F(PlannedMatchTest, OnlyAnAdminCancelsIt) {
  Plan(1);
  Connect("x");
  Connect("y");
  ASSERT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  for (const char* bot : {"x", "y"}) {
    v1::Bot mine;
    mine.set_name(bot);
    mine.set_author("ada");
    mine.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_TRUE(store_->InsertBot(mine, absl::UnixEpoch()).ok());
  }
  const Caller ada{
      .role = v1::ROLE_AUTHOR, .owner = "ada", .token_id = "t", .author = ""};
  EXPECT_EQ(Cancel("m0", ada).status().code(),
            absl::StatusCode::kPermissionDenied);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
  EXPECT_TRUE(Cancel("m0").ok());
}

TEST_F(PlannedMatchTest, ItIsGivenBackWhenABotLeaves) {
  Plan(3);
  FakeBot& x = Connect("x", 1);
  Connect("y", 9);
  ASSERT_EQ(store_->LoadUnfinished()->size(), 3u);
  HangUp(x);
  EXPECT_EQ(store_->LoadUnfinished()->size(), 1u);
  EXPECT_EQ(StateOf("m0"), v1::Match::STATE_RUNNING);
}

}  // namespace
}  // namespace arena::referee
