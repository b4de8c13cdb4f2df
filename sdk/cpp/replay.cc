#include "sdk/cpp/replay.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/util/message_differencer.h>

#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "sdk/cpp/base/log.h"
#include "sdk/cpp/base/thrown.h"

namespace pentathlon {
namespace {

// Index and text of a choice, and its id if it is one of the offered actions.
struct Described {
  std::string text;
  std::optional<uint32_t> id;
};

// `choice` is an Act, perhaps with an index, or an Announce, which has none.
template <typename Message, typename Offered>
Described Describe(const Message& choice, const Offered& offered,
                   std::optional<uint32_t> chosen_index) {
  uint32_t index = 0;
  for (const v1::LegalAction& entry : offered) {
    const bool is_it =
        chosen_index == index ||
        (choice.has_id() && choice.id() == entry.id()) ||
        (choice.has_text() && choice.text() == entry.text()) ||
        (choice.has_action() &&
         google::protobuf::util::MessageDifferencer::Equals(choice.action(),
                                                            entry.action()));
    if (is_it) {
      return {std::to_string(index) + " " +
                  (entry.text().empty() ? "id " + std::to_string(entry.id())
                                        : entry.text()),
              entry.id()};
    }
    ++index;
  }
  if (choice.has_text()) return {"- " + choice.text(), std::nullopt};
  if (choice.has_id()) {
    return {"- id " + std::to_string(choice.id()), std::nullopt};
  }
  return {"- not offered", std::nullopt};
}

Described DescribeAct(const v1::Act& act, const v1::Prompt& prompt) {
  std::optional<uint32_t> index;
  if (act.has_index()) index = act.index();
  return Describe(act, prompt.actions(), index);
}

// The seat of one bot, without a referee.
class ReplayTable {
 public:
  ReplayTable(const BotFactory& factory, const Tell& tell)
      : factory_(factory), tell_(tell) {}

  void Take(const v1::PlayResponse& response) {
    switch (response.kind_case()) {
      case v1::PlayResponse::kMatchStart:
        return OnStart(response.match_start());
      case v1::PlayResponse::kPrompt:
        if (response.prompt().has_ack()) OnAck(response.prompt().ack());
        return OnPrompt(response.prompt());
      case v1::PlayResponse::kActAck:
        return OnAck(response.act_ack());
      case v1::PlayResponse::kAnnounceAck: {
        const v1::AnnounceAck& ack = response.announce_ack();
        return Guard("OnAnnounceAck", ack.decision(),
                     [&] { bot_->OnAnnounceAck(ack); });
      }
      case v1::PlayResponse::kEvents:
        return Guard("OnEvents", 0, [&] { bot_->OnEvents(response.events()); });
      case v1::PlayResponse::kMatchEnd:
        Finish(std::nullopt);
        open_decision_ = 0;
        return Guard("OnEnd", 0, [&] { bot_->OnEnd(response.match_end()); });
      default:
        return;
    }
  }

  Replayed Close() {
    Finish(std::nullopt);
    Say(std::to_string(result_.decisions) + " decisions, " +
        std::to_string(result_.as_played) + " as played");
    return std::move(result_);
  }

 private:
  // The prompt whose line waits for the ActAck, and the choice.
  struct Pending {
    v1::Prompt prompt;
    v1::Act act;
  };

  void OnStart(const v1::MatchStart& start) {
    start_ = start;
    std::string at_work = "the making of the bot";
    const std::optional<Thrown> thrown = Catch([&] {
      try {
        std::unique_ptr<Bot> bot = factory_(start_);
        if (bot == nullptr) throw std::logic_error("it gave no bot");
        at_work = "OnStart";
        bot->OnStart(start_);
        bot_ = std::move(bot);
      } catch (const Decline& refusal) {
        Say("declined: " + refusal.reason());
      }
    });
    if (thrown.has_value()) TellThrown(at_work, 0, *thrown);
  }

  void OnPrompt(const v1::Prompt& message) {
    const bool must = message.kind() == v1::DECISION_KIND_MUST;
    const uint32_t decision = message.decision();
    // In the match the answer was already on its way.
    if (must && decision == answered_) return;
    Finish(std::nullopt);
    open_decision_ = decision;
    const Prompt prompt(
        start_, message, std::chrono::steady_clock::now(),
        [this, decision] { return decision == open_decision_; });
    if (!message.announcements().empty()) {
      Guard("Announce", decision, [&] { LetAnnounce(prompt); });
    }
    if (!must || bot_ == nullptr) return;
    answered_ = decision;
    ++result_.decisions;
    Guard("Act", decision, [&] {
      pending_ = {message, bot_->Act(prompt).ToAct(message)};
    });
  }

  void LetAnnounce(const Prompt& prompt) {
    const std::optional<Choice> choice = bot_->Announce(prompt);
    if (!choice.has_value()) return;
    const std::string chosen =
        Describe(choice->ToAnnounce(prompt.message()), prompt.announcements(),
                 std::nullopt)
            .text;
    result_.announced[prompt.decision()] = chosen;
    Say("decision " + std::to_string(prompt.decision()) + ": announces " +
        chosen);
  }

  void OnAck(const v1::ActAck& ack) {
    if (pending_.has_value() && pending_->prompt.decision() == ack.decision()) {
      Finish(ack.has_action_id() ? std::optional(ack.action_id())
                                 : std::nullopt);
    }
    const bool over = ack.status() == v1::ActAck::STATUS_FAULT ||
                      ack.status() == v1::ActAck::STATUS_DECISION_CLOSED;
    if (over && ack.decision() == open_decision_) open_decision_ = 0;
    Guard("OnAck", ack.decision(), [&] { bot_->OnAck(ack); });
  }

  // Tells the bot's choice, now that the played action is known.
  void Finish(std::optional<uint32_t> played) {
    if (!pending_.has_value()) return;
    const Pending pending = *std::exchange(pending_, std::nullopt);
    const auto& [chosen, id] = DescribeAct(pending.act, pending.prompt);
    const uint32_t decision = pending.prompt.decision();
    result_.choices[decision] = chosen;
    std::string line = "decision " + std::to_string(decision) + ": " + chosen;
    if (played.has_value() && played == id) {
      ++result_.as_played;
    } else if (played.has_value()) {
      v1::Act other;
      other.set_id(*played);
      line += " (played: " + DescribeAct(other, pending.prompt).text + ")";
    }
    Say(line);
  }

  // Runs a function of the bot, if there is one.
  void Guard(const std::string& function, uint32_t decision,
             const std::function<void()>& call) {
    if (bot_ == nullptr) return;
    if (const std::optional<Thrown> thrown = Catch(call)) {
      TellThrown(function, decision, *thrown);
    }
  }

  void TellThrown(const std::string& function, uint32_t decision,
                  const Thrown& thrown) {
    result_.threw = true;
    const std::string line = function + " threw " + thrown.name + thrown.words;
    Say(decision == 0 ? line
                      : "decision " + std::to_string(decision) + ": " + line);
  }

  void Say(const std::string& line) {
    // The file may come from a stranger.
    result_.lines.push_back(Printable(line));
    if (tell_) tell_(result_.lines.back());
  }

  const BotFactory& factory_;
  const Tell& tell_;
  Replayed result_;
  v1::MatchStart start_;
  std::unique_ptr<Bot> bot_;  // Null if there is none.
  uint32_t open_decision_ = 0;
  uint32_t answered_ = 0;  // The decision.
  std::optional<Pending> pending_;
};

}  // namespace

namespace v1 = arena::v1;

namespace {

[[noreturn]] void Refuse(const std::string& path, const std::string& problem) {
  throw std::invalid_argument(
      path + " " + problem +
      "; expected the binary form of what `arena prompts RECORD --seat N "
      "--out FILE` writes");
}

// Reads a message after its length. Returns whether it is complete.
bool ReadMessage(google::protobuf::io::CodedInputStream& stream,
                 v1::PlayResponse& message) {
  uint32_t size = 0;
  std::string bytes;
  return stream.ReadVarint32(&size) && size <= INT_MAX &&
         stream.ReadString(&bytes, static_cast<int>(size)) &&
         message.ParseFromString(bytes);
}

}  // namespace

std::vector<v1::PlayResponse> ReadPrompts(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    const char* reason = file ? std::strerror(EISDIR) : std::strerror(errno);
    throw std::invalid_argument(path + " cannot be read: " + reason);
  }
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.empty()) Refuse(path, "is empty");
  if (bytes.size() > INT_MAX) Refuse(path, "is larger than 2 GiB");
  const int end = static_cast<int>(bytes.size());
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t*>(bytes.data()), end);
  std::vector<v1::PlayResponse> messages;
  while (stream.CurrentPosition() < end) {
    const int at = stream.CurrentPosition();
    v1::PlayResponse message;
    const bool whole = ReadMessage(stream, message);
    const bool starts = whole && message.has_match_start();
    if (messages.empty() && !starts) Refuse(path, "holds no prompts");
    if (!whole || message.kind_case() == v1::PlayResponse::KIND_NOT_SET ||
        (starts && !messages.empty())) {
      Refuse(path, "is broken at byte " + std::to_string(at));
    }
    messages.push_back(std::move(message));
  }
  if (!messages.back().has_match_end()) {
    Refuse(path, "is cut off: it has no MatchEnd");
  }
  return messages;
}

Replayed Replay(const BotFactory& factory,
                const std::vector<v1::PlayResponse>& prompts,
                const Tell& tell) {
  ReplayTable table(factory, tell);
  for (const v1::PlayResponse& response : prompts) table.Take(response);
  return table.Close();
}

Replayed Replay(const BotFactory& factory, const std::string& path,
                const Tell& tell) {
  return Replay(factory, ReadPrompts(path), tell);
}

}  // namespace pentathlon
