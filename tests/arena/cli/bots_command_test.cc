// arena bots, and tokens on the command line, against a referee that demands
// tokens.
#include <gmock/gmock.h>

#include "tests/arena/cli/at_referee.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

class BotsCommandTest : public AtRefereeTest {
 protected:
  void SetUp() override {
    const Outcome made = RunReferee("--create-admin-token root");
    ASSERT_EQ(made.exit_status, 0) << made.errors;
    admin_ = made.output.substr(0, made.output.find('\n'));
    StartReferee({"--tokens"});
  }
  // `serve` is the referee program itself.
  Outcome RunReferee(const std::string& arguments) const {
    return Arena("serve --data " + Path("data") + " " + arguments);
  }
  Outcome As(const std::string& token, const std::string& arguments) const {
    return Ask(arguments + " --token '" + token + "'");
  }
  Outcome AsAdmin(const std::string& arguments) const {
    return As(admin_, arguments);
  }

  std::string admin_;
};

TEST_F(BotsCommandTest, ARegisteredBotIsListed) {
  EXPECT_EQ(AsAdmin("bots register mybot --author ada").exit_status, 0);
  const nlohmann::json bots = AsAdmin("bots list --json").Json()["bots"];
  ASSERT_EQ(bots.size(), 1u);
  EXPECT_EQ(bots[0]["name"], "mybot");
  EXPECT_EQ(bots[0]["author"], "ada");
}

TEST_F(BotsCommandTest, AMistypedNameIsToldWithTheRightOne) {
  AsAdmin("bots register mybot --author ada");
  for (const char* command :
       {"bots show mybto", "bots bench mybto", "bots describe mybto x"}) {
    EXPECT_THAT(AsAdmin(command).errors,
                HasSubstr("mybto (did you mean \"mybot\"?)"));
  }
}

TEST_F(BotsCommandTest, EmptyListsSaySo) {
  EXPECT_THAT(AsAdmin("bots list").output, HasSubstr("No bots: "));
  EXPECT_THAT(AsAdmin("bots sessions").output, HasSubstr("No sessions: "));
  EXPECT_THAT(AsAdmin("bots token list --owner x").output,
              HasSubstr("No tokens: "));
}

TEST_F(BotsCommandTest, RegisteringShowsTheTokenOnce) {
  const nlohmann::json made =
      AsAdmin("bots register mybot --author ada --json").Json();
  EXPECT_EQ(made["token"].get<std::string>().substr(0, 5), "ptln_");
  const Outcome shown = AsAdmin("bots show mybot");
  EXPECT_THAT(shown.output,
              ::testing::Not(HasSubstr(made["token"].get<std::string>())));
}

TEST_F(BotsCommandTest, ABenchedBotSaysWhyAndByWhom) {
  AsAdmin("bots register mybot --author ada");
  EXPECT_EQ(AsAdmin("bots bench mybot --reason 'too slow'").exit_status, 0);
  const nlohmann::json bot = AsAdmin("bots show mybot --json").Json()["bot"];
  EXPECT_EQ(bot["status"], "STATUS_BENCHED");
  EXPECT_EQ(bot["statusReason"], "too slow");
  EXPECT_EQ(bot["statusBy"], "admin root");
}

TEST_F(BotsCommandTest, ABenchedBotIsActivated) {
  AsAdmin("bots register mybot --author ada");
  AsAdmin("bots bench mybot");
  EXPECT_THAT(AsAdmin("bots activate mybot").output, HasSubstr("active"));
}

TEST_F(BotsCommandTest, ARetiredBotSaysSo) {
  AsAdmin("bots register mybot --author ada");
  EXPECT_THAT(AsAdmin("bots retire mybot").output, HasSubstr("retired"));
}

TEST_F(BotsCommandTest, ATokenIsMadeUsedAndRevoked) {
  const nlohmann::json token =
      AsAdmin("bots token create --role spectator eve --json").Json();
  const std::string secret = token["secret"];
  EXPECT_EQ(As(secret, "bots list").exit_status, 0);
  const std::string id = token["token"]["tokenId"];
  EXPECT_EQ(AsAdmin("bots token revoke " + id).exit_status, 0);
  EXPECT_EQ(As(secret, "bots list").exit_status, 2);
}

TEST_F(BotsCommandTest, TokensAreListedWithoutSecrets) {
  const Outcome tokens = AsAdmin("bots token list");
  EXPECT_THAT(tokens.output, HasSubstr("root"));
  EXPECT_THAT(tokens.output, ::testing::Not(HasSubstr(admin_)));
}

TEST_F(BotsCommandTest, WithoutATokenTheErrorSaysHowToGiveOne) {
  const Outcome outcome = Arena("match list --address unix:" + Path("socket"));
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("ARENA_TOKEN"));
}

TEST_F(BotsCommandTest, ARoleThatMayNotIsAUsageError) {
  const std::string secret =
      AsAdmin("bots token create --role spectator eve --json").Json()["secret"];
  const Outcome outcome = As(secret, "bots register mybot --author eve");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("author or admin"));
}

TEST_F(BotsCommandTest, AnAdminTokenInTheNameOfNobodyIsRefused) {
  const Outcome outcome = RunReferee("--create-admin-token 'a b'");
  EXPECT_EQ(outcome.exit_status, 1);
  EXPECT_THAT(outcome.errors, HasSubstr("a b"));
}

}  // namespace
}  // namespace arena::cli
