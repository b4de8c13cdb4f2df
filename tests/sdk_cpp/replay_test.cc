// A bot that is asked again what it was asked in a match.
#include "sdk/cpp/replay.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "sdk/cpp/run.h"

namespace pentathlon {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::StartsWith;

v1::PlayResponse Start() {
  v1::PlayResponse response;
  response.mutable_match_start()->set_match_id("m");
  response.mutable_match_start()->set_seat(1);
  return response;
}

// The actions 10, 11 and 12 with the texts H1, H2 and none.
v1::PlayResponse Asked(uint32_t decision,
                       v1::DecisionKind kind = v1::DECISION_KIND_MUST) {
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_match_id("m");
  prompt.set_seat(1);
  prompt.set_decision(decision);
  prompt.set_kind(kind);
  for (const auto& [id, text] : {std::pair<int, const char*>(10, "H1"),
                                {11, "H2"},
                                {12, ""}}) {
    v1::LegalAction& action = *prompt.add_actions();
    action.set_id(id);
    action.set_text(text);
    action.mutable_action()->mutable_octrix()->set_card(id);
  }
  return response;
}

v1::PlayResponse WithRe(v1::PlayResponse response) {
  v1::LegalAction& re = *response.mutable_prompt()->add_announcements();
  re.set_id(70);
  re.set_text("re");
  return response;
}

v1::PlayResponse Played(uint32_t decision, uint32_t action_id) {
  v1::PlayResponse response;
  response.mutable_act_ack()->set_decision(decision);
  response.mutable_act_ack()->set_status(v1::ActAck::STATUS_ACCEPTED);
  response.mutable_act_ack()->set_action_id(action_id);
  return response;
}

v1::PlayResponse End() {
  v1::PlayResponse response;
  response.mutable_match_end()->set_match_id("m");
  return response;
}

class Chooser : public Bot {
 public:
  using Choose = std::function<Choice(const Prompt&)>;
  explicit Chooser(Choose choose) : choose_(std::move(choose)) {}
  Choice Act(const Prompt& prompt) override { return choose_(prompt); }

 private:
  const Choose choose_;
};

Replayed ReplayWith(const Chooser::Choose& choose,
                    std::vector<v1::PlayResponse> messages) {
  messages.insert(messages.begin(), Start());
  messages.push_back(End());
  return Replay(
      [&](const v1::MatchStart&) { return std::make_unique<Chooser>(choose); },
      messages);
}

TEST(ReplayTest, AChoiceIsToldWithItsIndexAndText) {
  const Replayed replayed =
      ReplayWith([](const Prompt& prompt) { return prompt.actions(1); },
                 {Asked(4), Played(4, 11)});
  EXPECT_THAT(replayed.lines,
              ElementsAre("decision 4: 1 H2", "1 decisions, 1 as played"));
  EXPECT_FALSE(replayed.threw);
}

TEST(ReplayTest, WhatWasPlayedInItsPlaceIsTold) {
  const Replayed replayed =
      ReplayWith([](const Prompt&) { return Choice::Index(0); },
                 {Asked(4), Played(4, 12)});
  EXPECT_THAT(replayed.lines,
              ElementsAre("decision 4: 0 H1 (played: 2 id 12)",
                          "1 decisions, 0 as played"));
}

TEST(ReplayTest, EveryFormOfAChoiceIsFoundInTheList) {
  v1::GameAction action;
  action.mutable_octrix()->set_card(11);
  for (const Choice& choice : {Choice::Index(1), Choice::Id(11),
                               Choice::Text("H2"), Choice(action)}) {
    EXPECT_THAT(
        ReplayWith([&](const Prompt&) { return choice; }, {Asked(4)}).choices,
        ElementsAre(Pair(4, "1 H2")));
  }
}

TEST(ReplayTest, AChoiceOutsideTheListHasNoIndex) {
  const auto chosen = [](const Choice& choice) {
    return ReplayWith([&](const Prompt&) { return choice; }, {Asked(4)})
        .choices[4];
  };
  EXPECT_EQ(chosen(Choice::Text("H9")), "- H9");
  EXPECT_EQ(chosen(Choice::Id(99)), "- id 99");
  EXPECT_EQ(chosen(Choice(v1::GameAction())), "- not offered");
}

TEST(ReplayTest, WhatActThrowsIsToldAndTheNextDecisionFollows) {
  const Replayed replayed = ReplayWith(
      [](const Prompt& prompt) {
        if (prompt.decision() == 4) throw std::runtime_error("no card");
        return prompt.actions(0);
      },
      {Asked(4), Played(4, 10), Asked(5), Played(5, 10)});
  EXPECT_THAT(
      replayed.lines,
      ElementsAre("decision 4: Act threw std::runtime_error: no card",
                  "decision 5: 0 H1", "2 decisions, 1 as played"));
  EXPECT_TRUE(replayed.threw);
}

TEST(ReplayTest, AnIndexOutsideTheListCountsAsThrown) {
  const Replayed replayed = ReplayWith(
      [](const Prompt&) { return Choice::Index(7); }, {Asked(4)});
  EXPECT_THAT(replayed.lines.front(),
              StartsWith("decision 4: Act threw std::out_of_range: index 7"));
}

TEST(ReplayTest, APromptOfTheDecisionThatWasAnsweredIsNotShown) {
  const Replayed replayed =
      ReplayWith([](const Prompt& prompt) { return prompt.actions(0); },
                 {Asked(4), Asked(4), Played(4, 10)});
  EXPECT_EQ(replayed.decisions, 1);
}

TEST(ReplayTest, ADecisionIsOpenUntilItIsOver) {
  int open = 0;
  ReplayWith(
      [&](const Prompt& prompt) {
        open += prompt.IsOpen();
        return prompt.actions(0);
      },
      {Asked(4), Asked(5)});
  EXPECT_EQ(open, 2);
}

// Announces what it can, and remembers what it is told.
class Caller : public Bot {
 public:
  explicit Caller(std::vector<std::string>& told) : told_(told) {}
  Choice Act(const Prompt& prompt) override { return prompt.actions(0); }
  std::optional<Choice> Announce(const Prompt& prompt) override {
    return prompt.announcements(0);
  }
  void OnStart(const v1::MatchStart&) override { told_.push_back("start"); }
  void OnEvents(const v1::Events&) override { told_.push_back("events"); }
  void OnAck(const v1::ActAck&) override { told_.push_back("ack"); }
  void OnAnnounceAck(const v1::AnnounceAck&) override {
    told_.push_back("announce ack");
  }
  void OnEnd(const v1::MatchEnd&) override { told_.push_back("end"); }

 private:
  std::vector<std::string>& told_;
};

TEST(ReplayTest, AnnouncementsAreToldAndAPromptOfKindMayAsksForNoAct) {
  std::vector<std::string> told;
  const Replayed replayed = Replay(
      [&](const v1::MatchStart&) { return std::make_unique<Caller>(told); },
      {Start(), WithRe(Asked(3, v1::DECISION_KIND_MAY)), WithRe(Asked(4)),
       End()});
  EXPECT_THAT(
      replayed.lines,
      ElementsAre("decision 3: announces 0 re", "decision 4: announces 0 re",
                  "decision 4: 0 H1", "1 decisions, 0 as played"));
  EXPECT_THAT(replayed.announced,
              ElementsAre(Pair(3, "0 re"), Pair(4, "0 re")));
}

TEST(ReplayTest, TheOtherFunctionsAreCalledAsInTheMatch) {
  v1::PlayResponse made;
  made.mutable_announce_ack()->set_decision(4);
  v1::PlayResponse events;
  events.mutable_events();
  std::vector<std::string> told;
  Replay([&](const v1::MatchStart&) { return std::make_unique<Caller>(told); },
         {Start(), Asked(4), made, Played(4, 10), events, End()});
  EXPECT_THAT(told,
              ElementsAre("start", "announce ack", "ack", "events", "end"));
}

TEST(ReplayTest, ABotThatDeclinesIsAskedNothing) {
  const Replayed replayed = Replay(
      [](const v1::MatchStart&) -> std::unique_ptr<Bot> {
        throw Decline("not today");
      },
      {Start(), Asked(4), End()});
  EXPECT_THAT(replayed.lines, ElementsAre("declined: not today",
                                          "0 decisions, 0 as played"));
  EXPECT_FALSE(replayed.threw);
}

TEST(ReplayTest, ABotThatCannotBeMadeIsTold) {
  const Replayed replayed = Replay(
      [](const v1::MatchStart&) -> std::unique_ptr<Bot> {
        throw std::runtime_error("no model");
      },
      {Start(), Asked(4), End()});
  EXPECT_EQ(replayed.lines.front(),
            "the making of the bot threw std::runtime_error: no model");
  EXPECT_TRUE(replayed.threw);
}

std::string Delimited(const std::vector<v1::PlayResponse>& messages) {
  std::ostringstream out;
  for (const v1::PlayResponse& message : messages) {
    google::protobuf::util::SerializeDelimitedToOstream(message, &out);
  }
  return out.str();
}

class PromptsFileTest : public ::testing::Test {
 protected:
  ~PromptsFileTest() override { std::filesystem::remove(path_); }

  void Write(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  // What is wrong with a file of these bytes.
  std::string ProblemWith(const std::string& bytes) {
    Write(bytes);
    try {
      ReadPrompts(path_);
      return "nothing";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  }
  int RunWith(const std::string& path) {
    std::string program = "bot";
    std::string flag = "--prompts=" + path;
    char* arguments[] = {program.data(), flag.data(), nullptr};
    return pentathlon::Run(2, arguments, [](const v1::MatchStart&) {
      return std::make_unique<Chooser>([](const Prompt& prompt) {
        return Choice::Index(prompt.decision() == 4 ? 1 : 9);
      });
    });
  }

  const std::string path_ = testing::TempDir() + "replay_test.prompts";
};

TEST_F(PromptsFileTest, AFileIsReadAsItWasWritten) {
  v1::PlayResponse asked = Asked(4);
  asked.mutable_prompt()->set_position_text(std::string(300, 'x'));
  Write(Delimited({Start(), asked, Played(4, 10), End()}));
  const std::vector<v1::PlayResponse> messages = ReadPrompts(path_);
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_EQ(messages[1].SerializeAsString(), asked.SerializeAsString());
}

TEST_F(PromptsFileTest, AFileOfAnotherKindIsRefused) {
  EXPECT_THAT(ProblemWith(""), HasSubstr("is empty; expected the binary form"));
  EXPECT_THAT(ProblemWith("{\"matchStart\": {}}"),
              HasSubstr("holds no prompts"));
  EXPECT_THAT(ProblemWith(std::string(20, '\xff')),
              HasSubstr("holds no prompts"));
  EXPECT_THAT(ProblemWith(Delimited({Asked(4), End()})),
              HasSubstr("holds no prompts"));
}

TEST_F(PromptsFileTest, ABrokenFileIsRefused) {
  const std::string start = Delimited({Start()});
  EXPECT_THAT(ProblemWith(Delimited({Start(), Asked(4), End()}).substr(0, 20)),
              HasSubstr("is broken at byte " + std::to_string(start.size())));
  EXPECT_THAT(ProblemWith(start + "\x05\xff\xff\xff\xff\xff"),
              HasSubstr("is broken at byte"));
  EXPECT_THAT(ProblemWith(Delimited({Start(), Start(), End()})),
              HasSubstr("is broken at byte"));
  EXPECT_THAT(ProblemWith(Delimited({Start(), Asked(4)})),
              HasSubstr("is cut off: it has no MatchEnd"));
}

TEST_F(PromptsFileTest, TheProgramPrintsWhatItsBotChooses) {
  Write(Delimited({Start(), Asked(4), Played(4, 10), End()}));
  testing::internal::CaptureStdout();
  EXPECT_EQ(RunWith(path_), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "decision 4: 1 H2 (played: 0 H1)\n1 decisions, 0 as played\n");
}

TEST_F(PromptsFileTest, TheProgramEndsWith1IfTheBotThrew) {
  Write(Delimited({Start(), Asked(5), End()}));
  EXPECT_EQ(RunWith(path_), 1);
}

TEST_F(PromptsFileTest, TheProgramEndsWith2WithoutTheFile) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunWith("/nowhere"), 2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("--prompts: /nowhere cannot be read: No such file"));
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunWith("/tmp"), 2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("directory"));
}

}  // namespace
}  // namespace pentathlon
