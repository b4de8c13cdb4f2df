// Whatever text the referee's services tell, no page makes markup of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "referee/site/visit.h"
#include "tests/referee/site/hostile_referee.h"
#include "tests/testing/http/http_client.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using testing::HttpClient;
using ::testing::Not;

class HostileTest : public ::testing::Test {
 protected:
  HttpClient::Answer Get(const std::string& target) {
    HttpClient client(referee_.url());
    referee_.Take();
    return client.Get(target);
  }
  HostileReferee referee_;
};

std::string Between(const std::string& text, const std::string& from,
                    const std::string& to) {
  const size_t begin = text.find(from);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find(to, begin) - begin);
}

TEST_F(HostileTest, NoPageMakesMarkupOfText) {
  const std::string quoted = AddressPart(kHostile);
  for (const std::string& target : std::vector<std::string>{
           "/", "/competitions", "/competition/x", "/bots", "/bot/x",
           absl::StrCat("/bot/", quoted), "/matches", "/match/x", "/match/none",
           absl::StrCat("/matches?bot=", quoted, "&competition=", quoted,
                        "&page=", quoted),
           absl::StrCat("/matches?state=", quoted),
           absl::StrCat("/matches?game=", quoted), absl::StrCat("/", quoted),
           absl::StrCat("/game/", quoted), absl::StrCat("/static/", quoted),
           "/set/x/99", absl::StrCat("/set/", quoted, "/99"),
           absl::StrCat("/set/x/", quoted),
           "/competition/x/feed.atom", "/token", "/connect", "/data"}) {
    const auto answer = Get(target);
    SCOPED_TRACE(target);
    EXPECT_GT(answer.body().size(), 100u);
    EXPECT_THAT(answer.body(), Not(HasSubstr("<script>alert")));
    EXPECT_THAT(answer.body(), Not(HasSubstr("<img")));
    EXPECT_THAT(answer.body(), Not(HasSubstr("'><")));
    // Only the site's own files run, whatever is in the page.
    EXPECT_THAT(std::string(answer["content-security-policy"]),
                HasSubstr("script-src 'self';"));
  }
}

// The pages did show it.
TEST_F(HostileTest, TheTextIsThere) {
  for (const char* target : {"/", "/competition/x", "/bot/x", "/matches",
                             "/match/x", "/match/none"}) {
    EXPECT_THAT(Get(target).body(), HasSubstr("&lt;script&gt;alert(1)"))
        << target;
  }
}

TEST_F(HostileTest, NoTitleTurnsTheDirectionOfWriting) {
  for (const char* target :
       {"/competition/x", "/match/x", "/bot/%E2%80%AEgnp"}) {
    const std::string body = Get(target).body();
    EXPECT_THAT(Between(body, "<head>", "</head>"), Not(HasSubstr("\u202E")))
        << target;
  }
}

TEST_F(HostileTest, ASetOfOneMatchLeadsToItsPage) {
  const auto answer = Get("/set/x/1");
  EXPECT_EQ(answer.result_int(), 303u);
  EXPECT_THAT(std::string(answer["location"]),
              ::testing::StartsWith("/match/%3cscript%3e"));
}

// The parts that the viewer's script reads.
TEST_F(HostileTest, TheShellOfAMatchQuotesWhatItTellsTheScript) {
  const std::string body = Get("/match/x").body();
  EXPECT_THAT(body, HasSubstr("data-match=\"&lt;script&gt;"));
  EXPECT_THAT(body, HasSubstr("data-document=\"/match/%3cscript%3e"));
}

}  // namespace
}  // namespace arena::referee
