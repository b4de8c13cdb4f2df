// What a referee and others there have written does not command the terminal
// of who reads it.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include <memory>

#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "tests/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Clears the screen, in the first and in the second set of control characters.
constexpr char kClear[] = "\x1b[2J";
constexpr char kClearToo[] =
    "\xc2\x9b"
    "2J";

class HostileBots final : public v1::BotService::Service {
  grpc::Status GetBot(grpc::ServerContext*, const v1::GetBotRequest*,
                      v1::GetBotResponse* response) override {
    v1::Bot& bot = *response->mutable_bot();
    bot.set_name("a");
    bot.set_status(v1::Bot::STATUS_BENCHED);
    bot.set_status_reason(kClear);
    bot.add_versions()->set_version(kClearToo);
    return grpc::Status::OK;
  }
  grpc::Status ListBots(grpc::ServerContext*, const v1::ListBotsRequest*,
                        v1::ListBotsResponse*) override {
    return {grpc::StatusCode::NOT_FOUND, kClear};
  }
};

class HostileMatches final : public v1::MatchService::Service {
  grpc::Status GetMatch(grpc::ServerContext*, const v1::GetMatchRequest*,
                        v1::GetMatchResponse* response) override {
    response->mutable_match()->set_match_id("m");
    return grpc::Status::OK;
  }
  grpc::Status WatchMatch(
      grpc::ServerContext*, const v1::WatchMatchRequest*,
      grpc::ServerWriter<v1::WatchMatchResponse>* writer) override {
    v1::WatchMatchResponse news;
    news.mutable_match()->set_label(kClearToo);
    writer->Write(news);
    return grpc::Status::OK;
  }
};

class HostileRefereeTest : public ArenaTest {
 protected:
  HostileRefereeTest() {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + Path("socket"),
                             grpc::InsecureServerCredentials());
    builder.RegisterService(&bots_);
    builder.RegisterService(&matches_);
    server_ = builder.BuildAndStart();
  }
  Outcome Ask(const std::string& arguments) const {
    return Arena(arguments + " --address unix:" + Path("socket"));
  }

  HostileBots bots_;
  HostileMatches matches_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(HostileRefereeTest, ABotIsShownInPrintableCharacters) {
  const std::string output = Ask("bots show a").output;
  EXPECT_THAT(output, HasSubstr("\\u001b[2J"));
  EXPECT_THAT(output, HasSubstr("\\u009b2J"));
  EXPECT_THAT(output, Not(HasSubstr(kClear)));
  EXPECT_THAT(output, Not(HasSubstr(kClearToo)));
}

TEST_F(HostileRefereeTest, JsonIsPrintableAndMeansTheSame) {
  const Outcome outcome = Ask("bots show a --json");
  EXPECT_THAT(outcome.output, Not(HasSubstr(kClearToo)));
  EXPECT_EQ(outcome.Json()["versions"][0]["version"], kClearToo);
}

TEST_F(HostileRefereeTest, AMatchIsWatchedInPrintableCharacters) {
  EXPECT_THAT(Ask("match watch m").output, HasSubstr("label   \\u009b2J"));
}

TEST_F(HostileRefereeTest, AWatchedMatchAsJsonIsPrintable) {
  EXPECT_THAT(Ask("match watch m --json").output,
              HasSubstr("\"label\":\"\\u009b2J\""));
}

TEST_F(HostileRefereeTest, ErrorsOfTheRefereeArePrintable) {
  const std::string errors = Ask("bots list").errors;
  EXPECT_THAT(errors, HasSubstr("\\u001b[2J"));
  EXPECT_THAT(errors, Not(HasSubstr(kClear)));
}

}  // namespace
}  // namespace arena::cli
