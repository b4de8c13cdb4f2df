// The bot of the SDK's README.
#include "sdk/cpp/pentathlon.h"

class MyBot : public pentathlon::Bot {
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    return prompt.actions(0);
  }
};

int main(int argc, char** argv) { return pentathlon::Run<MyBot>(argc, argv); }
