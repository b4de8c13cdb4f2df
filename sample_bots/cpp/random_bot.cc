// A bot that plays every game, badly: any legal action is as good as another.
// It is also the shortest program that the SDK allows; start here.
#include "sdk/cpp/pentathlon.h"

namespace {

class RandomBot : public pentathlon::Bot {
 public:
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    const auto any = prompt.random().Below(prompt.actions().size());
    return prompt.actions(static_cast<int>(any));
  }
};

}  // namespace

int main(int argc, char** argv) {
  return pentathlon::Run<RandomBot>(argc, argv);
}
