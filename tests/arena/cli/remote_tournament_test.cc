// arena tournament run, with TLS and tokens, at a referee that others run.
#include <gmock/gmock.h>

#include "absl/strings/str_cat.h"
#include "tests/arena/cli/run_arena.h"
#include "tests/testing/program.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

class RemoteTournamentTest : public ArenaTest {
 protected:
  void SetUp() override {
    const auto openssl = testing::StartProgram(
        {"openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days",
         "2", "-keyout", Path("key.pem"), "-out", Path("cert.pem"), "-subj",
         "/CN=arena", "-addext", "subjectAltName=IP:127.0.0.1"});
    ASSERT_EQ(testing::AwaitEnd(*openssl), "exit status 0");
    Write("admin.token",
          Arena("serve --data " + Path("data") + " --create-admin-token root")
              .output);
    referee_ = testing::StartProgram(
        {Program("referee"), "--data", Path("data"), "--listen", "127.0.0.1:0",
         "--tokens", "--tls-local", "--tls-cert", Path("cert.pem"), "--tls-key",
         Path("key.pem"), "--log-level", "off"});
    address_ = testing::AwaitReady(*referee_);
    for (const std::string name : {"eve", "bob"}) {
      const Outcome made =
          Ask("bots register " + name + " --author ada --json");
      Write(name + ".token", made.Json()["token"].get<std::string>() + "\n");
    }
  }
  // Runs a command with the token of the admin.
  Outcome Ask(const std::string& arguments) const {
    return Arena(absl::StrCat(arguments, " --address ", address_,
                              " --tls-ca cert.pem --token $(cat admin.token)"));
  }
  // Runs a tournament file. In the file, `eve` names the source of eve's token.
  Outcome Run(const std::string& eve) const {
    const std::string command =
        absl::StrCat("command = \"", Program("random_bot"), "\"\n");
    Write("cup.toml",
          absl::StrCat("name = \"cup\"\n[[bot]]\nname = \"eve\"\n", command,
                       eve, "[[bot]]\nname = \"bob\"\n", command,
                       "token_file = \"bob.token\"\n[[event]]\n"
                       "name = \"ordo\"\ngame = \"ordo\"\n"));
    return Ask("tournament run cup.toml -q");
  }
  void ExpectRefusal(const Outcome& outcome, const std::string& why) const {
    EXPECT_EQ(outcome.exit_status, 2);
    EXPECT_THAT(outcome.errors, HasSubstr("the bot \"eve\" may not play at"));
    EXPECT_THAT(outcome.errors, HasSubstr(why));
    EXPECT_THAT(Ask("standings --json").Json(), IsEmpty());
  }

  std::unique_ptr<Process> referee_;
  std::string address_;
};

TEST_F(RemoteTournamentTest, BotsHaveTokensAndTrustTheCertificate) {
  const Outcome outcome = Run("token_file = \"eve.token\"\n");
  EXPECT_EQ(outcome.exit_status, 0) << outcome.errors;
}

TEST_F(RemoteTournamentTest, WithoutItsTokenABotIsRefusedAtOnce) {
  ExpectRefusal(Run(""), "without a token");
}

TEST_F(RemoteTournamentTest, WithTheTokenOfAnotherItIsRefusedAtOnce) {
  ExpectRefusal(Run("token_file = \"bob.token\"\n"),
                "the token belongs to bot \"bob\"");
}

TEST_F(RemoteTournamentTest, AFileWithoutATokenIsNamed) {
  const Outcome outcome = Run("token_file = \"none\"\n");
  EXPECT_EQ(outcome.exit_status, 2);
  EXPECT_THAT(outcome.errors, HasSubstr("cup.toml:2: bot \"eve\""));
  EXPECT_THAT(outcome.errors, HasSubstr("none"));
}

}  // namespace
}  // namespace arena::cli
