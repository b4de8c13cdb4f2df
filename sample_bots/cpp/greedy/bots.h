// The greedy bots: one file per game, each with one class in it.
#ifndef SAMPLE_BOTS_CPP_GREEDY_BOTS_H_
#define SAMPLE_BOTS_CPP_GREEDY_BOTS_H_

#include <memory>

#include "sdk/cpp/pentathlon.h"

namespace greedy {

// Returns the action with the highest score; of several, the first.
template <typename Score>
const arena::v1::LegalAction& Best(const pentathlon::Prompt& prompt,
                                   Score score) {
  int best = 0;
  auto best_score = score(prompt.actions(0).action());
  for (int i = 1; i < prompt.actions().size(); ++i) {
    const auto next = score(prompt.actions(i).action());
    if (next <= best_score) continue;
    best = i;
    best_score = next;
  }
  return prompt.actions(best);
}

std::unique_ptr<pentathlon::Bot> MakeOctrixBot();
std::unique_ptr<pentathlon::Bot> MakeOrdoBot();
std::unique_ptr<pentathlon::Bot> MakeOrdagoBot();
std::unique_ptr<pentathlon::Bot> MakeDoppelkopfBot();
std::unique_ptr<pentathlon::Bot> MakeSecondsBot();

}  // namespace greedy

#endif  // SAMPLE_BOTS_CPP_GREEDY_BOTS_H_
