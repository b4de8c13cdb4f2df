// Texts from a referee, and from others at that referee, cannot command the
// reader's terminal.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include <memory>

#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Both clear the screen: one with the first set of control characters, one with
// the second set.
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
    response->mutable_match()->mutable_end_time()->set_seconds(int64_t{1}
                                                               << 60);
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

// Two competitions: the bot a entered one of them with two versions, and never
// entered the other one.
class HostileCompetitions final : public v1::CompetitionService::Service {
  grpc::Status ListCompetitions(
      grpc::ServerContext*, const v1::ListCompetitionsRequest*,
      v1::ListCompetitionsResponse* response) override {
    for (const char* bot : {"a", "b"}) {
      v1::CompetitionSpec& spec =
          *response->add_competitions()->mutable_spec();
      spec.set_name(std::string(bot) + "-cup");
      spec.add_entrants()->add_players()->set_built_in("greedy");
      spec.add_entrants()->add_players()->set_bot(bot);
    }
    return grpc::Status::OK;
  }
  grpc::Status GetStandings(grpc::ServerContext*,
                            const v1::GetStandingsRequest* request,
                            v1::GetStandingsResponse* response) override {
    if (request->name() != "a-cup") {
      return {grpc::StatusCode::NOT_FOUND, "not asked for"};
    }
    for (const uint32_t entrant : {1, 0}) {
      v1::EntrantStanding& line =
          *response->mutable_standings()->add_entrants();
      line.set_entrant(entrant);
      line.set_name(kClear);
      line.set_place(2 - entrant);
      line.set_sets(3);
      Rate(1600, line);
      Rate(1500, *line.add_versions());
      line.mutable_versions(0)->set_version(kClearToo);
      line.mutable_versions(0)->set_sets(1);
    }
    return grpc::Status::OK;
  }
  template <typename Line>
  static void Rate(double rating, Line& line) {
    line.set_rating(rating);
    line.mutable_rating_interval()->set_low(rating - 20);
    line.mutable_rating_interval()->set_high(rating + 20);
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
    builder.RegisterService(&competitions_);
    server_ = builder.BuildAndStart();
  }
  Outcome Ask(const std::string& arguments) const {
    return Arena(arguments + " --address unix:" + Path("socket"));
  }

  HostileBots bots_;
  HostileMatches matches_;
  HostileCompetitions competitions_;
  std::unique_ptr<grpc::Server> server_;
};

TEST_F(HostileRefereeTest, ABotIsShownInPrintableCharacters) {
  const std::string output = Ask("bots show a").output;
  EXPECT_THAT(output, HasSubstr("\\u001b[2J"));
  EXPECT_THAT(output, HasSubstr("\\u009b2J"));
  EXPECT_THAT(output, Not(HasSubstr(kClear)));
  EXPECT_THAT(output, Not(HasSubstr(kClearToo)));
}

TEST_F(HostileRefereeTest, RatingsOfABotAndItsVersionsAreShown) {
  const std::string output = Ask("bots show a").output;
  EXPECT_THAT(output,
              HasSubstr("rating   1600 (1580 to 1620), 3 sets, place 1 in "
                        "a-cup as \\u001b[2J\n"
                        "         version \\u009b2J: 1500 (1480 to 1520), 1 "
                        "set\n"));
  EXPECT_THAT(output, Not(HasSubstr("place 2")));
  const auto ratings = Ask("bots show a --json").Json()["ratings"];
  ASSERT_EQ(ratings.size(), 1);
  EXPECT_EQ(ratings[0]["competition"], "a-cup");
  EXPECT_EQ(ratings[0]["standing"]["versions"][0]["rating"], 1500);
}

TEST_F(HostileRefereeTest, JsonIsPrintableAndMeansTheSame) {
  const Outcome outcome = Ask("bots show a --json");
  EXPECT_THAT(outcome.output, Not(HasSubstr(kClearToo)));
  EXPECT_EQ(outcome.Json()["bot"]["versions"][0]["version"], kClearToo);
}

TEST_F(HostileRefereeTest, AMatchIsWatchedInPrintableCharacters) {
  EXPECT_THAT(Ask("match watch m").output, HasSubstr("label   \\u009b2J"));
}

TEST_F(HostileRefereeTest, AWatchedMatchAsJsonIsPrintable) {
  EXPECT_THAT(Ask("match watch m --json").output,
              HasSubstr("\"label\":\"\\u009b2J\""));
}

TEST_F(HostileRefereeTest, ATimeThatJsonCannotTellIsToldAsAnError) {
  EXPECT_THAT(Ask("match show m --json").Json().value("error", ""),
              HasSubstr("GetMatchResponse"));
}

TEST_F(HostileRefereeTest, ErrorsOfTheRefereeArePrintable) {
  const std::string errors = Ask("bots list").errors;
  EXPECT_THAT(errors, HasSubstr("\\u001b[2J"));
  EXPECT_THAT(errors, Not(HasSubstr(kClear)));
}

}  // namespace
}  // namespace arena::cli
