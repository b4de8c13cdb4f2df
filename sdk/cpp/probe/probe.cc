// A bot whose hooks follow a conversation; see sdk/conformance.
#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "sdk/cpp/pentathlon.h"

namespace {

using google::protobuf::Struct;
namespace v1 = pentathlon::v1;

std::string ToHex(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string hex;
  for (const unsigned char byte : bytes) {
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

std::string FromHex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

// The fields of a reply by name. All numbers in it are small.
class Reply {
 public:
  explicit Reply(const std::string& line = "{}") {
    if (!google::protobuf::util::JsonStringToMessage(line, &fields_).ok()) {
      throw std::invalid_argument("this is no JSON: " + line);
    }
  }
  bool Has(const std::string& name) const {
    return fields_.fields().contains(name);
  }
  uint32_t Number(const std::string& name) const {
    return static_cast<uint32_t>(fields_.fields().at(name).number_value());
  }
  std::string Text(const std::string& name) const {
    return fields_.fields().at(name).string_value();
  }

 private:
  Struct fields_;
};

// Brings questions to the director and replies to the hooks. Thread-safe.
class Desk {
 public:
  uint32_t NewCall() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ++last_call_;
  }

  void Say(Struct fields) {
    std::string line;
    google::protobuf::util::MessageToJsonString(fields, &line);
    const std::lock_guard<std::mutex> lock(mutex_);
    std::cout << line << std::endl;
  }

  Reply Await(uint32_t call) {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait(lock, [&] { return replies_.contains(call); });
    return replies_.extract(replies_.find(call)).mapped();
  }

  // Reads replies until stdin ends, which ends the program.
  void ReadReplies() {
    for (std::string line; std::getline(std::cin, line);) {
      const Reply reply(line);
      const std::lock_guard<std::mutex> lock(mutex_);
      replies_.emplace(reply.Number("call"), reply);
      arrived_.notify_all();
    }
    _exit(0);
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  uint32_t last_call_ = 0;
  std::multimap<uint32_t, Reply> replies_;
};

void SetText(Struct& fields, const std::string& name, const std::string& text) {
  (*fields.mutable_fields())[name].set_string_value(text);
}

void SetNumber(Struct& fields, const std::string& name, double number) {
  (*fields.mutable_fields())[name].set_number_value(number);
}

void SetSeconds(Struct& fields, const std::string& name,
                std::optional<std::chrono::nanoseconds> time) {
  auto& value = (*fields.mutable_fields())[name];
  value.set_null_value(google::protobuf::NULL_VALUE);
  if (time.has_value()) {
    value.set_number_value(std::chrono::duration<double>(*time).count());
  }
}

class Probe : public pentathlon::Bot {
 public:
  Probe(Desk& desk, const v1::MatchStart& start) : desk_(desk) {
    SetText(where_, "match", start.match_id());
    SetNumber(where_, "seat", start.seat());
    Ask("make", start);
  }

  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    const Reply reply = Ask("act", prompt.message(), &prompt);
    if (reply.Has("offered")) {
      return WithNote(prompt.actions(static_cast<int>(reply.Number("offered"))),
                      reply);
    }
    std::optional<pentathlon::Choice> choice = ChoiceOf(reply);
    if (!choice.has_value()) throw std::logic_error("act needs a choice");
    return WithNote(*choice, reply);
  }

  std::optional<pentathlon::Choice> Announce(
      const pentathlon::Prompt& prompt) override {
    const Reply reply = Ask("announce", prompt.message(), &prompt);
    if (reply.Has("offered")) {
      return prompt.announcements(static_cast<int>(reply.Number("offered")));
    }
    return ChoiceOf(reply);
  }

  void OnStart(const v1::MatchStart& start) override { Ask("on_start", start); }
  void OnEvents(const v1::Events& events) override { Ask("on_events", events); }
  void OnAck(const v1::ActAck& ack) override { Ask("on_ack", ack); }
  void OnAnnounceAck(const v1::AnnounceAck& ack) override {
    Ask("on_announce_ack", ack);
  }
  void OnEnd(const v1::MatchEnd& end) override { Ask("on_end", end); }

 private:
  Reply Ask(const std::string& hook, const google::protobuf::Message& message,
            const pentathlon::Prompt* prompt = nullptr) {
    const uint32_t call = desk_.NewCall();
    Struct fields = where_;
    SetNumber(fields, "call", call);
    SetText(fields, "hook", hook);
    SetText(fields, "message", ToHex(message.SerializeAsString()));
    if (prompt != nullptr) {
      (*fields.mutable_fields())["open"].set_bool_value(prompt->IsOpen());
      SetText(fields, "seed", std::to_string(prompt->seed()));
      SetNumber(fields, "draw",
                static_cast<double>(prompt->random().Below(1000)));
      SetSeconds(fields, "time_left", prompt->TimeLeft());
      SetSeconds(fields, "round_trip", prompt->RoundTrip());
    }
    desk_.Say(fields);
    Reply reply = desk_.Await(call);
    for (; reply.Has("look"); reply = desk_.Await(call)) {
      Struct look = where_;
      SetNumber(look, "call", call);
      SetText(look, "hook", "look");
      (*look.mutable_fields())["open"].set_bool_value(prompt->IsOpen());
      desk_.Say(look);
    }
    if (reply.Has("leave")) Leave();
    if (reply.Has("throw")) throw std::runtime_error(reply.Text("throw"));
    if (reply.Has("decline")) throw pentathlon::Decline(reply.Text("decline"));
    return reply;
  }

  static std::optional<pentathlon::Choice> ChoiceOf(const Reply& reply) {
    if (reply.Has("index")) {
      return pentathlon::Choice::Index(reply.Number("index"));
    }
    if (reply.Has("id")) return pentathlon::Choice::Id(reply.Number("id"));
    if (reply.Has("text")) return pentathlon::Choice::Text(reply.Text("text"));
    if (reply.Has("action")) {
      v1::GameAction action;
      action.ParseFromString(FromHex(reply.Text("action")));
      return pentathlon::Choice(action);
    }
    return std::nullopt;
  }

  static pentathlon::Choice WithNote(const pentathlon::Choice& choice,
                                     const Reply& reply) {
    return reply.Has("note") ? choice.WithNote(reply.Text("note")) : choice;
  }

  Desk& desk_;
  Struct where_;
};

}  // namespace

int main(int argc, char** argv) {
  // Without this the end of the program would wait for the thread that reads.
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  // Never destroyed, because that thread goes on.
  Desk& desk = *new Desk;
  std::thread([&desk] { desk.ReadReplies(); }).detach();
  pentathlon::Options options;
  options.events = true;
  return pentathlon::Run(
      argc, argv,
      [&desk](const v1::MatchStart& start) {
        return std::make_unique<Probe>(desk, start);
      },
      options);
}
