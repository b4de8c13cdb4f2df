// The games that a bot says it plays, the answer to its hello, and the matches
// that it is offered.
#include <set>

#include "tests/referee/matches/host_fixture.h"
#include "tests/referee/matches/match_states.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

class RepertoireTest : public HostTest {
 protected:
  static v1::Hello HelloOfNothing() {
    v1::Hello hello = HelloOf("a");
    hello.clear_plays();
    return hello;
  }
  static v1::Hello HelloFor(const std::vector<std::string>& games) {
    v1::Hello hello = HelloOfNothing();
    for (const std::string& game : games) hello.add_plays()->set_game(game);
    return hello;
  }
  // Returns the message of a hello that is refused.
  std::string Refusal(const v1::Hello& hello) {
    FakeBot& bot = Connect(hello);
    EXPECT_EQ(bot.Error(), v1::ERROR_REASON_BAD_HELLO);
    EXPECT_EQ(bot.Closed(), absl::StatusCode::kInvalidArgument);
    return bot.stream->received()[0].error().message();
  }
  static const v1::Welcome& WelcomeOf(const FakeBot& bot) {
    return bot.stream->received()[0].welcome();
  }
  // Creates a match of the bot "a" against built-in players.
  std::string CreateOf(const std::string& game, int seats,
                       std::map<std::string, std::string> options = {}) {
    std::vector<std::string> players(seats, "first");
    players[0] = "bot:a";
    v1::CreateMatchRequest request = testing::MatchRequest(game, players);
    request.mutable_options()->insert(options.begin(), options.end());
    return Create(request);
  }
};

// ---- The hello ----

TEST_F(RepertoireTest, WhoPlaysNothingIsToldWhatThereIs) {
  const std::string message = Refusal(HelloOfNothing());
  EXPECT_THAT(message, HasSubstr("names no game that it plays (hello.plays)"));
  for (const Game& game : AllGames()) {
    EXPECT_THAT(message, HasSubstr(game.info->name));
  }
}

TEST_F(RepertoireTest, WhoPlaysNoGameOfThisRefereeIsToldWhatThereIs) {
  const std::string message = Refusal(HelloFor({"chess", "go"}));
  EXPECT_THAT(message, HasSubstr("chess, go; it has doppelkopf (rules"));
}

TEST_F(RepertoireTest, WhoKnowsOnlyOtherRulesIsToldWhatThereIs) {
  v1::Hello hello = HelloFor({"octrix"});
  hello.mutable_plays(0)->add_rules_versions(77);
  hello.mutable_plays(0)->add_rules_versions(78);
  EXPECT_THAT(Refusal(hello), HasSubstr("octrix in rules version 77 or 78"));
}

TEST_F(RepertoireTest, AnOptionThatCannotBeMetIsABadHello) {
  v1::Hello hello = HelloFor({"octrix"});
  v1::OptionConstraint& target = *hello.mutable_plays(0)->add_options();
  target.set_name("target");
  target.set_min(5);
  target.set_max(4);
  EXPECT_THAT(Refusal(hello),
              HasSubstr("hello.plays[0].options[0] (target) has min 5"));
}

TEST_F(RepertoireTest, AnEndlessListIsABadHello) {
  EXPECT_THAT(Refusal(HelloFor(std::vector<std::string>(101, "octrix"))),
              HasSubstr("101 entries; expected at most 100"));
}

TEST_F(RepertoireTest, TextThatATerminalObeysIsABadHello) {
  v1::Hello hello = HelloFor({"octrix"});
  hello.mutable_plays(0)->add_options()->set_name("\x1b[2J");
  EXPECT_THAT(Refusal(hello), HasSubstr("hello.plays[0].options[0].name"));
}

TEST_F(RepertoireTest, ABotThatPlaysAGameMoreThanTheRefereeJoins) {
  v1::Hello hello = HelloOf("a");
  hello.add_plays()->set_game("chess");
  const int all = static_cast<int>(AllGames().size());
  ASSERT_EQ(hello.plays_size(), all + 1);
  const v1::Welcome welcome = WelcomeOf(Connect(hello));
  ASSERT_EQ(welcome.plays_size(), all);
  for (int i = 0; i < all; ++i) {
    EXPECT_EQ(welcome.plays(i).game(), AllGames()[i].info->name);
    EXPECT_EQ(welcome.plays(i).rules_versions_size(), 1);
  }
}

TEST_F(RepertoireTest, TheWelcomeEchoesSeatsAndOptionsWithTheRulesVersion) {
  v1::Hello hello = HelloFor({"octrix"});
  v1::GameSupport& octrix = *hello.mutable_plays(0);
  octrix.add_seats(3);
  octrix.add_options()->set_name("target");
  octrix.mutable_options(0)->set_max(40);
  for (uint32_t version = 0; version < 5; ++version) {
    octrix.add_rules_versions(version);
  }
  const v1::Welcome welcome = WelcomeOf(Connect(hello));
  ASSERT_EQ(welcome.plays_size(), 1);
  octrix.clear_rules_versions();
  octrix.add_rules_versions(
      static_cast<uint32_t>((*FindGame("octrix"))->info->rules_version));
  EXPECT_EQ(welcome.plays(0).SerializeAsString(), octrix.SerializeAsString());
}

// ---- The matches ----

TEST_F(RepertoireTest, ABotThatPlaysTwoGamesIsNeverOfferedAThird) {
  v1::Hello hello = HelloFor({"octrix", "ordo"});
  hello.set_max_matches(100);
  FakeBot& bot = Connect(hello);
  std::set<std::string> begun;
  for (const Game& game : AllGames()) {
    const std::string match =
        CreateOf(game.info->name, game.info->default_seats);
    if (StateOf(match) == kRunning) begun.insert(game.info->name);
  }
  EXPECT_EQ(begun, (std::set<std::string>{"octrix", "ordo"}));
  EXPECT_EQ(bot.Starts(), 2);
}

TEST_F(RepertoireTest, WhoAsksIsToldWhatTheBotDoesNotPlay) {
  v1::Hello hello = HelloFor({"octrix"});
  hello.mutable_plays(0)->add_seats(3);
  hello.mutable_plays(0)->add_options()->set_name("target");
  hello.mutable_plays(0)->mutable_options(0)->set_max(40);
  Connect(hello);
  EXPECT_EQ(Get(CreateOf("ordo", 2)).waits_for(), "a does not play ordo");
  EXPECT_EQ(Get(CreateOf("octrix", 2, {{"target", "8"}})).waits_for(),
            "a does not play octrix with 2 seats");
  EXPECT_EQ(Get(CreateOf("octrix", 3, {{"target", "41"}})).waits_for(),
            "a does not play octrix with target=41");
  EXPECT_EQ(Get(CreateOf("octrix", 3, {{"target", "40"}})).state(), kRunning);
}

TEST_F(RepertoireTest, AListOfMatchesTellsItAsWell) {
  Connect(HelloFor({"octrix"}));
  v1::CreateMatchRequest request =
      testing::MatchRequest("ordo", {"bot:a", "bot:b"});
  Create(request);
  absl::StatusOr<v1::ListMatchesResponse> page;
  requests_->ListMatches({}, [&](const auto& answer) { page = answer; });
  executor_.RunAll();
  ASSERT_THAT(page, IsOk());
  EXPECT_THAT(page->matches(0).waits_for(), HasSubstr("b is not connected"));
  EXPECT_THAT(page->matches(0).waits_for(), HasSubstr("a does not play ordo"));
}

TEST_F(RepertoireTest, WhatCountsIsTheOptionInEffect) {
  v1::Hello hello = HelloFor({"doppelkopf"});
  v1::OptionConstraint& deck = *hello.mutable_plays(0)->add_options();
  deck.set_name("deck");
  deck.add_values("48");
  hello.set_max_matches(9);
  Connect(hello);
  EXPECT_EQ(StateOf(CreateOf("doppelkopf", 4)), kRunning);
  EXPECT_EQ(StateOf(CreateOf("doppelkopf", 4, {{"preset", "house"}})),
            kPending);
  EXPECT_EQ(
      StateOf(CreateOf("doppelkopf", 4, {{"preset", "house"}, {"deck", "48"}})),
      kRunning);
}

TEST_F(RepertoireTest, NoMatchHasAnOptionThatItsGameDoesNotHave) {
  v1::Hello hello = HelloFor({"octrix"});
  hello.mutable_plays(0)->add_options()->set_name("colour");
  Connect(hello);
  EXPECT_EQ(StateOf(CreateOf("octrix", 3)), kPending);
}

TEST_F(RepertoireTest, ANumberOfAnOptionThatIsNoneIsNotMet) {
  v1::Hello hello = HelloFor({"doppelkopf"});
  hello.mutable_plays(0)->add_options()->set_name("preset");
  hello.mutable_plays(0)->mutable_options(0)->set_min(0);
  Connect(hello);
  EXPECT_EQ(StateOf(CreateOf("doppelkopf", 4)), kPending);
}

TEST_F(RepertoireTest, EntriesOfOneGameAddUp) {
  v1::Hello hello = HelloFor({"octrix", "octrix"});
  hello.mutable_plays(0)->add_seats(2);
  hello.mutable_plays(1)->add_seats(4);
  hello.set_max_matches(9);
  Connect(hello);
  EXPECT_EQ(StateOf(CreateOf("octrix", 2)), kRunning);
  EXPECT_EQ(StateOf(CreateOf("octrix", 3)), kPending);
  EXPECT_EQ(StateOf(CreateOf("octrix", 4)), kRunning);
}

TEST_F(RepertoireTest, WhoComesBackMaySayAnew) {
  FakeBot& bot = Connect(HelloFor({"ordo"}));
  const std::string match = CreateOf("octrix", 3);
  EXPECT_EQ(StateOf(match), kPending);
  v1::Hello hello = HelloFor({"octrix"});
  hello.set_resume_token(bot.token);
  Connect(hello);
  EXPECT_EQ(StateOf(match), kRunning);
}

}  // namespace
}  // namespace arena::referee
