// Bots and spectators for tests without gRPC. They keep all messages that they
// get.
#ifndef TESTS_REFEREE_MATCHES_FAKE_BOT_H_
#define TESTS_REFEREE_MATCHES_FAKE_BOT_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/matches/match_pipeline.h"
#include "tests/testing/step_spectator.h"

namespace arena::referee {

// Ignores the events of a match host, and grants nothing.
struct DeafReferee : MatchEvents, TokenOrders {
  void Grant(const std::string&, const Caller&) override {}
  void Revoke(absl::string_view) override {}
};

// A stream that keeps its messages.
class FakeStream final : public Transport {
 public:
  bool Send(Response message) override {
    if (closed_.has_value()) return false;
    received_.push_back(*message);
    return true;
  }
  void Close(absl::Status status) override {
    if (!closed_.has_value()) closed_ = std::move(status);
  }
  void Abort() override { aborted_ = true; }

  const std::vector<v1::PlayResponse>& received() const { return received_; }
  // The status that closed the stream; nullopt while the stream is open.
  const std::optional<absl::Status>& closed() const { return closed_; }
  bool aborted() const { return aborted_; }

 private:
  std::vector<v1::PlayResponse> received_;
  std::optional<absl::Status> closed_;
  bool aborted_ = false;
};

// A bot that gets ready, and answers from the number of the decision alone.
struct FakeBot {
  std::string name;
  std::string token;
  std::shared_ptr<FakeStream> stream;
  // Null if the hello was refused.
  std::shared_ptr<Session> session;
  // How many messages the bot has looked at.
  size_t seen = 0;
  bool plays = true;

  // Returns how many messages satisfy a predicate.
  template <typename Predicate>
  int Count(Predicate predicate) const {
    int count = 0;
    for (const auto& message : stream->received()) count += predicate(message);
    return count;
  }
  int Starts() const {
    return Count([](const auto& m) { return m.has_match_start(); });
  }
  int Ends() const {
    return Count([](const auto& m) { return m.has_match_end(); });
  }
  // Returns the reason of the bot's last error.
  v1::ErrorReason Error() const {
    v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
    for (const auto& message : stream->received()) {
      if (message.has_error()) reason = message.error().reason();
    }
    return reason;
  }
  absl::StatusCode Closed() const {
    EXPECT_TRUE(stream->closed().has_value()) << "the stream is open";
    return stream->closed().value_or(absl::OkStatus()).code();
  }
  bool open() const { return !stream->closed().has_value(); }
};

using FakeSpectator = testing::StepSpectator;

// Returns the answer of a bot that always plays, if the message needs one.
inline std::optional<v1::PlayRequest> AnswerTo(
    const v1::PlayResponse& message) {
  v1::PlayRequest request;
  if (message.has_match_start()) {
    request.mutable_ready()->set_match_id(message.match_start().match_id());
    request.mutable_ready()->set_seat(message.match_start().seat());
  } else if (message.prompt().kind() == v1::DECISION_KIND_MUST) {
    const v1::Prompt& prompt = message.prompt();
    v1::Act& act = *request.mutable_act();
    act.set_match_id(prompt.match_id());
    act.set_seat(prompt.seat());
    act.set_decision(prompt.decision());
    act.set_index((prompt.decision() * 7 + prompt.seat()) %
                  prompt.actions_size());
  } else {
    return std::nullopt;
  }
  return request;
}

}  // namespace arena::referee

#endif  // TESTS_REFEREE_MATCHES_FAKE_BOT_H_
