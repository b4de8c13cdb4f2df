// The services around matches, the unary form and the pages for operators.
#include <SQLiteCpp/SQLiteCpp.h>
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <future>
#include <thread>

#include "arena/games/registry.h"
#include "referee/health_check.h"
#include "tests/referee/services/raw_bot.h"
#include "tests/testing/health.h"

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Fill = std::function<void(v1::CreateMatchRequest&)>;

// ---- What cannot be created ----

struct BadRequest {
  const char* name;
  Fill spoil;
  const char* message;
};

class BadRequestTest : public RefereeTest,
                       public ::testing::WithParamInterface<BadRequest> {};

TEST_P(BadRequestTest, IsRefusedWithTheValueAndWhatWouldBeRight) {
  StartReferee();
  v1::CreateMatchRequest request = Request("octrix", {"first", "first"});
  GetParam().spoil(request);
  const grpc::Status status = Create(request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadRequestTest,
    ::testing::Values(
        BadRequest{"Game", [](auto& r) { r.set_game("chess"); }, "octrix"},
        BadRequest{"Option",
                   [](auto& r) { (*r.mutable_options())["speed"] = "9"; },
                   "speed"},
        BadRequest{"OptionValue",
                   [](auto& r) { (*r.mutable_options())["target"] = "0"; },
                   "1"},
        BadRequest{"NoSeats", [](auto& r) { r.clear_seats(); }, "0"},
        BadRequest{"TooManySeats",
                   [](auto& r) {
                     for (int i = 0; i < 9; ++i) {
                       r.add_seats()->set_built_in("first");
                     }
                   },
                   "11"},
        BadRequest{"EmptySeat", [](auto& r) { r.mutable_seats(1)->Clear(); },
                   "no player is named (seats[1]); expected a bot"},
        BadRequest{"BuiltIn",
                   [](auto& r) { r.mutable_seats(1)->set_built_in("genius"); },
                   "there is no built-in player \"genius\"; expected first"},
        BadRequest{"BotName",
                   [](auto& r) { r.mutable_seats(0)->set_bot("a b"); },
                   "seats[0].bot is \"a b\"; expected 1 to 64 characters"},
        BadRequest{"RequestId", [](auto& r) { r.set_request_id("a b"); },
                   "request_id is \"a b\""},
        BadRequest{"Label", [](auto& r) { r.set_label(std::string(201, 'x')); },
                   "label has 201 bytes; expected at most 200"},
        BadRequest{"LabelForTerminals",
                   [](auto& r) { r.set_label("a\x1b[2J"); },
                   "label is \"a\\u001b[2J\"; expected one line"},
        BadRequest{"Seed", [](auto& r) { r.set_seed("short"); },
                   "seed has 5 bytes; expected 32 or none"},
        BadRequest{"UntimedWithABank",
                   [](auto& r) {
                     r.mutable_clock()->set_untimed(true);
                     r.mutable_clock()->mutable_bank()->set_seconds(7);
                   },
                   "clock.untimed is set with bank (7s); expected either"},
        BadRequest{"UntimedWithAnIncrement",
                   [](auto& r) {
                     r.mutable_clock()->set_untimed(true);
                     r.mutable_clock()->mutable_increment()->set_seconds(1);
                   },
                   "clock.untimed is set with increment (1s)"},
        BadRequest{"UntimedWithAnEmptyAllowance",
                   [](auto& r) {
                     r.mutable_clock()->set_untimed(true);
                     r.mutable_clock()->mutable_allowance();
                   },
                   "clock.untimed is set with allowance (0)"},
        BadRequest{"ClockWithoutTime", [](auto& r) { r.mutable_clock(); },
                   "at least 1ms"},
        BadRequest{
            "NegativeClock",
            [](auto& r) { r.mutable_clock()->mutable_bank()->set_seconds(-1); },
            "bank"}),
    [](const auto& info) { return std::string(info.param.name); });

// ---- Errors ----

TEST_F(RefereeTest, AnErrorDoesNotRepeatAValueOfAnyLength) {
  StartReferee();
  const std::string long_value(50000, 'x');
  grpc::ClientContext context;
  v1::GetMatchRequest request;
  request.set_match_id(long_value);
  v1::GetMatchResponse response;
  const std::string unknown_match =
      matches_->GetMatch(&context, request, &response).error_message();
  EXPECT_THAT(unknown_match, HasSubstr("xxx..."));
  EXPECT_LT(unknown_match.size(), 500u);
  RawBot bot(*play_);
  v1::PlayRequest hello;
  hello.mutable_hello()->set_name("a");
  hello.mutable_hello()->add_plays()->set_game(long_value);
  bot.Send(hello);
  const std::string unknown_game = bot.Finish().error_message();
  EXPECT_THAT(unknown_game, HasSubstr("xxx..."));
  EXPECT_LT(unknown_game.size(), 500u);
}

// ---- Spectators ----

v1::WatchMatchRequest WatchRequest(const std::string& match_id) {
  v1::WatchMatchRequest request;
  request.set_match_id(match_id);
  return request;
}

TEST_F(RefereeTest, ASpectatorNeverSeesAChoiceBeforeItsPly) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(
      Create(Request("octrix", {"bot:a", "bot:b", "first"}), &match).ok());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  const auto reader =
      matches_->WatchMatch(&context, WatchRequest(match.match_id()));
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news));
  RawBot a(*play_, "a");
  RawBot b(*play_, "b");
  std::thread other([&] { b.PlayToTheEnd(); });
  a.PlayToTheEnd();
  other.join();
  // Each step comes once, complete, with its number; then comes the end. The
  // first step shows the position at the beginning.
  uint32_t next = 0;
  bool over = false;
  while (reader->Read(&news)) {
    if (news.has_step()) {
      EXPECT_EQ(news.step().step(), next);
      EXPECT_EQ(news.step().acts_size(), next == 0 ? 0 : 3);
      ++next;
    }
    over = news.match().state() == v1::Match::STATE_FINISHED;
  }
  EXPECT_TRUE(over);
  EXPECT_EQ(news.match().result().decisions() + 1, next);
}

TEST_F(RefereeTest, AnUnknownMatchCannotBeWatched) {
  StartReferee();
  grpc::ClientContext context;
  const auto reader = matches_->WatchMatch(&context, WatchRequest("nonsense"));
  v1::WatchMatchResponse news;
  EXPECT_FALSE(reader->Read(&news));
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(RefereeTest, OfAMatchThatIsOverASpectatorSeesTheMatchOnly) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  v1::CancelMatchRequest cancel;
  cancel.set_match_id(match.match_id());
  v1::CancelMatchResponse cancelled;
  grpc::ClientContext cancelling;
  ASSERT_TRUE(matches_->CancelMatch(&cancelling, cancel, &cancelled).ok());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  const auto reader =
      matches_->WatchMatch(&context, WatchRequest(match.match_id()));
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news));
  EXPECT_EQ(news.match().state(), v1::Match::STATE_FINISHED);
  EXPECT_FALSE(reader->Read(&news));
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(RefereeTest, ASpectatorIsToldWhenItsMatchIsLost) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:a", "first"}), &match).ok());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  const auto reader =
      matches_->WatchMatch(&context, WatchRequest(match.match_id()));
  v1::WatchMatchResponse news;
  ASSERT_TRUE(reader->Read(&news));
  // The store says that another referee has taken over the match.
  SQLite::Database(folder_ + "/data/referee.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE matches SET referee = -1");
  const RawBot a(*play_, "a");
  EXPECT_FALSE(reader->Read(&news));
  const grpc::Status status = reader->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(), HasSubstr("belongs to another referee"));
}

// ---- The unary form ----

class UnaryFormTest : public RefereeTest {
 protected:
  std::unique_ptr<grpc::ClientReader<v1::ReceiveResponse>> Receive(
      grpc::ClientContext& context) {
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::ReceiveRequest request;
    request.mutable_hello()->set_name("plain");
    request.mutable_hello()->add_plays()->set_game("octrix");
    return play_->Receive(&context, request);
  }
  grpc::Status Submit(const std::string& token,
                      const v1::PlayRequest& request) {
    grpc::ClientContext context;
    v1::SubmitRequest submitted;
    submitted.set_session_token(token);
    *submitted.mutable_request() = request;
    v1::SubmitResponse response;
    return play_->Submit(&context, submitted, &response);
  }
};

TEST_F(UnaryFormTest, PlaysAWholeMatch) {
  StartReferee();
  v1::CreateMatchRequest create = Request("octrix", {"bot:plain", "first"});
  (*create.mutable_options())["target"] = "8";
  ASSERT_TRUE(Create(create).ok());
  grpc::ClientContext context;
  const auto reader = Receive(context);
  v1::ReceiveResponse watched;
  std::string token;
  v1::MatchEnd end;
  while (!end.has_result() && reader->Read(&watched)) {
    const v1::PlayResponse& response = watched.response();
    v1::PlayRequest request;
    if (response.has_welcome()) token = response.welcome().session_token();
    if (response.has_match_end()) end = response.match_end();
    if (response.has_match_start()) {
      const v1::MatchStart& start = response.match_start();
      request.mutable_ready()->set_match_id(start.match_id());
      request.mutable_ready()->set_seat(start.seat());
    } else if (response.prompt().kind() == v1::DECISION_KIND_MUST) {
      request = RawBot::ActFor(response.prompt(), 0);
    } else {
      continue;
    }
    const grpc::Status status = Submit(token, request);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  EXPECT_EQ(end.result().termination(), v1::TERMINATION_NORMAL);
  v1::PlayRequest leave;
  leave.mutable_leave();
  EXPECT_TRUE(Submit(token, leave).ok());
  while (reader->Read(&watched)) {
  }
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(UnaryFormTest, AnUnknownTokenIsNotFound) {
  StartReferee();
  v1::PlayRequest leave;
  leave.mutable_leave();
  EXPECT_EQ(Submit("made up", leave).error_code(), grpc::StatusCode::NOT_FOUND);
}

TEST_F(UnaryFormTest, AHelloIsNoAct) {
  StartReferee();
  v1::PlayRequest hello;
  hello.mutable_hello();
  EXPECT_EQ(Submit("", hello).error_code(),
            grpc::StatusCode::FAILED_PRECONDITION);
}

// ---- Catalogue, health, metrics ----

TEST_F(RefereeTest, TheCatalogueListsTheRegistry) {
  StartReferee();
  grpc::ClientContext context;
  v1::ListGamesResponse response;
  ASSERT_TRUE(v1::CatalogueService::NewStub(channel_)
                  ->ListGames(&context, {}, &response)
                  .ok());
  ASSERT_EQ(response.games_size(), static_cast<int>(AllGames().size()));
  for (int i = 0; i < response.games_size(); ++i) {
    const GameInfo& info = *AllGames()[i].info;
    EXPECT_EQ(response.games(i).name(), std::string(info.name));
    EXPECT_EQ(response.games(i).action_space_size(),
              static_cast<uint32_t>(info.action_space));
    EXPECT_EQ(response.games(i).options_size(),
              static_cast<int>(info.options.size()));
  }
}

TEST_F(RefereeTest, AStateThatThereIsNotIsNamed) {
  StartReferee();
  v1::ListMatchesRequest request;
  request.set_state(static_cast<v1::Match::State>(99));
  grpc::ClientContext context;
  v1::ListMatchesResponse page;
  const grpc::Status status = matches_->ListMatches(&context, request, &page);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("state is 99"));
}

TEST_F(RefereeTest, TheCatalogueHasPages) {
  StartReferee();
  const auto stub = v1::CatalogueService::NewStub(channel_);
  v1::ListGamesRequest request;
  request.set_page_size(2);
  std::vector<std::string> names;
  std::vector<int> sizes;
  do {
    grpc::ClientContext context;
    v1::ListGamesResponse page;
    ASSERT_TRUE(stub->ListGames(&context, request, &page).ok());
    for (const v1::Game& game : page.games()) names.push_back(game.name());
    sizes.push_back(page.games_size());
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  EXPECT_EQ(sizes, std::vector<int>({2, 2, 1}));
  EXPECT_THAT(names, ElementsAre("doppelkopf", "octrix", "ordago", "ordo",
                                 "seconds"));
  request.set_page_token("nonsense");
  grpc::ClientContext context;
  v1::ListGamesResponse page;
  EXPECT_EQ(stub->ListGames(&context, request, &page).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(RefereeTest, TheHealthServiceSaysServing) {
  StartReferee();
  EXPECT_TRUE(testing::IsServing(channel_));
  for (const char* service :
       {"Bot", "Catalogue", "Competition", "Match", "Play", "Replay"}) {
    EXPECT_TRUE(testing::IsServing(
        channel_, absl::StrCat("arena.v1.", service, "Service")))
        << service;
  }
  EXPECT_TRUE(testing::IsServing(channel_, "grpc.health.v1.Health"));
  EXPECT_FALSE(testing::IsServing(channel_, "arena.v1.OtherService"));
}

TEST_F(RefereeTest, AProgramThatWatchesOverTheRefereeLearnsItsHealth) {
  const auto check = [&](const std::string& where) {
    return CheckHealth(where, absl::Now() + absl::FromChrono(kPatience));
  };
  StartReferee();
  EXPECT_THAT(check(address()), IsOk());
  EXPECT_THAT(check(socket()), IsOk());
  const std::string gone = socket();
  StopReferee();
  const absl::Status refused = check(gone);
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(refused.message(),
              HasSubstr("no referee without TLS answers at " + gone));
}

TEST_F(RefereeTest, AProgramThatWatchesOverADrainingRefereeLearnsThat) {
  StartReferee();
  server_->Drain(absl::ZeroDuration());
  EXPECT_THAT(
      CheckHealth(address(), absl::Now() + absl::FromChrono(kPatience))
          .message(),
      HasSubstr("takes no calls now"));
}

// Reflection shows the services of this pool.
TEST_F(RefereeTest, TheHealthServiceHasADescriptor) {
  StartReferee();
  EXPECT_NE(
      google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
          "grpc.health.v1.Health"),
      nullptr);
}

class MetricsTest : public RefereeTest {
 protected:
  // Returns a port that the system has chosen and freed again.
  static int FreePort() {
    const int file = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address = LoopbackAt(0);
    socklen_t size = sizeof(address);
    EXPECT_EQ(bind(file, reinterpret_cast<sockaddr*>(&address), size), 0);
    getsockname(file, reinterpret_cast<sockaddr*>(&address), &size);
    close(file);
    return ntohs(address.sin_port);
  }
  static sockaddr_in LoopbackAt(int port) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  static std::string Fetch(int port, const std::string& method = "GET") {
    const int file = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in address = LoopbackAt(port);
    EXPECT_EQ(connect(file, reinterpret_cast<const sockaddr*>(&address),
                      sizeof(address)),
              0);
    const std::string request =
        method + " /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n";
    EXPECT_GT(write(file, request.data(), request.size()), 0);
    std::string page;
    char buffer[4096];
    ssize_t size;
    while ((size = read(file, buffer, sizeof(buffer))) > 0) {
      page.append(buffer, static_cast<size_t>(size));
    }
    close(file);
    return page;
  }
};

TEST_F(MetricsTest, ThePageCountsFinishedMatches) {
  const int port = FreePort();
  options_.metrics = "127.0.0.1:" + std::to_string(port);
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"first", "first"}), &match).ok());
  AwaitEnd(match.match_id());
  EXPECT_THAT(Fetch(port),
              HasSubstr("pentathlon_matches_finished_total{termination="
                        "\"normal\"} 1"));
}

TEST_F(MetricsTest, ThePageFollowsTheTextFormat) {
  const int port = FreePort();
  options_.metrics = "127.0.0.1:" + std::to_string(port);
  StartReferee();
  const std::string header =
      "Content-Type: text/plain; version=0.0.4; charset=utf-8";
  EXPECT_THAT(Fetch(port), HasSubstr(header));
  const std::string head = Fetch(port, "HEAD");
  EXPECT_THAT(head, HasSubstr("200 OK"));
  EXPECT_THAT(head, HasSubstr(header));
  EXPECT_THAT(head, ::testing::Not(HasSubstr("pentathlon_")));
}

}  // namespace
}  // namespace arena::referee
