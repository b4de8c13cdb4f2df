// A bot for the crash tests. It comes back after every loss, and logs each
// decision that it is asked for and each that is acknowledged.
//
// Lines: "ask MATCH SEAT DECISION" before the bot answers; "ack MATCH SEAT
// DECISION" when an answer has been accepted; "fault MATCH SEAT DECISION"; "end
// MATCH"; "says ...", a report of the SDK.
// With --stop-at the bot prints "stops" at that decision, and stops as by
// SIGSTOP.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>

#include "sdk/cpp/pentathlon.h"
#include "sdk/cpp/session.h"

namespace {

namespace v1 = arena::v1;

// Writes each line at once, so that lines are whole even if the bot is killed.
class Log {
 public:
  explicit Log(const std::string& path)
      : file_(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600)) {}
  void Write(const std::string& line) const {
    const std::string whole = line + "\n";
    if (write(file_, whole.data(), whole.size()) < 0) _exit(3);
  }

 private:
  const int file_;
};

class LoggingBot : public pentathlon::Bot {
 public:
  LoggingBot(const Log& log, uint32_t stop_at, const v1::MatchStart& start)
      : log_(log),
        stop_at_(stop_at),
        who_(start.match_id() + " " + std::to_string(start.seat())) {}

  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    log_.Write("ask " + who_ + " " + std::to_string(prompt.decision()));
    if (prompt.decision() >= stop_at_) {
      std::cout << "stops" << std::endl;
      raise(SIGSTOP);
    }
    return prompt.actions(static_cast<int>(
        (prompt.decision() * 7 + prompt.seat()) % prompt.actions().size()));
  }
  void OnAck(const v1::ActAck& ack) override {
    const std::string decision = " " + std::to_string(ack.decision());
    if (ack.status() == v1::ActAck::STATUS_ACCEPTED) {
      log_.Write("ack " + who_ + decision);
    } else if (ack.status() == v1::ActAck::STATUS_FAULT) {
      log_.Write("fault " + who_ + decision);
    }
  }
  void OnEnd(const v1::MatchEnd& /*end*/) override {
    log_.Write("end " + who_);
  }

 private:
  const Log& log_;
  const uint32_t stop_at_;
  const std::string who_;
};

}  // namespace

int main(int argc, char** argv) {
  pentathlon::Options options;
  std::string path;
  uint32_t stop_at = std::numeric_limits<uint32_t>::max();
  CLI::App app("A bot for the crash tests");
  pentathlon::AddFlags(app, options);
  app.add_option("--log", path, "Where to write")->required();
  app.add_option("--stop-at", stop_at, "The decision of a match to stop at");
  CLI11_PARSE(app, argc, argv);
  options.longest_backoff = std::chrono::milliseconds(100);
  options.first_backoff = std::chrono::milliseconds(10);
  const Log log(path);
  options.log = [&](pentathlon::LogLevel level, const std::string& line) {
    if (level >= pentathlon::LogLevel::kWarning) log.Write("says " + line);
  };
  pentathlon::Session session(options, [&](const v1::MatchStart& start) {
    return std::make_unique<LoggingBot>(log, stop_at, start);
  });
  return session.Run().ok() ? 0 : 1;
}
