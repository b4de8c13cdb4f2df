// Streams in parts: the results of a competition, and records.
#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "arena/v1/competition_service.grpc.pb.h"
#include "referee/access/replies.h"
#include "referee/store/sql/data_directory.h"
#include "tests/referee/services/referee_fixture.h"
#include "tests/referee/store/store_testing.h"
#include "tests/testing/competition_client.h"

namespace arena::referee {
namespace {

using ::testing::SizeIs;

// The set, the match and the attempt.
using Place = std::tuple<uint32_t, uint32_t, uint32_t>;

class FollowingTest : public RefereeTest {
 protected:
  void SetUp() override { StartReferee(); }

  // Creates a competition of so many matches between built-in players.
  void CreateCup(uint32_t sets) {
    v1::CompetitionSpec spec = testing::CompetitionOf(
        "cup", "octrix", v1::FORMAT_ROUND_ROBIN, {"random", "greedy"});
    (*spec.mutable_options())["target"] = "8";
    spec.set_sets(sets);
    testing::CompetitionClient(address()).Create(spec);
  }
  // Reads up to so many responses behind the cursor. Returns the status if the
  // stream has ended.
  std::optional<grpc::Status> Follow(int responses) {
    grpc::ClientContext context;
    v1::WatchCompetitionRequest request;
    request.set_name("cup");
    request.set_cursor(cursor_);
    const auto service = v1::CompetitionService::NewStub(channel_);
    const auto reader = service->WatchCompetition(&context, request);
    v1::WatchCompetitionResponse news;
    for (int i = 0; i < responses; ++i) {
      if (!reader->Read(&news)) return reader->Finish();
      EXPECT_LE(news.matches_size(), 1000);
      cursor_ = news.cursor();
      state_ = news.state();
      for (const v1::CompetitionMatch& match : news.matches()) {
        EXPECT_TRUE(
            seen_.insert({match.set(), match.match(), match.attempt()}).second)
            << "twice: " << match.ShortDebugString();
      }
    }
    context.TryCancel();
    reader->Finish();
    return std::nullopt;
  }

  std::string cursor_;
  std::set<Place> seen_;
  v1::Competition::State state_ = v1::Competition::STATE_UNSPECIFIED;
};

TEST_F(FollowingTest, EveryResultIsSentOnceAndTheEndLast) {
  CreateCup(30);
  const std::optional<grpc::Status> end = Follow(1'000'000);
  ASSERT_TRUE(end.has_value());
  EXPECT_TRUE(end->ok()) << end->error_message();
  EXPECT_EQ(state_, v1::Competition::STATE_FINISHED);
  EXPECT_THAT(seen_, SizeIs(60));
}

TEST_F(FollowingTest, ALostStreamGoesOnWithTheCursor) {
  CreateCup(30);
  std::optional<grpc::Status> end;
  while (!(end = Follow(2)).has_value()) {
  }
  EXPECT_TRUE(end->ok()) << end->error_message();
  EXPECT_THAT(seen_, SizeIs(60));
}

TEST_F(FollowingTest, OneThatIsOverIsToldInParts) {
  CreateCup(510);
  testing::CompetitionClient(address()).AwaitEnd("cup");
  EXPECT_FALSE(Follow(1).has_value());
  EXPECT_THAT(seen_, SizeIs(1000));
  EXPECT_TRUE(Follow(9).has_value());
  EXPECT_THAT(seen_, SizeIs(1020));
}

TEST_F(FollowingTest, ACursorOfNothingIsRefused) {
  CreateCup(1);
  cursor_ = "17";
  EXPECT_EQ(Follow(1)->error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

// ---- Records ----

class RecordStreamTest : public RefereeTest {
 protected:
  // Stores a match that is over, with these bytes as its record. Neither the
  // store nor the stream reads a record.
  void Keep(const std::string& record) {
    auto folder = DataDirectory::Open(options_.data);
    ASSERT_THAT(folder, IsOk());
    auto store = OpenOrDie(folder->DatabasePath());
    MatchRow row = SampleMatch("m");
    ASSERT_THAT(store->matches().Insert(row), IsOk());
    FinishedMatch finished;
    finished.match_id = "m";
    finished.result.set_termination(v1::TERMINATION_NORMAL);
    finished.record = record;
    finished.record_sha256 = std::string(32, 'h');
    ASSERT_THAT(store->matches().Finish(finished), IsOk());
  }
};

TEST_F(RecordStreamTest, ARecordComesInChunksThatMakeIt) {
  std::string record(2 * kMaxChunkBytes + 17, ' ');
  for (size_t i = 0; i < record.size(); ++i) {
    record[i] = static_cast<char>(i * 31 / 7);
  }
  Keep(record);
  StartReferee();
  grpc::ClientContext context;
  v1::GetRecordRequest request;
  request.set_match_id("m");
  const auto service = v1::ReplayService::NewStub(channel_);
  const auto reader = service->GetRecord(&context, request);
  std::string read;
  v1::GetRecordResponse part;
  int parts = 0;
  for (; reader->Read(&part); ++parts) {
    EXPECT_LE(part.chunk().size(), kMaxChunkBytes);
    read += part.chunk();
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(parts, 3);
  EXPECT_TRUE(read == record);
}

}  // namespace
}  // namespace arena::referee
