// How a greedy bot chooses: every action gets a score, and the highest wins.
#ifndef SAMPLE_BOTS_CPP_GREEDY_BEST_H_
#define SAMPLE_BOTS_CPP_GREEDY_BEST_H_

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

}  // namespace greedy

#endif  // SAMPLE_BOTS_CPP_GREEDY_BEST_H_
