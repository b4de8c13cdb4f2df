#include "arena/search/ordo_order.h"

#include "absl/algorithm/container.h"

namespace arena::ordo {
namespace {

// No history grows to any of these.
constexpr int kFirst = 1 << 30;
constexpr int kCapture = 1 << 29;
constexpr int kKiller = 1 << 28;
// More than the rows that a capture goes ahead.
constexpr int kSplits = kRows;

}  // namespace

void ActionOrder::Add(const Position& at, absl::Span<const Action> actions,
                      Action first, std::vector<Candidate>& out) const {
  const Bits loose = LoosePieces(at.board.enemy);
  for (const Action action : actions) {
    const Square to = PartOf(action).to;
    const bool quiet = !Has(at.board.enemy, to);
    int score = ScoreOf(at, action);
    if (!quiet) score += kCapture + (Has(loose, to) ? 0 : kSplits);
    if (action == first) score = kFirst;
    out.push_back({action, score, quiet});
  }
}

int ActionOrder::ScoreOf(const Position& at, Action action) const {
  const Part part = PartOf(action);
  const int progress = ProgressOf(part, at.board.up);
  if (Has(at.board.enemy, part.to)) return progress;
  if (absl::c_linear_search(killers_[at.ply], action)) return kKiller;
  return history_[at.seat][part.from][part.to] + progress;
}

void ActionOrder::Reward(const Position& at, Action action) {
  std::array<Action, 2>& killers = killers_[at.ply];
  if (killers[0] != action) killers = {action, killers[0]};
  const Part part = PartOf(action);
  int& history = history_[at.seat][part.from][part.to];
  if (history < kKiller / 2) history += at.depth * at.depth;
}

}  // namespace arena::ordo
