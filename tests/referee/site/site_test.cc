// The site of a whole referee.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "absl/strings/str_cat.h"
#include "arena/core/gzip.h"
#include "arena/core/secrets.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "tests/arena/submission/archive_builder.h"
#include "tests/referee/services/access_fixture.h"
#include "tests/testing/http/http_client.h"

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;
using Verb = boost::beast::http::verb;

constexpr char kListMatches[] = "/arena.v1.MatchService/ListMatches";

class SiteTest : public AccessControlTest {
 protected:
  SiteTest() { options_.http = {"127.0.0.1:0"}; }

  HttpClient Client() { return HttpClient(server_->http_urls().front()); }
  HttpClient::Answer Get(const std::string& target,
                         const HttpClient::Headers& headers = {}) {
    return Client().Get(target, headers);
  }
  static std::string HeaderOf(const HttpClient::Answer& answer,
                              const std::string& name) {
    return std::string(answer[name]);
  }
  // Plays a match of built-in players to its end.
  std::string PlayMatch(const std::string& game,
                        const std::vector<std::string>& players) {
    v1::Match match;
    EXPECT_TRUE(Create(Request(game, players), &match).ok());
    return AwaitEnd(match.match_id()).match_id();
  }
  // Plays a competition of built-in players to its end.
  void PlayCompetition(const std::string& name, v1::Format format) {
    v1::CreateCompetitionRequest request;
    v1::CompetitionSpec& spec = *request.mutable_spec();
    spec.set_name(name);
    spec.set_game("ordo");
    spec.set_format(format);
    for (const char* entrant : {"greedy", "random", "first"}) {
      v1::Entrant& one = *spec.add_entrants();
      one.set_name(entrant);
      one.add_players()->set_built_in(entrant);
    }
    const auto competitions = v1::CompetitionService::NewStub(channel_);
    v1::CreateCompetitionResponse created;
    grpc::ClientContext creating;
    const grpc::Status status =
        competitions->CreateCompetition(&creating, request, &created);
    ASSERT_TRUE(status.ok()) << status.error_message();
    v1::WatchCompetitionRequest watch;
    watch.set_name(name);
    grpc::ClientContext watching;
    const auto news = competitions->WatchCompetition(&watching, watch);
    v1::WatchCompetitionResponse response;
    while (news->Read(&response)) {
    }
    ASSERT_TRUE(news->Finish().ok());
  }
  // Sends a form as a page of this site does.
  HttpClient::Answer Send(const std::string& form,
                          const HttpClient::Headers& headers = {
                              {"Sec-Fetch-Site", "same-origin"}}) {
    HttpClient::Headers all = headers;
    all.emplace("Content-Type", "application/x-www-form-urlencoded");
    return Client().Ask(Verb::post, "/token", form, all);
  }
  HttpClient::Headers Cookie(const std::string& who) {
    return {{"Cookie", "arena-token=" + secrets_.at(who)}};
  }
};

// ---- Every answer ----

TEST_F(SiteTest, EveryPageIsGuarded) {
  StartReferee();
  for (const char* target :
       {"/", "/competitions", "/bots", "/matches", "/games", "/game/ordo",
        "/game/octrix/observation", "/sample/ordo", "/connect", "/data",
        "/token", "/nothing", "/bot/nobody", "/match/nothing"}) {
    const auto answer = Get(target);
    SCOPED_TRACE(target);
    EXPECT_THAT(HeaderOf(answer, "content-security-policy"),
                AllOf(StartsWith("default-src 'none'"),
                      HasSubstr("frame-ancestors 'none'"),
                      HasSubstr("require-trusted-types-for 'script'"),
                      Not(HasSubstr("unsafe"))));
    EXPECT_EQ(HeaderOf(answer, "x-content-type-options"), "nosniff");
    EXPECT_EQ(HeaderOf(answer, "referrer-policy"), "same-origin");
    EXPECT_EQ(HeaderOf(answer, "cross-origin-opener-policy"), "same-origin");
    EXPECT_EQ(HeaderOf(answer, "cross-origin-resource-policy"), "same-origin");
    // The policy of the site forbids such styles.
    EXPECT_THAT(answer.body(), Not(HasSubstr(" style=")));
    EXPECT_THAT(answer.body(),
                AllOf(HasSubstr("<title>"), HasSubstr("name=\"description\""),
                      HasSubstr("property=\"og:title\"")));
  }
}

TEST_F(SiteTest, WhatIsNotThereIsNotFound) {
  StartReferee();
  for (const char* target :
       {"/nothing", "/bot", "/bot/", "/bot/nobody", "/match/nothing",
        "/competition/none", "/competition/none/feed.atom", "/game/chess",
        "/sample/chess", "/static/x/site/site.css", "/static", "/a/b/c/d"}) {
    EXPECT_EQ(Get(target).result_int(), 404u) << target;
  }
}

TEST_F(SiteTest, PagesAreOnlyRead) {
  StartReferee();
  for (const Verb verb : {Verb::post, Verb::put, Verb::delete_}) {
    const auto answer = Client().Ask(verb, "/matches", "", {});
    EXPECT_EQ(answer.result_int(), 405u);
    EXPECT_EQ(HeaderOf(answer, "allow"), "GET, HEAD");
  }
}

TEST_F(SiteTest, HeadTellsTheSizeAlone) {
  StartReferee();
  HttpClient client = Client();
  client.Write(
      testing::RequestText(Verb::head, "/games", "", {{"Host", "localhost"}}));
  const auto answer = client.Read(/*of_head_request=*/true);
  EXPECT_EQ(answer.result_int(), 200u);
  EXPECT_THAT(answer.body(), IsEmpty());
  EXPECT_NE(HeaderOf(answer, "content-length"), "0");
}

TEST_F(SiteTest, ABrowserThatHasThePageIsTold) {
  StartReferee();
  const auto first = Get("/games");
  const std::string etag = HeaderOf(first, "etag");
  EXPECT_EQ(HeaderOf(first, "cache-control"), "private, no-cache");
  const auto again = Get("/games", {{"If-None-Match", etag}});
  EXPECT_EQ(again.result_int(), 304u);
  EXPECT_THAT(again.body(), IsEmpty());
}

TEST_F(SiteTest, FilesOfPagesAreThereForEver) {
  StartReferee();
  const std::string page = Get("/").body() + Get("/sample/ordo").body();
  const std::regex address("(?:src|href)=\"(/static/[^\"]+)\"");
  int files = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), address), end;
       at != end; ++at, ++files) {
    const auto answer = Get((*at)[1], {{"Accept-Encoding", "gzip"}});
    EXPECT_EQ(answer.result_int(), 200u) << (*at)[1];
    EXPECT_THAT(HeaderOf(answer, "cache-control"), HasSubstr("immutable"));
    EXPECT_EQ(HeaderOf(answer, "content-encoding"), "gzip");
  }
  EXPECT_GE(files, 6);
}

// ---- Pages ----

TEST_F(SiteTest, AMatchHasAShellAndADocument) {
  StartReferee();
  const std::string id = PlayMatch("octrix", {"greedy", "random", "first"});
  const std::string page = Get("/match/" + id).body();
  EXPECT_THAT(page, AllOf(HasSubstr("data-document=\"/match/" + id),
                          HasSubstr("data-state=\"FINISHED\""),
                          HasSubstr("viewer/served_main.js")));
  const auto answer = Get("/match/" + id + "/document");
  ASSERT_EQ(answer.result_int(), 200u);
  const auto text = Gunzip(answer.body(), 1 << 24);
  ASSERT_THAT(text, IsOk());
  EXPECT_EQ(Json::parse(*text)["match"]["game"], "octrix");
}

TEST_F(SiteTest, AMatchThatHasNotBegunSaysWhy) {
  StartReferee();
  v1::Match match;
  ASSERT_TRUE(Create(Request("octrix", {"bot:away", "random"}), &match).ok());
  for (const std::string& target : {"/match/" + match.match_id(),
                                    std::string("/matches")}) {
    EXPECT_THAT(Get(target).body(), HasSubstr("away is not connected"))
        << target;
  }
}

TEST_F(SiteTest, ADocumentOfAViewKnowsThatViewAlone) {
  StartReferee();
  const std::string id =
      PlayMatch("seconds", {"greedy", "random", "greedy", "first"});
  const auto views = [&](const std::string& query) {
    const auto text =
        Gunzip(Get("/match/" + id + "/document" + query).body(), 1 << 26);
    EXPECT_THAT(text, IsOk());
    return Json::parse(*text);
  };
  EXPECT_TRUE(views("").contains("proof"));
  EXPECT_EQ(views("?view=2")["views"], Json({"2"}));
  EXPECT_FALSE(views("?view=2").contains("proof"));
  EXPECT_EQ(views("?view=public")["views"], Json({"public"}));
}

TEST_F(SiteTest, AViewThatIsNotThereIsRefusedInWords) {
  StartReferee();
  const std::string id = PlayMatch("ordo", {"random", "random"});
  const auto answer = Get("/match/" + id + "/document?view=me");
  EXPECT_EQ(answer.result_int(), 400u);
  EXPECT_THAT(answer.body(), HasSubstr("expected table, public"));
  EXPECT_EQ(Get("/match/" + id + "/document?view=9").result_int(), 400u);
  EXPECT_EQ(Get("/match/none/document").result_int(), 404u);
}

TEST_F(SiteTest, ADocumentThatTheReaderHasIsNotMadeAgain) {
  StartReferee();
  const std::string id = PlayMatch("ordo", {"random", "random"});
  const auto first = Get("/match/" + id + "/document");
  EXPECT_EQ(Get("/match/" + id + "/document",
                {{"If-None-Match", HeaderOf(first, "etag")}})
                .result_int(),
            304u);
}

TEST_F(SiteTest, SpoilersCanBeHidden) {
  StartReferee();
  const std::string id = PlayMatch("ordo", {"greedy", "random"});
  EXPECT_THAT(Get("/match/" + id).body(), HasSubstr("win"));
  EXPECT_THAT(Get("/match/" + id + "?spoilers=0").body(),
              Not(HasSubstr(" win")));
  EXPECT_THAT(Get("/matches").body(), HasSubstr(" win"));
  EXPECT_THAT(Get("/matches?spoilers=0").body(), Not(HasSubstr(" win")));
}

TEST_F(SiteTest, EveryGameHasItsPages) {
  StartReferee();
  for (const char* game :
       {"doppelkopf", "octrix", "ordago", "ordo", "seconds"}) {
    EXPECT_THAT(Get(absl::StrCat("/game/", game)).body(),
                HasSubstr("<h2>Options</h2>"));
    EXPECT_THAT(Get(absl::StrCat("/game/", game, "/observation")).body(),
                HasSubstr("== What a bot sees =="));
    const auto sample = Get(absl::StrCat("/sample/", game, "/document"));
    ASSERT_THAT(Gunzip(sample.body(), 1 << 26), IsOk());
  }
}

TEST_F(SiteTest, ACompetitionHasStandingsRoundsAndAFeed) {
  StartReferee();
  PlayCompetition("cup", v1::FORMAT_KNOCKOUT);
  const std::string page = Get("/competition/cup").body();
  EXPECT_THAT(page,
              AllOf(HasSubstr("<h2>Table</h2>"), HasSubstr("Head to head"),
                    HasSubstr("Round 2"), HasSubstr("feed.atom"),
                    HasSubstr("<h2>Faults</h2>"), Not(HasSubstr("data-live"))));
  const auto feed = Get("/competition/cup/feed.atom");
  EXPECT_EQ(HeaderOf(feed, "content-type"),
            "application/atom+xml; charset=utf-8");
  EXPECT_THAT(feed.body(), AllOf(HasSubstr("<entry>"), HasSubstr(" win")));
  EXPECT_THAT(Get("/competition/cup/feed.atom?spoilers=0").body(),
              Not(HasSubstr(" win")));
  EXPECT_THAT(Get("/").body(), HasSubstr("/competition/cup"));
}

TEST_F(SiteTest, ABotThatNobodyRegisteredHasAPageOnceItHasPlayed) {
  StartReferee();
  PlayMatch("ordo", {"greedy", "random"});
  EXPECT_THAT(Get("/bot/greedy").body(),
              AllOf(HasSubstr("not registered"), HasSubstr("Form"),
                    HasSubstr("Its only match that is over.")));
}

TEST_F(SiteTest, ABotSaysOfHowManyCompetitionsItShowsNoRating) {
  StartReferee();
  for (int i = 0; i < 8; ++i) {
    PlayCompetition(absl::StrCat("cup", i), v1::FORMAT_ROUND_ROBIN);
  }
  const std::string all = Get("/bot/greedy").body();
  for (int i = 0; i < 8; ++i) {
    EXPECT_THAT(all, HasSubstr(absl::StrCat("/competition/cup", i)));
  }
  EXPECT_THAT(all, Not(HasSubstr("not shown")));
  PlayCompetition("cup8", v1::FORMAT_ROUND_ROBIN);
  EXPECT_THAT(Get("/bot/greedy").body(),
              HasSubstr("Older competitions that are not shown: 1. "
                        "<a href=\"/matches?bot=greedy\">"));
}

TEST_F(SiteTest, AMatchAndASetLeadToTheirCompetition) {
  StartReferee();
  PlayCompetition("cup", v1::FORMAT_ROUND_ROBIN);
  const std::string competition = Get("/competition/cup").body();
  std::smatch found;
  ASSERT_TRUE(std::regex_search(competition, found,
                                std::regex("href=\"(/match/[^\"]+)\"")));
  EXPECT_THAT(
      Get(found[1]).body(),
      AllOf(HasSubstr("href=\"/competition/cup\""),
            HasSubstr("href=\"/set/cup/"), HasSubstr("href=\"/game/ordo\"")));
  ASSERT_TRUE(std::regex_search(competition, found,
                                std::regex("href=\"(/set/cup/[0-9]+)\"")));
  EXPECT_THAT(Get(found[1]).body(), HasSubstr("href=\"/competition/cup\""));
}

TEST_F(SiteTest, StandingsLeadToBots) {
  StartReferee();
  v1::CreateCompetitionRequest request;
  v1::CompetitionSpec& spec = *request.mutable_spec();
  spec.set_name("open");
  spec.set_game("ordo");
  spec.set_format(v1::FORMAT_ROUND_ROBIN);
  for (const char* bot : {"ada", "bob"}) {
    v1::Entrant& one = *spec.add_entrants();
    one.set_name(bot);
    one.add_players()->set_bot(bot);
  }
  v1::CreateCompetitionResponse created;
  grpc::ClientContext context;
  const grpc::Status status =
      v1::CompetitionService::NewStub(channel_)->CreateCompetition(
          &context, request, &created);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_THAT(Get("/competition/open").body(),
              AllOf(HasSubstr("title=\"ada\"><a href=\"/bot/ada\">"),
                    HasSubstr("title=\"bob\"><a href=\"/bot/bob\">")));
}

TEST_F(SiteTest, AGameThatIsNoneIsNamed) {
  StartReferee();
  const auto answer = Get("/matches?game=octrx");
  EXPECT_EQ(answer.result_int(), 404u);
  EXPECT_THAT(answer.body(), HasSubstr("no game &quot;octrx&quot;"));
}

TEST_F(SiteTest, WhereThereAreNoResultsNoneAreHidden) {
  StartReferee();
  EXPECT_THAT(Get("/").body(), Not(HasSubstr("Hide results")));
  EXPECT_THAT(Get("/matches").body(), Not(HasSubstr("Hide results")));
  PlayMatch("ordo", {"greedy", "random"});
  EXPECT_THAT(Get("/").body(), HasSubstr("Hide results"));
  EXPECT_THAT(Get("/matches").body(), HasSubstr("Hide results"));
}

TEST_F(SiteTest, ToConnectATokenIsNamedWhereOneIsNeeded) {
  StartReferee();
  EXPECT_THAT(Get("/connect").body(),
              AllOf(HasSubstr("venv/bin/pip install"),
                    HasSubstr("sample_bots/bash/http_bot.sh"),
                    Not(HasSubstr("ARENA_TOKEN"))));
}

TEST_F(SiteTest, ToConnectToAGuardedRefereeTakesAToken) {
  StartWithTokens();
  EXPECT_THAT(Get("/connect").body(), HasSubstr("ARENA_TOKEN"));
  EXPECT_THAT(Get("/connect", Cookie("eve")).body(), HasSubstr("ARENA_TOKEN"));
}

// ---- The reader ----

TEST_F(SiteTest, WithoutATokenNothingIsTold) {
  StartWithTokens();
  for (const char* target :
       {"/", "/competitions", "/competition/cup", "/bots", "/bot/a", "/matches",
        "/match/x", "/match/x/document", "/competition/cup/feed.atom"}) {
    EXPECT_EQ(Get(target).result_int(), 401u) << target;
  }
  EXPECT_THAT(Get("/").body(), AllOf(HasSubstr("href=\"/token\""),
                                     HasSubstr("This page needs a token."),
                                     Not(HasSubstr("metadata"))));
}

TEST_F(SiteTest, TheCookieIsTheReadersToken) {
  StartWithTokens();
  const auto page = Get("/bots", Cookie("eve"));
  EXPECT_EQ(page.result_int(), 200u);
  EXPECT_THAT(page.body(), Not(HasSubstr(secrets_["eve"])));
  EXPECT_EQ(HeaderOf(page, "cache-control"), "private, no-store");
  EXPECT_EQ(Get("/bots", {{"Cookie", "arena-token=wrong"}}).result_int(), 401u);
}

TEST_F(SiteTest, AReaderLogsInAndOut) {
  StartWithTokens();
  const auto in = Send("token=" + secrets_["eve"]);
  EXPECT_EQ(in.result_int(), 303u);
  EXPECT_THAT(HeaderOf(in, "set-cookie"),
              AllOf(HasSubstr("arena-token=" + secrets_["eve"]),
                    HasSubstr("HttpOnly"), HasSubstr("SameSite=Strict")));
  EXPECT_THAT(Get("/token", Cookie("eve")).body(),
              AllOf(HasSubstr("Log out"), HasSubstr("id=\"log-in\""),
                    HasSubstr("<a href=\"/\">home page</a>")));
  EXPECT_THAT(HeaderOf(Send("leave=yes"), "set-cookie"),
              HasSubstr("Max-Age=0"));
}

TEST_F(SiteTest, AWrongTokenIsForgottenAndTheReaderTold) {
  StartWithTokens();
  const auto answer = Get("/token", {{"Cookie", "arena-token=wrong"}});
  EXPECT_EQ(answer.result_int(), 303u);
  EXPECT_EQ(HeaderOf(answer, "location"), "/token?wrong=yes");
  EXPECT_THAT(HeaderOf(answer, "set-cookie"), HasSubstr("Max-Age=0"));
  EXPECT_THAT(
      Get("/token?wrong=yes").body(),
      AllOf(HasSubstr("class=\"error\""), HasSubstr("no token of this referee"),
            HasSubstr("id=\"log-in\""), Not(HasSubstr("Log out"))));
  EXPECT_EQ(Send("token=a%0d%0ab").result_int(), 400u);
}

// The browser may keep a wrong token, or a program may send one.
TEST_F(SiteTest, AWrongTokenThatStaysIsTold) {
  StartWithTokens();
  const auto told = AllOf(HasSubstr("no token of this referee"),
                          HasSubstr("id=\"log-in\""), HasSubstr("Log out"));
  EXPECT_THAT(Get("/token?wrong=yes", {{"Cookie", "arena-token=wrong"}}).body(),
              told);
  EXPECT_THAT(Get("/token", {{"Authorization", "Bearer wrong"}}).body(), told);
}

TEST_F(SiteTest, AWrongTokenLocksNobodyOutWhereNoneIsNeeded) {
  StartReferee();
  EXPECT_THAT(Get("/token").body(), HasSubstr("need no token"));
  const auto answer = Get("/token", {{"Cookie", "arena-token=wrong"}});
  EXPECT_EQ(answer.result_int(), 303u);
  EXPECT_THAT(HeaderOf(answer, "set-cookie"), HasSubstr("Max-Age=0"));
}

TEST_F(SiteTest, NoOtherSiteLogsAReaderInOrOut) {
  StartWithTokens();
  for (const HttpClient::Headers& from :
       {HttpClient::Headers{{"Sec-Fetch-Site", "cross-site"}},
        HttpClient::Headers{{"Sec-Fetch-Site", "same-site"}},
        HttpClient::Headers{{"Origin", "http://evil.example"}},
        HttpClient::Headers{}}) {
    const auto answer = Send("token=" + secrets_["eve"], from);
    EXPECT_EQ(answer.result_int(), 403u);
    EXPECT_EQ(HeaderOf(answer, "set-cookie"), "");
  }
}

TEST_F(SiteTest, ACallOfAPageOfThisSiteHasTheReadersToken) {
  StartWithTokens();
  HttpClient::Headers headers = Cookie("eve");
  headers["Sec-Fetch-Site"] = "same-origin";
  EXPECT_EQ(Client().Post(kListMatches, "{}", headers).result_int(), 200u);
}

// A browser sends the cookie with calls from other pages of the same host, too.
TEST_F(SiteTest, ACallOfAnotherPageHasNoToken) {
  StartWithTokens();
  for (const char* site : {"cross-site", "same-site", "none", ""}) {
    HttpClient::Headers headers = Cookie("root");
    if (*site != '\0') headers["Sec-Fetch-Site"] = site;
    EXPECT_EQ(Client().Post(kListMatches, "{}", headers).result_int(), 401u)
        << site;
  }
}

TEST_F(SiteTest, ThePublicReadsWhatIsPublic) {
  options_.open_to_public = true;
  StartWithTokens();
  EXPECT_EQ(Get("/bot/a").result_int(), 200u);
  EXPECT_EQ(Get("/matches").result_int(), 200u);
}

TEST_F(SiteTest, AReaderUsesItsOwnQuota) {
  options_.open_to_public = true;
  options_.host.quotas.max_calls = 1;
  StartWithTokens();
  EXPECT_EQ(Get("/bots").result_int(), 200u);
  EXPECT_EQ(Get("/bots").result_int(), 429u);
  EXPECT_EQ(Get("/bots", Cookie("eve")).result_int(), 200u);
}

TEST_F(SiteTest, OnlyItsAuthorSeesTheProcessesOfABot) {
  StartWithTokens();
  const std::string archive =
      submission::ArchiveBuilder()
          .File("bot.toml",
                "name = \"a\"\nversion = \"secret-7\"\nruntime = "
                "\"python\"\nrun = \"python3 bot.py\"\ngames = [\"ordo\"]\n")
          .File("bot.py", "pass")
          .Bytes();
  const auto context = As("ada");
  const auto stream = bots_->SubmitVersion(context.get());
  v1::SubmitVersionRequest request;
  request.mutable_offer()->set_archive_sha256(Sha256(archive));
  request.mutable_offer()->set_archive_size(archive.size());
  stream->Write(request);
  v1::SubmitVersionResponse response;
  ASSERT_TRUE(stream->Read(&response));
  request.set_chunk(archive);
  stream->Write(request);
  stream->WritesDone();
  ASSERT_TRUE(stream->Read(&response));
  ASSERT_TRUE(stream->Finish().ok());
  // The referee finds out after a moment that there is no runner.
  while (Get("/bot/a", Cookie("root")).body().find("it waits for a runner") ==
         std::string::npos) {
  }
  for (const char* reader : {"ada", "root"}) {
    EXPECT_THAT(Get("/bot/a", Cookie(reader)).body(),
                AllOf(HasSubstr("For its author"), HasSubstr("secret-7")));
  }
  for (const char* reader : {"bob", "eve", "b"}) {
    EXPECT_THAT(Get("/bot/a", Cookie(reader)).body(),
                AllOf(HasSubstr("<h1>"), Not(HasSubstr("secret-7"))));
  }
}

TEST_F(SiteTest, AVeryLongMatchHasNoPictures) {
  StartReferee();
  v1::CreateMatchRequest request =
      Request("doppelkopf", {"first", "first", "first", "first"});
  (*request.mutable_options())["deals"] = "200";
  v1::Match match;
  ASSERT_TRUE(Create(request, &match).ok());
  AwaitEnd(match.match_id());
  const auto answer =
      Get(absl::StrCat("/match/", match.match_id(), "/document"));
  EXPECT_EQ(answer.result_int(), 400u);
  EXPECT_THAT(answer.body(), HasSubstr("plies, too many to show here"));
}

TEST_F(SiteTest, AHeaderThatIsNoTextHarmsNobody) {
  StartReferee();
  for (const char* value : {"a\tb", "\x80"}) {
    EXPECT_EQ(Get("/", {{"Authorization", value}}).result_int(), 401u);
    EXPECT_EQ(Get("/", {{"X-Forwarded-For", value}}).result_int(), 200u);
  }
  EXPECT_EQ(Get("/match/%ff").result_int(), 400u);
  EXPECT_EQ(Get("/").result_int(), 200u);
}

// `arena tournament run --http` starts its referee in this way. The bots run on
// the same machine and know their own tokens.
TEST_F(SiteTest, ConfinedBotsReadNoPage) {
  options_.host.confined_bots = true;
  StartWithTokens();
  for (const char* target :
       {"/", "/competitions", "/competition/cup", "/bots", "/bot/a", "/matches",
        "/match/x", "/match/x/document"}) {
    EXPECT_EQ(Get(target).result_int(), 401u) << target;
    EXPECT_EQ(Get(target, Cookie("a")).result_int(), 403u) << target;
  }
  EXPECT_EQ(Get("/matches", Cookie("eve")).result_int(), 200u);
}

}  // namespace
}  // namespace arena::referee
