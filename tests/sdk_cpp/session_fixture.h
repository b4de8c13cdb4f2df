// The language of the session tests: a bot made of functions, its session on a
// thread, and a fake referee on its own socket.
#ifndef TESTS_SDK_CPP_SESSION_FIXTURE_H_
#define TESTS_SDK_CPP_SESSION_FIXTURE_H_

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sdk/cpp/pentathlon.h"
#include "tests/sdk_cpp/fake_referee.h"

namespace pentathlon {

// The behaviour of every bot of a test. All functions are called on the threads
// of the session.
struct Script {
  std::function<Choice(const Prompt&)> act = [](const Prompt& prompt) {
    return Choice(prompt.actions(0));
  };
  std::function<std::optional<Choice>(const Prompt&)> announce =
      [](const Prompt&) { return std::nullopt; };
  std::function<void(const v1::MatchStart&)> on_start =
      [](const v1::MatchStart&) {};
  std::function<void(const v1::Events&)> on_events = [](const v1::Events&) {};
  std::function<void(const v1::ActAck&)> on_ack = [](const v1::ActAck&) {};
  std::function<void(const v1::AnnounceAck&)> on_announce_ack =
      [](const v1::AnnounceAck&) {};
  std::function<void(const v1::MatchEnd&)> on_end = [](const v1::MatchEnd&) {};
};

class ScriptedBot : public Bot {
 public:
  explicit ScriptedBot(const Script& script) : script_(script) {}

  Choice Act(const Prompt& prompt) override { return script_.act(prompt); }
  std::optional<Choice> Announce(const Prompt& prompt) override {
    return script_.announce(prompt);
  }
  void OnStart(const v1::MatchStart& start) override {
    script_.on_start(start);
  }
  void OnEvents(const v1::Events& events) override {
    script_.on_events(events);
  }
  void OnAck(const v1::ActAck& ack) override { script_.on_ack(ack); }
  void OnAnnounceAck(const v1::AnnounceAck& ack) override {
    script_.on_announce_ack(ack);
  }
  void OnEnd(const v1::MatchEnd& end) override { script_.on_end(end); }

 private:
  const Script& script_;
};

// Entries that other threads have written. Thread-safe.
class Diary {
 public:
  void Write(const std::string& entry) {
    const std::lock_guard<std::mutex> lock(mutex_);
    entries_.push_back(entry);
    written_.notify_all();
  }
  // Waits for an entry with `part` in it and returns the entry. If no entry
  // comes, the test fails and the program ends, because other threads may wait
  // for this one.
  std::string Await(const std::string& part) {
    constexpr std::chrono::minutes kPatience(2);
    std::unique_lock<std::mutex> lock(mutex_);
    for (size_t next = 0;; ++next) {
      if (!written_.wait_for(lock, kPatience,
                             [&] { return next < entries_.size(); })) {
        std::string all;
        for (const std::string& entry : entries_) all += "\n  " + entry;
        std::cerr << "no entry has \"" << part << "\" in it:" << all << "\n";
        std::abort();
      }
      if (entries_[next].find(part) != std::string::npos) {
        return entries_[next];
      }
    }
  }
  std::vector<std::string> entries() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return entries_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable written_;
  std::vector<std::string> entries_;
};

class SessionTest : public ::testing::Test {
 protected:
  SessionTest() {
    std::string folder = ::testing::TempDir() + "sdk-XXXXXX";
    folder_ = mkdtemp(folder.data());
    options_.address = "unix:" + (folder_ / "referee").string();
    options_.name = "ada";
    options_.first_backoff = std::chrono::milliseconds(1);
    options_.longest_backoff = std::chrono::milliseconds(1);
    options_.log = [this](LogLevel, const std::string& line) {
      log_.Write(line);
    };
  }

  ~SessionTest() override {
    if (thread_.joinable()) {
      session_->Stop();
      thread_.join();
    }
    std::filesystem::remove_all(folder_);
  }

  // Starts the session.
  void Run() {
    session_ = std::make_unique<Session>(
        options_, [this](const auto& start) { return make_bot_(start); });
    thread_ = std::thread([this] { status_ = session_->Run(); });
  }

  // Starts referee and session, and welcomes the bot.
  std::shared_ptr<FakeStream> Connect() {
    StartReferee();
    Run();
    std::shared_ptr<FakeStream> stream = referee_->Accept();
    stream->Welcome("token-1");
    return stream;
  }

  // Welcomes the bot back after its stream was lost.
  std::shared_ptr<FakeStream> Reconnect(bool resumed = true) {
    std::shared_ptr<FakeStream> stream = referee_->Accept();
    stream->Welcome("token-2", resumed);
    return stream;
  }

  void StartReferee() {
    referee_ = std::make_unique<FakeReferee>(options_.address);
  }

  // Waits for the end of the session.
  grpc::Status Join() {
    thread_.join();
    return status_;
  }

  std::filesystem::path folder_;
  Options options_;
  Diary log_;
  Script script_;
  BotFactory make_bot_ = [this](const v1::MatchStart&) {
    return std::make_unique<ScriptedBot>(script_);
  };
  std::unique_ptr<FakeReferee> referee_;
  std::unique_ptr<Session> session_;

 private:
  std::thread thread_;
  grpc::Status status_;
};

const grpc::Status kLost(grpc::StatusCode::UNAVAILABLE, "lost");

}  // namespace pentathlon

#endif  // TESTS_SDK_CPP_SESSION_FIXTURE_H_
