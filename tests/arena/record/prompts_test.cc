// The messages to bots, told from records: every game, times, one decision.
// tests/referee/services compares them with the messages that bots received.
#include "arena/record/prompts.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/delimited_message_util.h>
#include <google/protobuf/util/message_differencer.h>

#include <sstream>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::arena::testing::RandomRecord;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using Messages = std::vector<v1::PlayResponse>;

absl::StatusOr<Messages> Tell(const Record& record,
                              const PromptsWanted& wanted) {
  return PromptsOf(record, "hash", wanted);
}

const Game* GameNamed(const char* name) { return FindGame(name).value(); }

TEST(PromptsOfTest, EveryMatchOfEveryGameIsToldToEverySeat) {
  for (const Game& game : AllGames()) {
    const int seats = game.info->default_seats;
    const Record record = RandomRecord(
        {.game = &game, .seats = seats, .announcement_every = 3});
    for (Seat seat = 0; seat < seats; ++seat) {
      const auto messages = Tell(record, {.seat = seat});
      ASSERT_THAT(messages, IsOk()) << game.info->name;
      EXPECT_TRUE(messages->front().has_match_start());
      EXPECT_EQ(messages->back().match_end().result().DebugString(),
                record.result.DebugString());
    }
  }
}

TEST(PromptsOfTest, EveryChoiceHasItsPromptAndItsAcknowledgement) {
  const Record record = RandomRecord({.game = GameNamed("octrix"), .seats = 3});
  const Messages messages = Tell(record, {.seat = 2}).value();
  std::vector<uint32_t> chosen, acknowledged;
  for (const MatchEntry& entry : record.entries) {
    if (entry.kind == EntryKind::kChoice && entry.seat == 2) {
      chosen.push_back(entry.action);
    }
  }
  for (size_t i = 0; i < messages.size(); ++i) {
    if (!messages[i].has_act_ack()) continue;
    acknowledged.push_back(messages[i].act_ack().action_id());
    const auto& actions = messages[i - 1].prompt().actions();
    EXPECT_TRUE(absl::c_any_of(actions, [&](const v1::LegalAction& action) {
      return action.id() == acknowledged.back() && !action.text().empty();
    }));
  }
  EXPECT_EQ(acknowledged, chosen);
}

TEST(PromptsOfTest, ACancelledMatchEndsWhereItWasCancelled) {
  const Record record =
      RandomRecord({.game = GameNamed("ordo"), .seats = 2, .cancel_after = 5});
  const Messages messages = Tell(record, {.seat = 1}).value();
  EXPECT_EQ(messages.back().match_end().result().termination(),
            v1::TERMINATION_CANCELLED);
  EXPECT_GE(messages[messages.size() - 2].prompt().decision(), 4u);
}

class TimedPromptsTest : public ::testing::Test {
 protected:
  TimedPromptsTest() {
    v1::Clock& clock = *record_.header.mutable_clock();
    clock.mutable_start_budget()->set_seconds(10);
    clock.mutable_allowance()->set_seconds(1);
    clock.mutable_bank()->set_seconds(60);
  }
  // The bank in seat 0's second prompt after a first choice of this length.
  int64_t MillisecondsLeftAfter(absl::Duration first) {
    record_.entries.front().charged = first;
    const Messages messages = Tell(record_, {.seat = 0}).value();
    EXPECT_EQ(messages[1].prompt().bank_left().seconds(), 60);
    EXPECT_EQ(messages[1].prompt().allowance_left().seconds(), 1);
    const v1::Prompt& second = messages[3].prompt();
    EXPECT_EQ(second.bank_left().DebugString(),
              messages[2].act_ack().bank_left().DebugString());
    return second.bank_left().seconds() * 1000 +
           second.bank_left().nanos() / 1000000;
  }

  Record record_ = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
};

TEST_F(TimedPromptsTest, TimeBeyondTheAllowanceComesFromTheBank) {
  EXPECT_EQ(MillisecondsLeftAfter(absl::Milliseconds(3500)), 57500);
}

// The true time of the choice was shorter by less than the rounding.
TEST_F(TimedPromptsTest, AChoiceAtTheLastMomentIsNotLate) {
  EXPECT_EQ(MillisecondsLeftAfter(absl::Seconds(61)), 0);
}

TEST(PromptsOfTest, ThePrivateSeedIsThatOfTheSeat) {
  Record record = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
  EXPECT_EQ(Tell(record, {.seat = 1}).value()[0].match_start().private_seed(),
            "");
  record.header.add_private_seeds("of seat 0");
  record.header.add_private_seeds("of seat 1");
  EXPECT_EQ(Tell(record, {.seat = 1}).value()[0].match_start().private_seed(),
            "of seat 1");
}

// Other matches of a competition have the same deals.
TEST(PromptsOfTest, TheSeedOfAMatchWithASaltedSecretIsNotTold) {
  Record record = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
  EXPECT_THAT(Tell(record, {}).value().back().match_end().seed(), SizeIs(32));
  record.header.add_private_seeds("salted");
  EXPECT_THAT(Tell(record, {}).value().back().match_end().seed(), SizeIs(0));
}

TEST(PromptsOfTest, OneDecision) {
  const Record record = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
  const Messages messages = Tell(record, {.seat = 1, .decision = 4}).value();
  ASSERT_THAT(messages, SizeIs(4));
  EXPECT_TRUE(messages[0].has_match_start());
  EXPECT_EQ(messages[1].prompt().decision(), 4u);
  EXPECT_EQ(messages[2].act_ack().decision(), 4u);
  EXPECT_TRUE(messages[3].has_match_end());
}

TEST(PromptsOfTest, ASeatOrDecisionThatIsNotThereIsNamed) {
  const Record record = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
  EXPECT_THAT(Tell(record, {.seat = 2}).status().message(),
              HasSubstr("no seat 2; the match has seats 0 to 1"));
  EXPECT_THAT(Tell(record, {.seat = 1, .decision = 3}).status().message(),
              HasSubstr("decision 3 did not ask seat 1; it was asked in"));
  EXPECT_THAT(Tell(record, {.seat = 1, .decision = 99999}).status().message(),
              HasSubstr("decision 99999 did not ask seat 1"));
}

std::string Delimited(const Messages& messages) {
  std::ostringstream out;
  for (const v1::PlayResponse& message : messages) {
    google::protobuf::util::SerializeDelimitedToOstream(message, &out);
  }
  return out.str();
}

TEST(ParsePromptsTest, AFileIsReadAsItWasWritten) {
  const Record record = RandomRecord({.game = GameNamed("ordo"), .seats = 2});
  const Messages messages = Tell(record, {.seat = 1}).value();
  const auto read = ParsePrompts(Delimited(messages));
  ASSERT_TRUE(read.has_value());
  ASSERT_EQ(read->size(), messages.size());
  for (size_t i = 0; i < messages.size(); ++i) {
    EXPECT_TRUE(google::protobuf::util::MessageDifferencer::Equals(
        (*read)[i], messages[i]));
  }
}

TEST(ParsePromptsTest, EverythingElseIsRefused) {
  v1::PlayResponse start, end;
  start.mutable_match_start();
  end.mutable_match_end();
  const std::string whole = Delimited({start, end});
  EXPECT_TRUE(ParsePrompts(whole).has_value());
  for (const std::string& bytes :
       {std::string(), std::string("nonsense"), std::string(20, '\xff'),
        Delimited({end}), Delimited({start}), Delimited({start, start, end}),
        Delimited({start, {}, end}), whole + '\x05', whole.substr(1),
        whole.substr(0, whole.size() - 1), whole + whole}) {
    EXPECT_FALSE(ParsePrompts(bytes).has_value()) << bytes.size();
  }
}

}  // namespace
}  // namespace arena
