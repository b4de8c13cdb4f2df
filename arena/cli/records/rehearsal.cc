#include "arena/cli/records/rehearsal.h"

#include <google/protobuf/util/message_differencer.h>

#include <cstdint>
#include <map>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace arena::cli {
namespace {

// Pings after a prompt that needs no answer. Each one passes through the bot's
// process, so that a hook that takes no longer is over before the next message.
constexpr int kPings = 32;

// A choice among actions or announcements.
struct Described {
  // Index and text: "3 H1".
  std::string text;
  // Its id if it is one of those offered.
  std::optional<uint32_t> id;
};

// `choice` is an Act or an Announce, whose index is given apart.
template <typename Message, typename Offered>
Described Describe(const Message& choice, const Offered& offered,
                   std::optional<uint32_t> chosen_index = std::nullopt) {
  uint32_t index = 0;
  for (const v1::LegalAction& entry : offered) {
    const bool is_it = chosen_index == index ||
                       (choice.has_id() && choice.id() == entry.id()) ||
                       (choice.has_text() && choice.text() == entry.text()) ||
                       (choice.has_action() &&
                        google::protobuf::util::MessageDifferencer::Equals(
                            choice.action(), entry.action()));
    if (is_it) {
      return {
          absl::StrCat(index, " ",
                       entry.text().empty() ? absl::StrCat("id ", entry.id())
                                            : entry.text()),
          entry.id()};
    }
    ++index;
  }
  if (choice.has_text()) return {"- " + choice.text(), std::nullopt};
  if (choice.has_id()) {
    return {absl::StrCat("- id ", choice.id()), std::nullopt};
  }
  return {"- not offered", std::nullopt};
}

}  // namespace

// The stream of the bot. Used by one thread.
class Rehearsal::Seat {
 public:
  using Stream = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

  Seat(Stream& stream, const Tell& tell) : stream_(stream), tell_(tell) {}

  // Opens the session. False if the first request is no hello.
  bool Welcome() {
    v1::PlayRequest request;
    if (!stream_.Read(&request) || !request.has_hello()) return false;
    wants_events_ = absl::c_linear_search(request.hello().capabilities(),
                                          v1::CAPABILITY_EVENTS);
    v1::PlayResponse response;
    v1::Welcome& welcome = *response.mutable_welcome();
    welcome.set_server("arena rehearse");
    welcome.set_session_token("rehearsal");
    welcome.mutable_limits()->set_max_matches(1);
    return stream_.Write(response);
  }

  // Sends a message of the match and awaits the bot's answer. False if the bot
  // is gone, or has declined the match.
  bool Tell(const v1::PlayResponse& message) {
    switch (message.kind_case()) {
      case v1::PlayResponse::kMatchStart:
        return stream_.Write(message) &&
               Await([](const v1::PlayRequest& request) {
                 return request.has_ready();
               });
      case v1::PlayResponse::kPrompt:
        return TellPrompt(message);
      case v1::PlayResponse::kEvents:
        return !wants_events_ || stream_.Write(message);
      case v1::PlayResponse::kActAck:
        if (waiting_.has_value() &&
            waiting_->act.decision() == message.act_ack().decision()) {
          Finish(message.act_ack().has_action_id()
                     ? std::optional(message.act_ack().action_id())
                     : std::nullopt);
        }
        return stream_.Write(message);
      default:
        return stream_.Write(message);
    }
  }

  // Tells how often the bot chose what was played. Returns whether it always
  // chose something.
  bool Close() {
    Finish(std::nullopt);
    tell_(absl::StrCat(decisions_, " decisions, ", as_played_, " as played"));
    return answered_all_;
  }

 private:
  bool TellPrompt(const v1::PlayResponse& message) {
    const v1::Prompt& prompt = message.prompt();
    const uint32_t decision = prompt.decision();
    const bool must = prompt.kind() == v1::DECISION_KIND_MUST;
    // The record has the announcements of a decision, so a prompt of kind MUST
    // may come again. The bot has answered it.
    if (must && decision == decision_) return stream_.Write(message);
    Finish(std::nullopt);
    announcements_[decision] = prompt.announcements();
    if (!stream_.Write(message)) return false;
    if (!must) return Ping();
    ++decisions_;
    decision_ = decision;
    return Await([&](const v1::PlayRequest& request) {
      if (!request.has_act() || request.act().decision() != decision) {
        return false;
      }
      waiting_ = {prompt, request.act()};
      return true;
    });
  }

  bool Ping() {
    for (int i = 0; i < kPings; ++i) {
      v1::PlayResponse ping;
      ping.mutable_ping()->set_nonce(++nonce_);
      if (!stream_.Write(ping) || !Await([&](const v1::PlayRequest& request) {
            return request.has_pong() && request.pong().nonce() == nonce_;
          })) {
        return false;
      }
    }
    return true;
  }

  // Reads until `is_answer` holds for a request. False if the stream ends
  // before, or the bot declines.
  bool Await(const std::function<bool(const v1::PlayRequest&)>& is_answer) {
    v1::PlayRequest request;
    while (stream_.Read(&request)) {
      if (is_answer(request)) return true;
      if (request.has_announce()) TellAnnounced(request.announce());
      if (request.has_decline()) {
        tell_("declined: " + request.decline().reason());
        return false;
      }
      if (request.has_ping()) {
        v1::PlayResponse pong;
        pong.mutable_pong()->set_nonce(request.ping().nonce());
        stream_.Write(pong);
      }
    }
    return false;
  }

  void TellAnnounced(const v1::Announce& announce) {
    tell_(absl::StrCat(
        "decision ", announce.decision(), ": announces ",
        Describe(announce, announcements_[announce.decision()]).text));
  }

  // Tells the choice that waits; `played` is the id of the action that was
  // played, if known.
  void Finish(std::optional<uint32_t> played) {
    if (!waiting_.has_value()) return;
    const auto& [prompt, act] = *waiting_;
    if (act.choice_case() == v1::Act::CHOICE_NOT_SET) {
      answered_all_ = false;
      tell_(absl::StrCat("decision ", prompt.decision(), ": no choice"));
    } else {
      const Described chosen =
          Describe(act, prompt.actions(),
                   act.has_index() ? std::optional(act.index()) : std::nullopt);
      std::string line =
          absl::StrCat("decision ", prompt.decision(), ": ", chosen.text);
      if (played.has_value() && played == chosen.id) {
        ++as_played_;
      } else if (played.has_value()) {
        v1::Act other;
        other.set_id(*played);
        absl::StrAppend(
            &line, " (played: ", Describe(other, prompt.actions()).text, ")");
      }
      tell_(line);
    }
    waiting_.reset();
  }

  // The prompt whose line waits for the ActAck, and the bot's choice.
  struct Waiting {
    v1::Prompt prompt;
    v1::Act act;
  };

  Stream& stream_;
  const Rehearsal::Tell& tell_;
  bool wants_events_ = false;
  uint32_t nonce_ = 0;
  int decisions_ = 0;
  int as_played_ = 0;
  bool answered_all_ = true;
  uint32_t decision_ = 0;  // The last one that was answered.
  std::optional<Waiting> waiting_;
  // What could be announced, by decision: a bot may announce late.
  std::map<uint32_t, google::protobuf::RepeatedPtrField<v1::LegalAction>>
      announcements_;
};

grpc::Status Rehearsal::Play(grpc::ServerContext* /*context*/,
                             Seat::Stream* stream) {
  {
    MutexLock lock(mutex_);
    if (state_ != State::kAwaited) {
      return {grpc::StatusCode::FAILED_PRECONDITION,
              "a rehearsal asks one bot once"};
    }
    state_ = State::kBegun;
  }
  Seat seat(*stream, tell_);
  if (!seat.Welcome()) {
    return {grpc::StatusCode::INVALID_ARGUMENT,
            "the first request is no hello"};
  }
  for (const v1::PlayResponse& message : messages_) {
    if (!seat.Tell(message)) return grpc::Status::OK;
  }
  const bool answered_all = seat.Close();
  MutexLock lock(mutex_);
  state_ = answered_all ? State::kAnswered : State::kAnsweredInPart;
  return grpc::Status::OK;
}

Rehearsal::State Rehearsal::state() const {
  MutexLock lock(mutex_);
  return state_;
}

}  // namespace arena::cli
