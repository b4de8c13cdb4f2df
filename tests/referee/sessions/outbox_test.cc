// Messages that wait for a stream. The test completes the writes by hand.
#include "referee/sessions/outbox.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace arena::referee {
namespace {

class ManualOutbox : public Outbox {
 public:
  explicit ManualOutbox(size_t limit) : Outbox(limit) {}

  // Completes writes until none is left.
  void WriteAll() {
    while (writing_) {
      writing_ = false;
      WriteDone(true);
    }
  }

  std::vector<v1::PlayResponse> written;
  std::vector<absl::Status> finished;

  using Outbox::Hold;
  using Outbox::Unhold;

 protected:
  void StartWriting(const Response& message) override {
    written.push_back(*message);
    writing_ = true;
  }
  void FinishStream(const absl::Status& status) override {
    finished.push_back(status);
  }
  void CancelStream() override {}

 private:
  bool writing_ = false;
};

Response Prompt(uint32_t decision, uint32_t seat = 0) {
  Response message;
  message->mutable_prompt()->set_decision(decision);
  message->mutable_prompt()->set_seat(seat);
  return message;
}

Response Pong(uint32_t nonce) {
  Response message;
  message->mutable_pong()->set_nonce(nonce);
  return message;
}

TEST(OutboxTest, OneWriteIsInFlightAndTheRestWaits) {
  ManualOutbox stream(10);
  EXPECT_TRUE(stream.Send(Pong(1)));
  EXPECT_FALSE(stream.Send(Pong(2)));
  EXPECT_EQ(stream.written.size(), 1u);
  stream.WriteAll();
  EXPECT_EQ(stream.written.size(), 2u);
}

TEST(OutboxTest, AHeldStreamEndsWhenItIsLetGo) {
  ManualOutbox stream(10);
  ASSERT_TRUE(stream.Hold());
  stream.Close(absl::OkStatus());
  EXPECT_EQ(stream.finished.size(), 0u);
  stream.Unhold();
  EXPECT_EQ(stream.finished.size(), 1u);
}

TEST(OutboxTest, AStreamThatIsOverCannotBeHeld) {
  ManualOutbox stream(10);
  stream.Close(absl::OkStatus());
  EXPECT_FALSE(stream.Hold());
  EXPECT_EQ(stream.finished.size(), 1u);
}

TEST(OutboxTest, ANewerPromptReplacesTheOneThatWaits) {
  ManualOutbox stream(10);
  stream.Send(Pong(1));
  stream.Send(Prompt(1));
  stream.Send(Prompt(2));
  stream.WriteAll();
  ASSERT_EQ(stream.written.size(), 2u);
  EXPECT_EQ(stream.written[1].prompt().decision(), 2u);
}

TEST(OutboxTest, APromptOfAnotherSeatReplacesNothing) {
  ManualOutbox stream(10);
  stream.Send(Pong(1));
  stream.Send(Prompt(1, 0));
  stream.Send(Prompt(1, 1));
  stream.WriteAll();
  EXPECT_EQ(stream.written.size(), 3u);
}

TEST(OutboxTest, TheAckOfAReplacedPromptIsStillTold) {
  ManualOutbox stream(10);
  stream.Send(Pong(1));
  Response older = Prompt(2);
  older->mutable_prompt()->mutable_ack()->set_decision(1);
  stream.Send(std::move(older));
  stream.Send(Prompt(3));
  stream.WriteAll();
  ASSERT_EQ(stream.written.size(), 3u);
  EXPECT_EQ(stream.written[1].act_ack().decision(), 1u);
  EXPECT_EQ(stream.written[2].prompt().decision(), 3u);
}

TEST(OutboxTest, TooManyUnreadResponsesEndTheStream) {
  ManualOutbox stream(2);
  for (int i = 0; i < 4; ++i) stream.Send(Pong(i));
  stream.WriteAll();
  ASSERT_EQ(stream.finished.size(), 1u);
  EXPECT_EQ(stream.finished[0].code(), absl::StatusCode::kResourceExhausted);
}

TEST(OutboxTest, ClosingWritesWhatWasSentFirst) {
  ManualOutbox stream(10);
  stream.Send(Pong(1));
  stream.Send(Pong(2));
  stream.Close(absl::OkStatus());
  EXPECT_TRUE(stream.finished.empty());
  EXPECT_FALSE(stream.Send(Pong(3)));
  stream.WriteAll();
  EXPECT_EQ(stream.written.size(), 2u);
  EXPECT_EQ(stream.finished.size(), 1u);
}

TEST(OutboxTest, ALatePromptIsReportedWhenItIsHandedOver) {
  ManualOutbox stream(10);
  std::vector<uint32_t> late;
  stream.set_on_late_prompt(
      [&](const v1::Prompt& prompt) { late.push_back(prompt.decision()); });
  stream.Send(Prompt(1));
  stream.Send(Prompt(2));
  EXPECT_TRUE(late.empty());
  stream.WriteAll();
  EXPECT_EQ(late, std::vector<uint32_t>{2});
}

}  // namespace
}  // namespace arena::referee
