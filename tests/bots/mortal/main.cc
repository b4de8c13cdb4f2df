// A bot that fails on purpose, in the decision that a flag names.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

#include "sdk/cpp/pentathlon.h"
#include "sdk/cpp/session.h"

namespace mortal {
namespace {

using pentathlon::Bot;
using pentathlon::Choice;
using pentathlon::Prompt;

// The decisions of the process count from 1; 0: never.
struct Fate {
  int dies_at = 0;
  int throws_at = 0;
  int sleeps_at = 0;
  // -1: never; 0: before the bot is ready for a match.
  int freezes_at = -1;
  // Whether the bot prints something in each decision.
  bool chats = false;
  std::atomic<int> decisions = 0;
};

void Say(const std::string& line) { std::cout << line << std::endl; }

void Freeze() {
  while (true) sleep(1000);
}

class MortalBot : public Bot {
 public:
  explicit MortalBot(Fate& fate) : fate_(fate) {
    if (fate.freezes_at == 0) Freeze();
  }

  Choice Act(const Prompt& prompt) override {
    const int decision = ++fate_.decisions;
    if (fate_.chats) Say("decision " + std::to_string(decision));
    if (decision == fate_.dies_at) {
      Say("farewell");
      _exit(7);
    }
    if (decision == fate_.throws_at) {
      Say("out of ideas");
      throw std::runtime_error("no idea");
    }
    if (decision == fate_.freezes_at) Freeze();
    if (decision == fate_.sleeps_at) {
      Say("good night");
      // The answer is late for a clock of a second, and in time for the next
      // decision.
      usleep(1'500'000);
    }
    return prompt.actions(0);
  }

 private:
  Fate& fate_;
};

int Main(int argc, char** argv) {
  pentathlon::Options options;
  options.name = "mortal";
  options.log = pentathlon::LogToStderr(pentathlon::LogLevel::kInfo);
  Fate fate;
  CLI::App app("A bot that fails on purpose");
  pentathlon::AddFlags(app, options);
  app.add_option("--dies-at", fate.dies_at);
  app.add_option("--throws-at", fate.throws_at);
  app.add_option("--sleeps-at", fate.sleeps_at);
  app.add_option("--freezes-at", fate.freezes_at);
  app.add_flag("--chats", fate.chats);
  bool dies_when_lost = false;
  app.add_flag("--dies-when-lost", dies_when_lost);
  CLI11_PARSE(app, argc, argv);
  if (dies_when_lost) {
    options.log = [log = options.log](pentathlon::LogLevel level,
                                      const std::string& line) {
      log(level, line);
      if (line.rfind("no connection", 0) == 0) _exit(7);
    };
  }
  pentathlon::Session session(options, [&fate](const auto&) {
    return std::make_unique<MortalBot>(fate);
  });
  return session.Run().ok() ? 0 : 1;
}

}  // namespace
}  // namespace mortal

int main(int argc, char** argv) { return mortal::Main(argc, argv); }
