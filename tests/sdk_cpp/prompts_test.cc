// A file of prompts, for tests of a bot.
#include "sdk/cpp/prompts.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sdk/cpp/bot.h"

namespace pentathlon {
namespace {

using ::testing::HasSubstr;

v1::PlayResponse Start() {
  v1::PlayResponse response;
  response.mutable_match_start()->set_match_id("m");
  return response;
}

v1::PlayResponse Asked(uint32_t decision) {
  v1::PlayResponse response;
  v1::Prompt& prompt = *response.mutable_prompt();
  prompt.set_decision(decision);
  prompt.set_kind(v1::DECISION_KIND_MUST);
  prompt.add_actions()->set_id(10);
  prompt.add_actions()->set_id(11);
  return response;
}

v1::PlayResponse End() {
  v1::PlayResponse response;
  response.mutable_match_end()->set_match_id("m");
  return response;
}

std::string Delimited(const std::vector<v1::PlayResponse>& messages) {
  std::ostringstream out;
  for (const v1::PlayResponse& message : messages) {
    google::protobuf::util::SerializeDelimitedToOstream(message, &out);
  }
  return out.str();
}

class PromptsTest : public ::testing::Test {
 protected:
  ~PromptsTest() override { std::filesystem::remove(path_); }

  void Write(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  // The problem of the file.
  static std::string ProblemOf(const std::string& path) {
    try {
      ReadPrompts(path);
      return "nothing";
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
  }
  // The problem of a file of these bytes.
  std::string ProblemWith(const std::string& bytes) {
    Write(bytes);
    return ProblemOf(path_);
  }

  const std::string path_ = testing::TempDir() + "prompts_test.prompts";
};

class LastAction : public Bot {
  Choice Act(const Prompt& prompt) override {
    return prompt.actions(prompt.actions().size() - 1);
  }
};

TEST_F(PromptsTest, ABotIsAskedWithoutASession) {
  v1::PlayResponse asked = Asked(4);
  asked.mutable_prompt()->set_position_text(std::string(300, 'x'));
  Write(Delimited({Start(), asked, End()}));
  const std::vector<v1::PlayResponse> messages = ReadPrompts(path_);
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_EQ(messages[1].SerializeAsString(), asked.SerializeAsString());
  const Prompt prompt(messages[0].match_start(), messages[1].prompt());
  EXPECT_TRUE(prompt.IsOpen());
  std::unique_ptr<Bot> bot = std::make_unique<LastAction>();
  EXPECT_EQ(bot->Act(prompt).ToAct(prompt.message()).id(), 11u);
}

TEST_F(PromptsTest, AFileOfAnotherKindIsRefused) {
  EXPECT_THAT(ProblemWith(""), HasSubstr("is empty; expected the binary form"));
  EXPECT_THAT(ProblemWith("{\"matchStart\": {}}"),
              HasSubstr("holds no prompts"));
  EXPECT_THAT(ProblemWith(std::string(20, '\xff')),
              HasSubstr("holds no prompts"));
  EXPECT_THAT(ProblemWith(Delimited({Asked(4), End()})),
              HasSubstr("holds no prompts"));
  EXPECT_THAT(ProblemOf("/nowhere"),
              HasSubstr("/nowhere cannot be read: No such file"));
  EXPECT_THAT(ProblemOf("/tmp"), HasSubstr("directory"));
}

TEST_F(PromptsTest, ABrokenFileIsRefused) {
  const std::string start = Delimited({Start()});
  EXPECT_THAT(ProblemWith(Delimited({Start(), Asked(4), End()}).substr(0, 12)),
              HasSubstr("is broken at byte " + std::to_string(start.size())));
  EXPECT_THAT(ProblemWith(start + "\x05\xff\xff\xff\xff\xff"),
              HasSubstr("is broken at byte"));
  EXPECT_THAT(ProblemWith(Delimited({Start(), Start(), End()})),
              HasSubstr("is broken at byte"));
  EXPECT_THAT(ProblemWith(Delimited({Start(), Asked(4)})),
              HasSubstr("is cut off: it has no MatchEnd"));
}

}  // namespace
}  // namespace pentathlon
