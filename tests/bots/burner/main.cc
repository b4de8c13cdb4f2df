// A bot that keeps a processor busy.
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <memory>
#include <string>

#include "sdk/cpp/pentathlon.h"
#include "sdk/cpp/session.h"

namespace burner {
namespace {

using Clock = std::chrono::steady_clock;

class BurnerBot : public pentathlon::Bot {
 public:
  explicit BurnerBot(std::chrono::milliseconds time) : time_(time) {}

  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    const Clock::time_point end = Clock::now() + time_;
    while (Clock::now() < end) {
    }
    return prompt.actions(0);
  }

 private:
  const std::chrono::milliseconds time_;
};

int Main(int argc, char** argv) {
  pentathlon::Options options;
  options.name = "burner";
  options.log = pentathlon::LogToStderr(pentathlon::LogLevel::kInfo);
  int ms = 50;
  CLI::App app("A bot that keeps a processor busy");
  pentathlon::AddFlags(app, options);
  app.add_option("--ms", ms);
  CLI11_PARSE(app, argc, argv);
  pentathlon::Session session(options, [ms](const auto&) {
    return std::make_unique<BurnerBot>(std::chrono::milliseconds(ms));
  });
  return session.Run().ok() ? 0 : 1;
}

}  // namespace
}  // namespace burner

int main(int argc, char** argv) { return burner::Main(argc, argv); }
