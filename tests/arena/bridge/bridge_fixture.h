// The language of the bridge's tests: a program as a shell script, the bridge
// on a thread, and a referee that does as a test says.
#ifndef TESTS_ARENA_BRIDGE_BRIDGE_FIXTURE_H_
#define TESTS_ARENA_BRIDGE_BRIDGE_FIXTURE_H_

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "arena/bridge/bridge.h"
#include "tests/sdk_cpp/session_fixture.h"

namespace arena::bridge {

using pentathlon::FakeReferee;
using pentathlon::FakeStream;

class BridgeTest : public ::testing::Test {
 protected:
  BridgeTest() {
    std::string folder = ::testing::TempDir() + "bridge-XXXXXX";
    folder_ = mkdtemp(folder.data());
    options_.address = "unix:" + (folder_ / "referee").string();
    options_.name = "ada";
    options_.max_matches = 2;
    options_.first_backoff = std::chrono::milliseconds(1);
    options_.longest_backoff = std::chrono::milliseconds(1);
    options_.log = [this](pentathlon::LogLevel, const std::string& line) {
      log_.Write(line);
    };
    before_ = signal(SIGPIPE, SIG_IGN);
  }
  ~BridgeTest() override {
    if (thread_.joinable()) {
      stream_->End(grpc::Status::OK);
      thread_.join();
    }
    signal(SIGPIPE, before_);
    std::filesystem::remove_all(folder_);
  }

  // A bot that gets ready and then answers each prompt that demands a choice
  // with `answer`, a line in the shell's quotes. The bot runs `first` at its
  // start.
  void Program(const std::string& answer = "'{\"act\":{\"index\":1}}'",
               const std::string& first = "true") {
    Script("cd " + folder_.string() + "\n" + first +
           "\nwhile read -r line; do\n"
           "  case \"$line\" in\n"
           "    '{\"matchStart\"'*) echo '{\"ready\":{}}';;\n"
           "    '{\"prompt\"'*_MUST*) echo " + answer + ";;\n"
           "  esac\n"
           "done\n");
  }
  void Script(const std::string& text) {
    std::ofstream(folder_ / "bot") << text;
  }
  std::string Path(const std::string& name) const {
    return (folder_ / name).string();
  }

  // Starts referee and bridge, and welcomes the bot.
  void Connect() {
    referee_ = std::make_unique<FakeReferee>(options_.address);
    bridge_ = std::make_unique<Bridge>(
        options_, std::vector<std::string>{"/bin/sh", Path("bot")});
    thread_ = std::thread([this] { status_ = bridge_->Run(); });
    stream_ = referee_->Accept();
    stream_->Welcome("token-1");
  }
  // Loses the stream and welcomes the bot back.
  void Reconnect() {
    stream_->End(pentathlon::kLost);
    stream_ = referee_->Accept();
    stream_->Welcome("token-2", /*resumed=*/true);
  }
  // Connects, and starts the match "m".
  void Play() {
    Connect();
    EXPECT_EQ(stream_->Start("m").match_id(), "m");
  }
  v1::Act Ask(uint32_t decision, const std::string& match = "m") {
    stream_->SendPrompt(match, decision);
    return stream_->Receive().act();
  }
  // Sends that the decision has ended in a fault.
  void SendFault(uint32_t decision,
                 v1::FaultKind kind = v1::FAULT_KIND_LATE) {
    v1::PlayResponse response;
    v1::ActAck& ack = *response.mutable_act_ack();
    ack.set_match_id("m");
    ack.set_decision(decision);
    ack.set_status(v1::ActAck::STATUS_FAULT);
    ack.set_fault(kind);
    ack.set_message(kind == v1::FAULT_KIND_LATE
                        ? "late: no answer came in time"
                        : "malformed: the act has no choice");
    stream_->Send(response);
  }
  // Waits for a file that the program makes.
  void Await(const std::string& name) const {
    while (!std::filesystem::exists(folder_ / name)) std::this_thread::yield();
  }
  void Touch(const std::string& name) { std::ofstream(folder_ / name) << ""; }

  std::filesystem::path folder_;
  pentathlon::Options options_;
  pentathlon::Diary log_;
  std::unique_ptr<FakeReferee> referee_;
  std::unique_ptr<Bridge> bridge_;
  std::shared_ptr<FakeStream> stream_;
  std::thread thread_;
  grpc::Status status_;

 private:
  void (*before_)(int);
};

}  // namespace arena::bridge

#endif  // TESTS_ARENA_BRIDGE_BRIDGE_FIXTURE_H_
