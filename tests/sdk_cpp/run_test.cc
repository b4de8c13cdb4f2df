// Flags, environment and exit status of a bot's program.
#include "sdk/cpp/run.h"

#include <gmock/gmock.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdlib>
#include <fstream>
#include <future>
#include <nlohmann/json.hpp>

#include "tests/sdk_cpp/session_fixture.h"
#include "tests/testing/folders/folders.h"

namespace pentathlon {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class FlagsTest : public ::testing::Test {
 protected:
  ~FlagsTest() override {
    for (const std::string& name : set_) unsetenv(name.c_str());
  }

  void Set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), /*replace=*/1);
    set_.push_back(name);
  }

  Options Parse(const std::string& flags) {
    Options options;
    CLI::App app;
    AddFlags(app, options);
    app.parse(flags);
    return options;
  }

 private:
  std::vector<std::string> set_;
};

TEST_F(FlagsTest, AddressIsLoopbackUnlessSaid) {
  EXPECT_EQ(Parse("").address, "127.0.0.1:5757");
}

TEST_F(FlagsTest, AddressComesFromTheEnvironment) {
  Set("ARENA_ADDRESS", "unix:/tmp/x");
  EXPECT_EQ(Parse("").address, "unix:/tmp/x");
}

TEST_F(FlagsTest, FlagWinsOverTheEnvironment) {
  Set("ARENA_ADDRESS", "unix:/tmp/x");
  EXPECT_EQ(Parse("--address host:1").address, "host:1");
}

TEST_F(FlagsTest, NameComesFromTheEnvironment) {
  Set("ARENA_BOT_NAME", "eve");
  EXPECT_EQ(Parse("").name, "eve");
}

TEST_F(FlagsTest, TokenComesFromTheEnvironment) {
  Set("ARENA_TOKEN", "secret");
  EXPECT_EQ(Parse("").token, "secret");
}

TEST_F(FlagsTest, TokenFileComesFromTheEnvironment) {
  Set("ARENA_TOKEN_FILE", "/tmp/token");
  EXPECT_EQ(Parse("").token_file, "/tmp/token");
}

TEST_F(FlagsTest, MaxMatchesComesFromTheEnvironment) {
  Set("ARENA_MAX_MATCHES", "9");
  EXPECT_EQ(Parse("").max_matches, 9u);
}

TEST_F(FlagsTest, InstanceComesFromTheEnvironment) {
  Set("ARENA_INSTANCE", "3");
  EXPECT_EQ(Parse("").instance, "3");
}

TEST_F(FlagsTest, ReplacingComesFromTheEnvironment) {
  EXPECT_FALSE(Parse("").replace);
  Set("ARENA_REPLACE", "true");
  EXPECT_TRUE(Parse("").replace);
}

TEST_F(FlagsTest, TheTimeToLeaveIsInSeconds) {
  EXPECT_EQ(Parse("").leave_within, std::chrono::minutes(10));
  Set("ARENA_LEAVE_WITHIN", "2.5");
  EXPECT_EQ(Parse("").leave_within, std::chrono::milliseconds(2500));
}

TEST_F(FlagsTest, OneMatchComesFromTheEnvironment) {
  EXPECT_FALSE(Parse("").one_match);
  Set("ARENA_ONE_MATCH", "true");
  EXPECT_TRUE(Parse("").one_match);
}

TEST_F(FlagsTest, GamesAreSeparatedByCommas) {
  EXPECT_THAT(Parse("--games ordo,octrix").games,
              ElementsAre("ordo", "octrix"));
}

TEST_F(FlagsTest, GiveUpAfterIsInSeconds) {
  EXPECT_EQ(Parse("--give-up-after 0.5").give_up_after,
            std::chrono::milliseconds(500));
}

TEST_F(FlagsTest, NoMatchesAtAllAreRefused) {
  EXPECT_THROW(Parse("--max-matches 0"), CLI::ValidationError);
}

std::string MessageOf(const std::function<void()>& parse) {
  try {
    parse();
  } catch (const CLI::ParseError& error) {
    return error.what();
  }
  return "";
}

TEST_F(FlagsTest, AnAddressWithoutAPortIsRefusedAtOnce) {
  EXPECT_EQ(MessageOf([&] { Parse("--address nowhere"); }),
            "--address: nowhere; expected host:port, e.g. 127.0.0.1:5757, or "
            "unix:PATH");
}

TEST_F(FlagsTest, AFileWithoutACertificateIsRefusedAtOnce) {
  EXPECT_THAT(MessageOf([&] {
                Parse("--tls-ca " + arena::testing::InSources("README.md"));
              }),
              HasSubstr("README.md holds no certificate; expected a PEM file"));
  EXPECT_THAT(MessageOf([&] { Parse("--tls-ca /nowhere"); }),
              HasSubstr("/nowhere cannot be read"));
}

TEST_F(FlagsTest, AWrongValueIsNamedWithWhatWouldBeRight) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"--max-matches many", "many; expected a whole number from 1 to"},
      {"--max-matches 1.5", "1.5; expected a whole number from 1 to"},
      {"--give-up-after=-1", "-1; expected seconds, 0 or more"},
      {"--leave-within soon", "soon; expected seconds, 0 or more"},
      {"--leave-within nan", "nan; expected seconds, 0 or more"},
      {"--log-level loud", "loud; expected debug, info, warning or error"}};
  for (const auto& [flag, problem] : cases) {
    EXPECT_THAT(MessageOf([&] { Parse(flag); }), HasSubstr(problem));
  }
}

TEST_F(FlagsTest, AWrongValueOfAVariableIsNamedAsSuch) {
  const std::vector<std::array<std::string, 3>> cases = {
      {"ARENA_MAX_MATCHES", "two", "two; expected a whole number from 1 to"},
      {"ARENA_ONE_MATCH", "perhaps", "perhaps; expected true or false"},
      {"ARENA_REPLACE", "12345678901234567890x", "; expected true or false"},
      {"ARENA_LOG_LEVEL", "loud", "loud; expected debug, info"}};
  for (const auto& [variable, value, problem] : cases) {
    Set(variable, value);
    EXPECT_THAT(MessageOf([&] { Parse(""); }),
                AllOf(HasSubstr(variable + "=" + value), HasSubstr(problem)));
    unsetenv(variable.c_str());
  }
}

TEST_F(FlagsTest, TheFlagsAreThoseOfTheTable) {
  std::ifstream file(arena::testing::InSources("sdk/tables/flags.json"));
  const nlohmann::json table = nlohmann::json::parse(file);
  CLI::App app;
  Options options;
  AddFlags(app, options);
  size_t with_flags = 0;
  for (const nlohmann::json& entry : table["flags"]) {
    if (entry["flag"] == "") continue;
    ++with_flags;
    const CLI::Option* const option = app.get_option(entry["flag"]);
    EXPECT_EQ(option->get_envname(), entry["variable"]);
    EXPECT_EQ(option->get_description(), entry["help"]);
  }
  for (const nlohmann::json& entry : table["gone"]) {
    EXPECT_THAT(MessageOf([&] {
                  Parse(entry["flag"].get<std::string>() + " x");
                }),
                HasSubstr(entry["instead"].get<std::string>()));
  }
  // One more is --help.
  EXPECT_EQ(app.get_options().size(), with_flags + table["gone"].size() + 1);
}

TEST_F(FlagsTest, AVariableThatIsGoneNamesTheCommand) {
  Set("ARENA_INSTANCES", "2");
  EXPECT_THAT(MessageOf([&] { Parse(""); }),
              AllOf(HasSubstr("ARENA_INSTANCES"),
                    HasSubstr("arena run --instances N -- COMMAND")));
}

TEST_F(FlagsTest, TheLevelOfTheLogComesFromTheEnvironment) {
  EXPECT_EQ(Parse("").log_level, LogLevel::kInfo);
  Set("ARENA_LOG_LEVEL", "warning");
  EXPECT_EQ(Parse("").log_level, LogLevel::kWarning);
  EXPECT_EQ(Parse("--log-level debug").log_level, LogLevel::kDebug);
}

class RunTest : public SessionTest {
 protected:
  int Main(std::vector<std::string> flags) {
    flags.insert(flags.begin(), "/usr/bin/ada");
    std::vector<char*> argv;
    for (std::string& flag : flags) argv.push_back(flag.data());
    return pentathlon::Run(static_cast<int>(argv.size()), argv.data(),
                           make_bot_, {});
  }
};

TEST_F(RunTest, WrongFlagIsStatusTwo) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(Main({"x", "--adress", "x"}), 2);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "there is no flag --adress; --help lists the flags\n");
}

TEST_F(RunTest, HelpIsStatusZero) { EXPECT_EQ(Main({"--help"}), 0); }

TEST_F(RunTest, FailedSessionIsStatusOne) {
  EXPECT_EQ(Main({"--address", options_.address, "--give-up-after", "0"}), 1);
}

TEST_F(RunTest, NormalEndIsStatusZeroAndTheNameIsTheProgram) {
  StartReferee();
  std::thread referee([&] {
    const auto stream = referee_->Accept();
    EXPECT_EQ(stream->Welcome("token").name(), "ada");
    stream->End(grpc::Status::OK);
  });
  EXPECT_EQ(Main({"--address", options_.address}), 0);
  referee.join();
}

// It takes the 10 s that a program waits.
TEST_F(RunTest, ABusyBotIsNotWaitedForWithoutEnd) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto play = [this] {
    script_.on_end = [](const v1::MatchEnd&) {
      std::promise<void>().get_future().wait();
    };
    StartReferee();
    std::thread referee([&] {
      const auto stream = referee_->Accept();
      stream->Welcome("token");
      stream->Start("m");
      stream->SendEnd("m");
      stream->End(grpc::Status::OK);
    });
    Main({"--address", options_.address});
  };
  EXPECT_EXIT(play(), ::testing::ExitedWithCode(0),
              "a bot is still busy; not waiting for it");
}

TEST(PromptTest, TimeLeftIsNothingWithoutALimit) {
  const v1::MatchStart match;
  const Prompt prompt(match, {}, std::chrono::steady_clock::now());
  EXPECT_FALSE(prompt.TimeLeft().has_value());
}

TEST(PromptTest, TimeLeftShrinksFromAllowanceAndBank) {
  v1::Prompt message;
  message.mutable_allowance_left()->set_seconds(1);
  message.mutable_bank_left()->set_seconds(60);
  const v1::MatchStart match;
  const Prompt prompt(
      match, message,
      std::chrono::steady_clock::now() - std::chrono::seconds(10));
  EXPECT_LE(prompt.TimeLeft(), std::chrono::seconds(51));
}

TEST(PromptTest, TimeLeftIsNeverNegative) {
  v1::Prompt message;
  message.mutable_allowance_left()->set_seconds(1);
  message.mutable_bank_left()->set_seconds(0);
  const v1::MatchStart match;
  const Prompt prompt(
      match, message,
      std::chrono::steady_clock::now() - std::chrono::seconds(10));
  EXPECT_EQ(prompt.TimeLeft(), std::chrono::seconds(0));
}

}  // namespace
}  // namespace pentathlon
