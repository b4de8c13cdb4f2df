// Which bots an author may enter into a ladder.
#include "referee/access/ownership.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

constexpr auto kDenied = absl::StatusCode::kPermissionDenied;

Caller Author() {
  return {
      .role = v1::ROLE_AUTHOR, .owner = "ada", .token_id = "t", .author = ""};
}

v1::Entrant Pair(const std::string& name) {
  v1::Entrant entrant;
  entrant.set_name(name);
  entrant.add_players()->set_bot("a");
  entrant.add_players()->set_bot("b");
  return entrant;
}

TEST(CheckEntersAsTest, AuthorsEnterBotsUnderTheirNames) {
  EXPECT_THAT(CheckEntersAs(Author(), Pair("a+b")), IsOk());
}

TEST(CheckEntersAsTest, AuthorsDoNotEnterBotsUnderOtherNames) {
  EXPECT_THAT(CheckEntersAs(Author(), Pair("greedy")),
              StatusIs(kDenied, HasSubstr("enters it as \"a+b\"")));
}

TEST(CheckEntersAsTest, AuthorsEnterNoBuiltInPlayers) {
  v1::Entrant entrant;
  entrant.set_name("greedy");
  entrant.add_players()->set_built_in("greedy");
  EXPECT_THAT(CheckEntersAs(Author(), entrant),
              StatusIs(kDenied, HasSubstr("built-in")));
}

TEST(CheckEntersAsTest, AdminsEnterWhomTheyLike) {
  EXPECT_THAT(CheckEntersAs({}, Pair("anybody")), IsOk());
}

// Names of bots and names of people are independent of each other.
TEST(OwnsTest, ABotOfTheNameOfAnAuthorOwnsNoneOfItsBots) {
  v1::Bot bot;
  bot.set_name("a");
  bot.set_author("ada");
  EXPECT_TRUE(Owns(Author(), bot));
  Caller caller = Author();
  caller.role = v1::ROLE_BOT;
  EXPECT_FALSE(Owns(caller, bot));
}

}  // namespace
}  // namespace arena::referee
