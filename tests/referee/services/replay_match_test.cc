// ReplayMatch: the viewer's rights, the parts, and the matches that are not
// shown yet.
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/referee/services/raw_bot.h"
#include "tests/referee/services/referee_fixture.h"
#include "tests/testing/competition_client.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using View = v1::ReplayMatchRequest;

class ReplayMatchTest : public RefereeTest {
 protected:
  // The parts and the status of a call.
  struct Shown {
    std::vector<v1::ReplayMatchResponse> parts;
    grpc::Status status;

    std::vector<uint32_t> steps() const {
      std::vector<uint32_t> numbers;
      for (const v1::ReplayMatchResponse& part : parts) {
        if (part.has_step()) numbers.push_back(part.step().step());
      }
      return numbers;
    }
  };

  // Plays a match of two built-in players, and returns a request for it.
  v1::ReplayMatchRequest OfFinishedMatch() {
    StartReferee();
    v1::Match match;
    EXPECT_TRUE(Create(Request("octrix", {"first", "first"}), &match).ok());
    AwaitEnd(match.match_id());
    v1::ReplayMatchRequest request;
    request.set_match_id(match.match_id());
    return request;
  }
  Shown Replay(const v1::ReplayMatchRequest& request) {
    const auto stub = v1::ReplayService::NewStub(channel_);
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    const auto reader = stub->ReplayMatch(&context, request);
    Shown shown;
    v1::ReplayMatchResponse part;
    while (reader->Read(&part)) shown.parts.push_back(part);
    shown.status = reader->Finish();
    return shown;
  }
  // Returns the message of a refused request, which must show nothing.
  std::string Refusal(const v1::ReplayMatchRequest& request) {
    const Shown shown = Replay(request);
    EXPECT_THAT(shown.parts, IsEmpty());
    EXPECT_EQ(shown.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
    return shown.status.error_message();
  }
};

TEST_F(ReplayMatchTest, TheMatchComesFirstThenEveryStepThenTheResult) {
  const Shown shown = Replay(OfFinishedMatch());
  ASSERT_TRUE(shown.status.ok()) << shown.status.error_message();
  ASSERT_GT(shown.parts.size(), 3u);
  const v1::Match& match = shown.parts.front().match();
  EXPECT_EQ(match.state(), v1::Match::STATE_FINISHED);
  EXPECT_EQ(shown.parts.back().result().DebugString(),
            match.result().DebugString());
  const std::vector<uint32_t> steps = shown.steps();
  EXPECT_EQ(steps.size(), shown.parts.size() - 2);
  for (uint32_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i], i);
}

TEST_F(ReplayMatchTest, APartHasItsFirstAndItsLastStep) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_from_step(2);
  request.set_to_step(4);
  const Shown part = Replay(request);
  EXPECT_THAT(part.steps(), ElementsAre(2, 3, 4));
  EXPECT_TRUE(part.parts.front().has_match());
  EXPECT_TRUE(part.parts.back().has_result());
  request.set_to_step(2);
  EXPECT_THAT(Replay(request).steps(), ElementsAre(2));
}

TEST_F(ReplayMatchTest, APartThatEndsBeforeItBeginsIsRefused) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_from_step(3);
  request.set_to_step(2);
  EXPECT_THAT(Refusal(request), HasSubstr("from_step is 3 and to_step is 2"));
}

TEST_F(ReplayMatchTest, WithoutAViewEverybodysIsShown) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_to_step(1);
  const Shown shown = Replay(request);
  request.set_view(View::VIEW_PUBLIC);
  const Shown open = Replay(request);
  ASSERT_EQ(shown.parts.size(), open.parts.size());
  for (size_t i = 0; i < shown.parts.size(); ++i) {
    EXPECT_EQ(shown.parts[i].DebugString(), open.parts[i].DebugString());
  }
  EXPECT_EQ(shown.parts[1].step().observations_size(), 1);
}

TEST_F(ReplayMatchTest, TheTableHasTheObservationsOfAllSeats) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_to_step(1);
  request.set_view(View::VIEW_TABLE);
  const Shown table = Replay(request);
  ASSERT_EQ(table.parts.size(), 4u);
  ASSERT_EQ(table.parts[1].step().observations_size(), 2);
  request.set_view(View::VIEW_SEAT);
  for (const int seat : {0, 1}) {
    request.set_seat(static_cast<uint32_t>(seat));
    const Shown own = Replay(request);
    ASSERT_EQ(own.parts.size(), 4u);
    EXPECT_EQ(own.parts[1].step().observations(0).DebugString(),
              table.parts[1].step().observations(seat).DebugString());
  }
}

TEST_F(ReplayMatchTest, TheViewOfASeatNeedsTheSeat) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_view(View::VIEW_SEAT);
  EXPECT_THAT(Refusal(request),
              HasSubstr("view is VIEW_SEAT and seat is absent"));
}

TEST_F(ReplayMatchTest, ASeatGoesWithNoOtherView) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_seat(1);
  EXPECT_THAT(Refusal(request),
              HasSubstr("view is VIEW_UNSPECIFIED and seat is 1"));
  request.set_view(View::VIEW_TABLE);
  EXPECT_THAT(Refusal(request), HasSubstr("view is VIEW_TABLE and seat is 1"));
}

TEST_F(ReplayMatchTest, ASeatThatIsNotThereIsNamed) {
  v1::ReplayMatchRequest request = OfFinishedMatch();
  request.set_view(View::VIEW_SEAT);
  request.set_seat(2);
  EXPECT_THAT(Refusal(request),
              HasSubstr("seat is 2; the match has seats 0 to 1"));
}

// Such a match would keep the only thread that replays matches.
TEST_F(ReplayMatchTest, AMatchOfMoreThanAHundredThousandPliesIsNotShown) {
  StartReferee();
  v1::CreateMatchRequest long_match =
      Request("doppelkopf", {"first", "first", "first", "first"});
  (*long_match.mutable_options())["deals"] = "1000";
  v1::Match match;
  ASSERT_TRUE(Create(long_match, &match).ok());
  AwaitEnd(match.match_id());
  v1::ReplayMatchRequest request;
  request.set_match_id(match.match_id());
  const Shown shown = Replay(request);
  EXPECT_THAT(shown.parts, IsEmpty());
  EXPECT_EQ(shown.status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(shown.status.error_message(),
              HasSubstr("more than 100000 plies, too many to show here"));
  v1::VerifyRecordRequest verify;
  verify.set_match_id(match.match_id());
  v1::VerifyRecordResponse verified;
  grpc::ClientContext context;
  const grpc::Status status = v1::ReplayService::NewStub(channel_)->VerifyRecord(
      &context, verify, &verified);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
}

TEST_F(ReplayMatchTest, AMatchThatIsNotOverHasNoReplay) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  v1::ReplayMatchRequest request;
  request.set_match_id(match.match_id());
  const Shown shown = Replay(request);
  EXPECT_EQ(shown.status.error_code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_THAT(shown.parts, IsEmpty());
}

// The players of the set's other match would know the cards otherwise.
TEST_F(ReplayMatchTest, AMatchIsSealedWhileItsDealsArePlayed) {
  StartReferee();
  RawBot a(*play_, "a");
  RawBot b(*play_, "b");
  v1::CompetitionSpec spec = testing::CompetitionOf(
      "cup", "octrix", v1::FORMAT_ROUND_ROBIN, {"bot:a", "bot:b"});
  // The other match waits for its bots.
  spec.mutable_clock()->mutable_start_budget()->set_seconds(3600);
  spec.mutable_clock()->mutable_allowance()->set_seconds(3600);
  testing::CompetitionClient(address()).Create(spec);
  const v1::MatchStart start = a.ReadUntil([](const auto& message) {
                                  return message.has_match_start();
                                }).match_start();
  a.GetReady(start);
  b.ReadUntil([&](const auto& message) {
    return message.match_start().match_id() == start.match_id();
  });
  v1::MatchStart other = start;
  other.set_seat(1 - start.seat());
  b.GetReady(other);
  // An illegal first choice ends the match.
  const v1::Prompt prompt = a.ReadUntil([](const auto& message) {
                               return message.has_prompt();
                             }).prompt();
  a.Send(RawBot::ActFor(prompt, 1000));
  AwaitEnd(start.match_id());
  v1::ReplayMatchRequest request;
  request.set_match_id(start.match_id());
  const Shown shown = Replay(request);
  EXPECT_EQ(shown.status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(shown.status.error_message(), HasSubstr("is sealed"));
  EXPECT_THAT(shown.parts, IsEmpty());
}

}  // namespace
}  // namespace arena::referee
