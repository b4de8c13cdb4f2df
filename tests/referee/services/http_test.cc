// The referee by plain HTTP. authorisation_test.cc checks the rights of each
// role.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/gzip.h"
#include "referee/http/message_codec.h"
#include "tests/referee/services/access_fixture.h"
#include "tests/referee/services/raw_bot.h"
#include "tests/testing/http/http_client.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::StartsWith;
using Json = nlohmann::json;

constexpr char kListGames[] = "/arena.v1.CatalogueService/ListGames";
constexpr char kListMatches[] = "/arena.v1.MatchService/ListMatches";
constexpr char kGetMatch[] = "/arena.v1.MatchService/GetMatch";
constexpr char kCreateMatch[] = "/arena.v1.MatchService/CreateMatch";
constexpr char kWatchMatch[] = "/arena.v1.MatchService/WatchMatch";
constexpr char kReplayMatch[] = "/arena.v1.ReplayService/ReplayMatch";

class HttpTest : public AccessControlTest {
 protected:
  HttpTest() { options_.http = {"127.0.0.1:0"}; }

  const std::string& url() const { return server_->http_urls().front(); }
  HttpClient::Answer Post(const std::string& target, const std::string& body,
                          const HttpClient::Headers& headers = {}) {
    return HttpClient(url()).Post(target, body, headers);
  }
  // Returns the error of a call that is refused.
  Json ErrorOf(const std::string& target, const std::string& body,
               const HttpClient::Headers& headers = {}) {
    const HttpClient::Answer answer = Post(target, body, headers);
    EXPECT_NE(answer.result_int(), 200u);
    EXPECT_EQ(answer[boost::beast::http::field::content_type],
              "application/json");
    return Json::parse(answer.body());
  }
  std::string MessageOf(const std::string& target, const std::string& body,
                        const HttpClient::Headers& headers = {}) {
    return ErrorOf(target, body, headers)["message"].get<std::string>();
  }
  // Returns a request to watch the match, in the bytes of HTTP.
  static std::string WatchRequest(const Json& match_id,
                                  HttpClient::Headers headers = {}) {
    headers.insert(
        {{"Host", "localhost"}, {"Content-Type", "application/connect+json"}});
    return testing::RequestText(
        boost::beast::http::verb::post, kWatchMatch,
        WriteEnvelope(0, Json({{"matchId", match_id}}).dump()), headers);
  }
  // Returns the messages of a stream about the match, as lines of JSON.
  std::vector<std::string> StreamOf(const std::string& method,
                                    const std::string& match_id) {
    const Json request = {{"matchId", match_id}};
    const std::string body =
        Post(method, WriteEnvelope(0, request.dump()),
             {{"Content-Type", "application/connect+json"}})
            .body();
    std::vector<std::string> lines;
    for (size_t at = 0; at + 5 <= body.size();) {
      size_t size = 0;
      for (int i = 1; i <= 4; ++i) {
        size = size * 256 + static_cast<uint8_t>(body[at + i]);
      }
      lines.push_back(body.substr(at + 5, size));
      at += 5 + size;
    }
    return lines;
  }
};

TEST_F(HttpTest, AnswersInJson) {
  StartReferee();
  const auto answer = Post(kListGames, "{}");
  EXPECT_EQ(answer.result_int(), 200u);
  EXPECT_EQ(Json::parse(answer.body())["games"].size(), 5u);
}

TEST_F(HttpTest, AnEmptyBodyIsAnEmptyRequest) {
  StartReferee();
  EXPECT_EQ(Post(kListGames, "").result_int(), 200u);
}

TEST_F(HttpTest, PacksLargeAnswersForThoseThatUnpackThem) {
  StartReferee();
  const auto answer = Post(kListGames, "{}", {{"Accept-Encoding", "gzip"}});
  EXPECT_EQ(answer[boost::beast::http::field::content_encoding], "gzip");
  const auto text = Gunzip(answer.body(), 1 << 24);
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(Json::parse(*text)["games"].size(), 5u);
}

// curl and jq read lines.
TEST_F(HttpTest, AStreamMayComeInLines) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("ordo", {"random", "random"}), &match).ok());
  const HttpClient::Headers lines = {{"Content-Type", "application/jsonl"}};
  const std::string id = Json({{"matchId", match.match_id()}}).dump();
  const auto answer = Post(kWatchMatch, id, lines);
  EXPECT_EQ(answer.result_int(), 200u);
  for (absl::string_view line :
       absl::StrSplit(answer.body(), '\n', absl::SkipEmpty())) {
    EXPECT_TRUE(Json::accept(std::string(line))) << line;
  }
  // The error comes with a status of HTTP, as curl --fail wants it.
  EXPECT_EQ(ErrorOf(kWatchMatch, R"({"matchId": "nothing"})", lines)["code"],
            "not_found");
  EXPECT_EQ(ErrorOf(kWatchMatch, "{", lines)["code"], "invalid_argument");
}

// A line with an error is the last line, and no message may look like it.
TEST_F(HttpTest, NoMessageOfAStreamHasAFieldThatIsCalledError) {
  for (const char* name : {"BotService", "CompetitionService", "MatchService",
                           "PlayService", "ReplayService", "RunnerService"}) {
    const auto* const service =
        google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
            absl::StrCat("arena.v1.", name));
    ASSERT_NE(service, nullptr) << name;
    for (int i = 0; i < service->method_count(); ++i) {
      const auto& method = *service->method(i);
      if (!method.server_streaming() || method.client_streaming()) continue;
      EXPECT_EQ(method.output_type()->FindFieldByName("error"), nullptr)
          << method.full_name();
    }
  }
}

TEST_F(HttpTest, AMatchIsPlayedWatchedAndReplayed) {
  StartReferee();
  const auto created = Post(
      kCreateMatch,
      R"({"game": "ordo", "seats": [{"bot": "a"}, {"builtIn": "random"}]})");
  ASSERT_EQ(created.result_int(), 200u) << created.body();
  const std::string id =
      Json::parse(created.body())["match"]["matchId"].get<std::string>();
  HttpClient watcher(url());
  watcher.Write(WatchRequest(id));
  std::string told;
  while (told.find("STATE_PENDING") == told.npos) told += watcher.ReadSome();
  RawBot(*play_, "a").PlayToTheEnd();
  while (told.find("STATE_FINISHED") == told.npos) told += watcher.ReadSome();
  EXPECT_GT(
      std::vector<std::string>(absl::StrSplit(told, "{\"step\":{")).size(),
      10u);
  EXPECT_EQ(Json::parse(Post(kGetMatch, Json({{"matchId", id}}).dump())
                            .body())["match"]["state"],
            "STATE_FINISHED");
  const std::vector<std::string> steps = StreamOf(kReplayMatch, id);
  EXPECT_GT(steps.size(), 10u);
  EXPECT_EQ(steps.back(), "{}");
}

// ---- Mistakes of a newcomer ----

TEST_F(HttpTest, SaysWhatIsWrong) {
  StartReferee();
  EXPECT_THAT(MessageOf(kGetMatch, R"({"match": "x"})"), HasSubstr("match"));
  EXPECT_THAT(MessageOf(kGetMatch, "{"), HasSubstr("JSON"));
  EXPECT_THAT(
      MessageOf("/arena.v1.MatchService/GetMatches", "{}"),
      AllOf(HasSubstr("no method \"/arena.v1.MatchService/GetMatches\""),
            HasSubstr("did you mean \"/arena.v1.MatchService/"),
            HasSubstr("/arena.v1.CatalogueService/ListGames")));
  EXPECT_THAT(MessageOf("/arena.v1.PlayService/Play", "{}"),
              HasSubstr("needs gRPC"));
  EXPECT_THAT(
      MessageOf(kListGames, "{}", {{"Content-Type", "application/grpc"}}),
      AllOf(HasSubstr("is \"application/grpc\""),
            HasSubstr("application/json")));
  EXPECT_THAT(MessageOf(kWatchMatch, "{}"),
              HasSubstr("application/connect+json"));
  EXPECT_EQ(ErrorOf(kGetMatch, R"({"matchId": "nothing"})")["code"],
            "not_found");
  EXPECT_EQ(MessageOf(kGetMatch, "{}"), "no match has the id \"\"");
}

TEST_F(HttpTest, SaysThatACallIsNoPage) {
  StartReferee();
  const auto answer = HttpClient(url()).Get(kListGames);
  EXPECT_EQ(answer.result_int(), 405u);
  EXPECT_EQ(answer[boost::beast::http::field::allow], "POST");
}

// ---- The caller ----

TEST_F(HttpTest, ATokenIsABearers) {
  StartWithTokens();
  EXPECT_EQ(ErrorOf(kListMatches, "{}")["code"], "unauthenticated");
  EXPECT_EQ(
      Post(kListMatches, "{}", {{"Authorization", "Bearer " + secrets_["eve"]}})
          .result_int(),
      200u);
}

TEST_F(HttpTest, ThePublicHasAQuotaOfItsAddress) {
  options_.open_to_public = true;
  options_.host.quotas.max_calls = 2;
  StartWithAdmin();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(Post(kListMatches, "{}").result_int(), 200u);
  }
  const Json error = ErrorOf(kListMatches, "{}");
  EXPECT_EQ(error["code"], "resource_exhausted");
  EXPECT_THAT(error["message"].get<std::string>(),
              HasSubstr("127.0.0.1 has made 2 calls"));
  EXPECT_EQ(error["details"][0]["type"], "google.rpc.RetryInfo");
  EXPECT_EQ(Post(kListMatches, "{}",
                 {{"Authorization", "Bearer " + secrets_["root"]}})
                .result_int(),
            200u);
}

// Limits count the address, so a caller must not choose it.
TEST_F(HttpTest, ACallerCannotSayThatItIsSomebodyElse) {
  options_.open_to_public = true;
  options_.host.quotas.max_calls = 1;
  StartWithAdmin();
  EXPECT_EQ(Post(kListMatches, "{}").result_int(), 200u);
  for (const HttpClient::Headers& lie :
       {HttpClient::Headers{{"Arena-Http-Peer", "x 10.0.0.1:1"}},
        HttpClient::Headers{{"X-Forwarded-For", "10.0.0.1"}},
        HttpClient::Headers{{"Forwarded", "for=10.0.0.1"}}}) {
    EXPECT_THAT(MessageOf(kListMatches, "{}", lie),
                HasSubstr("127.0.0.1 has made"));
  }
}

TEST_F(HttpTest, ByGrpcNobodySaysThatItComesByHttp) {
  options_.open_to_public = true;
  options_.host.quotas.max_calls = 1;
  StartWithAdmin();
  std::string message;
  for (int i = 0; i < 2; ++i) {
    const auto context = As("");
    context->AddMetadata("arena-http-peer", "x 10.0.0.1:1");
    v1::ListMatchesResponse response;
    message =
        matches_
            ->ListMatches(context.get(), v1::ListMatchesRequest(), &response)
            .error_message();
  }
  EXPECT_THAT(message, HasSubstr("127.0.0.1 has made"));
}

TEST_F(HttpTest, BehindAProxyTheProxySaysWhoCalls) {
  options_.open_to_public = true;
  options_.peers.forwarded = true;
  options_.host.quotas.max_calls = 1;
  StartWithAdmin();
  for (const char* address : {"10.0.0.1", "10.0.0.2"}) {
    EXPECT_EQ(
        Post(kListMatches, "{}", {{"X-Forwarded-For", address}}).result_int(),
        200u);
  }
  EXPECT_THAT(MessageOf(kListMatches, "{}", {{"X-Forwarded-For", "10.0.0.1"}}),
              HasSubstr("10.0.0.1 has made"));
}

TEST_F(HttpTest, WhoeverWatchesFromOneAddressUsesUpTheStreamsOfNoOther) {
  options_.open_to_public = true;
  options_.peers.forwarded = true;
  options_.host.quotas.max_streams = 1;
  StartWithAdmin();
  const auto created =
      Post(kCreateMatch,
           R"({"game": "ordo", "seats": [{"bot": "a"}, {"builtIn": "first"}]})",
           {{"Authorization", "Bearer " + secrets_["root"]}});
  ASSERT_EQ(created.result_int(), 200u) << created.body();
  const Json id = Json::parse(created.body())["match"]["matchId"];
  // Returns the first message to a spectator.
  const auto watch = [&](HttpClient& client, const std::string& address) {
    client.Write(WatchRequest(id, {{"X-Forwarded-For", address}}));
    std::string told;
    while (told.find("\"match\"") == told.npos &&
           told.find("\"error\"") == told.npos) {
      const std::string some = client.ReadSome();
      if (some.empty()) break;
      told += some;
    }
    return told;
  };
  HttpClient first(url());
  HttpClient second(url());
  HttpClient elsewhere(url());
  EXPECT_THAT(watch(first, "10.0.0.1"), HasSubstr("STATE_PENDING"));
  EXPECT_THAT(watch(second, "10.0.0.1"),
              HasSubstr("10.0.0.1 has 1 streams open"));
  EXPECT_THAT(watch(elsewhere, "10.0.0.2"), HasSubstr("STATE_PENDING"));
}

// ---- Callers that want to do harm ----

TEST_F(HttpTest, APackedRequestDoesNotUnpackToMoreThanARequest) {
  StartReferee();
  EXPECT_EQ(ErrorOf(kListGames, Gzip(std::string(1 << 24, ' ')),
                    {{"Content-Encoding", "gzip"}})["code"],
            "resource_exhausted");
}

TEST_F(HttpTest, DeepJsonIsRefused) {
  StartReferee();
  std::string deep;
  for (int i = 0; i < 10000; ++i) deep += "[";
  EXPECT_EQ(ErrorOf(kCreateMatch, R"({"options": )" + deep)["code"],
            "invalid_argument");
}

TEST_F(HttpTest, TextThatIsNoUtf8IsRefusedAndNotLogged) {
  StartReferee();
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(ErrorOf(kGetMatch, "{\"matchId\": \"\xff\xfe\"}")["code"],
            "invalid_argument");
  EXPECT_EQ(ErrorOf(kGetMatch, "\x0a\x02\xff\xfe",
                    {{"Content-Type", "application/proto"}})["code"],
            "invalid_argument");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

// The answer may repeat what the caller sent.
TEST_F(HttpTest, NoAnswerRunsWhatACallerSays) {
  StartReferee();
  for (const char* target :
       {"/<script>alert(1)</script>", kGetMatch, "/.%00./x"}) {
    const auto answer =
        Post(target, R"({"matchId": "<script>alert(1)</script>"})");
    const bool json =
        answer[boost::beast::http::field::content_type] == "application/json";
    EXPECT_TRUE(json || !absl::StrContains(answer.body(), "<script>alert"))
        << answer.body();
    EXPECT_EQ(json, absl::StrContains(target, '.')) << target;
    EXPECT_EQ(answer["x-content-type-options"], "nosniff");
  }
}

TEST_F(HttpTest, OtherVerbsDoNothing) {
  StartReferee();
  for (const auto verb :
       {boost::beast::http::verb::trace, boost::beast::http::verb::options,
        boost::beast::http::verb::connect, boost::beast::http::verb::put,
        boost::beast::http::verb::delete_}) {
    HttpClient client(url());
    EXPECT_EQ(
        client.Ask(verb, kListGames, "", {{"X-Secret", "x"}}).result_int(),
        405u);
  }
  const auto upgrade = HttpClient(url()).Get(
      kListGames, {{"Connection", "Upgrade"}, {"Upgrade", "websocket"}});
  EXPECT_EQ(upgrade.result_int(), 405u);
}

// A stream that nobody reads any more no longer counts.
TEST_F(HttpTest, AWatcherThatLeavesMakesRoom) {
  options_.host.quotas.max_streams = 1;
  StartWithTokens();
  const auto created = Post(
      kCreateMatch,
      R"({"game": "ordo", "seats": [{"bot": "a"}, {"builtIn": "random"}]})",
      {{"Authorization", "Bearer " + secrets_["root"]}});
  const std::string id =
      Json::parse(created.body())["match"]["matchId"].get<std::string>();
  const HttpClient::Headers headers = {
      {"Host", "localhost"},
      {"Content-Type", "application/connect+json"},
      {"Authorization", "Bearer " + secrets_["eve"]}};
  const std::string watch = testing::RequestText(
      boost::beast::http::verb::post, kWatchMatch,
      WriteEnvelope(0, Json({{"matchId", id}}).dump()), headers);
  std::string told;
  HttpClient first(url());
  first.Write(watch);
  while (told.find("matchId") == told.npos) told += first.ReadSome();
  first.Leave();
  // The referee soon notices that the watcher has left.
  bool refused = true;
  while (refused) {
    HttpClient next(url());
    next.Write(watch);
    told.clear();
    while (told.find('{') == told.npos) told += next.ReadSome();
    refused = told.find("resource_exhausted") != told.npos;
  }
}

TEST_F(HttpTest, AStrangerThatSendsTooMuchIsCut) {
  options_.tokens = true;
  options_.peers.max_unproven_bytes = 1000;
  StartWithAdmin();
  HttpClient client(url());
  client.Write("POST /x HTTP/1.1\r\nHost: localhost\r\nX: " +
               std::string(10000, 'x'));
  EXPECT_TRUE(client.IsClosed());
}

// ---- The end ----

TEST_F(HttpTest, WatchersAreToldThatTheRefereeEnds) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("ordo", {"bot:nobody", "random"}), &match).ok());
  HttpClient client(url());
  client.Write(testing::RequestText(
      boost::beast::http::verb::post, kWatchMatch,
      WriteEnvelope(0, Json({{"matchId", match.match_id()}}).dump()),
      {{"Host", "localhost"}, {"Content-Type", "application/connect+json"}}));
  EXPECT_THAT(client.ReadSome(), StartsWith("HTTP/1.1 200"));
  server_->Stop();
  std::string rest;
  for (std::string some = client.ReadSome(); !some.empty();
       some = client.ReadSome()) {
    rest += some;
  }
  EXPECT_THAT(rest, HasSubstr("\"error\""));
}

}  // namespace
}  // namespace arena::referee
