// A bot for Pentathlon that plays every game at random, to begin with.
#include "sdk/cpp/pentathlon.h"

namespace {

// Plays one seat of one match; each seat has a bot of its own.
class MyBot : public pentathlon::Bot {
 public:
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    // `std::cerr << prompt << "\n"` shows what the bot knows and may do.
    const auto any = prompt.random().Below(prompt.actions().size());
    return prompt.actions(static_cast<int>(any));
  }
};

}  // namespace

int main(int argc, char** argv) { return pentathlon::Run<MyBot>(argc, argv); }
