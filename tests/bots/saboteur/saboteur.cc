// A bot that tries to win without playing better: in its first match it tries
// everything that a program of the same user can try, and tells on stderr what
// has come of it. With --honest it only plays. Both play the first legal
// action.
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "sdk/cpp/pentathlon.h"
#include "tests/bots/saboteur/attacks.h"

namespace saboteur {
namespace {

void TellOutcomes(const std::string& match) {
  for (const Outcome& outcome : TryEverything(
           match, /*victims=*/{"bob", "saboteur", "saboteur-2"})) {
    std::fprintf(
        stderr, "%s: %s%s\n", outcome.failure.empty() ? "SUCCESS" : "failure",
        outcome.attack.c_str(),
        outcome.failure.empty() ? "" : (" (" + outcome.failure + ")").c_str());
  }
  std::fprintf(stderr, "everything was tried\n");
}

class FirstBot : public pentathlon::Bot {
 public:
  explicit FirstBot(bool honest) : honest_(honest) {}

  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    static std::once_flag once;
    if (!honest_) {
      std::call_once(once, [&] { TellOutcomes(prompt.match().match_id()); });
    }
    return prompt.actions(0);
  }

 private:
  const bool honest_;
};

}  // namespace
}  // namespace saboteur

int main(int argc, char** argv) {
  bool honest = false;
  // Run knows the flags of the SDK only.
  if (argc > 1 && std::strcmp(argv[1], "--honest") == 0) {
    honest = true;
    argv[1] = argv[0];
    ++argv;
    --argc;
  }
  return pentathlon::Run(argc, argv, [&](const pentathlon::v1::MatchStart&) {
    return std::make_unique<saboteur::FirstBot>(honest);
  });
}
