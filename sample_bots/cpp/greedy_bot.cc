// A bot that takes what it can get now and never looks further ahead. When a
// match starts, the factory picks the class for its game.
#include <memory>

#include "sample_bots/cpp/greedy/bots.h"
#include "sdk/cpp/pentathlon.h"

namespace {

// Takes the first legal action of any other game, so that no table waits.
class FirstActionBot : public pentathlon::Bot {
 public:
  pentathlon::Choice Act(const pentathlon::Prompt& prompt) override {
    return prompt.actions(0);
  }
};

std::unique_ptr<pentathlon::Bot> MakeBot(
    const pentathlon::v1::MatchStart& start) {
  if (start.game() == "octrix") return greedy::MakeOctrixBot();
  if (start.game() == "ordo") return greedy::MakeOrdoBot();
  if (start.game() == "ordago") return greedy::MakeOrdagoBot();
  if (start.game() == "doppelkopf") return greedy::MakeDoppelkopfBot();
  if (start.game() == "seconds") return greedy::MakeSecondsBot();
  return std::make_unique<FirstActionBot>();
}

}  // namespace

int main(int argc, char** argv) { return pentathlon::Run(argc, argv, MakeBot); }
