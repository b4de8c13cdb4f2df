// A bot that plays every game, badly: any legal action is as good as another.
// It is also the shortest program that the SDK allows; start here.
#include <random>

#include "sdk/cpp/pentathlon.h"

namespace {

class RandomBot : public pentathlon::Bot {
 public:
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    std::mt19937_64 rng(prompt.seed());
    std::uniform_int_distribution<int> any(0, prompt.actions().size() - 1);
    return prompt.actions(any(rng));
  }
};

}  // namespace

int main(int argc, char** argv) {
  return pentathlon::Run<RandomBot>(argc, argv);
}
