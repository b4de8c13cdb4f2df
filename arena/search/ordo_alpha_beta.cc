#include "arena/search/ordo_alpha_beta.h"

#include <algorithm>
#include <cstdlib>

#include "arena/search/ordo_evaluation.h"

namespace arena::ordo {
namespace {

constexpr int kInfinite = kWin + 1;
// The longest line, captures at its end included.
constexpr int kMostPlies = 64;
// Beyond this a win or a loss is proved.
constexpr int kProved = kWin - 2 * kMostPlies;
// Captures in a row after the plies of the depth.
constexpr int kMostCaptures = 8;
// The most that a part is worth beside captured pieces and rows ahead.
constexpr int kSurprise = 60;
// More rows than a part can go ahead.
constexpr int kNever = 1'000;
constexpr int64_t kMostPositions = 1 << 20;

bool ReachesGoal(const Board& board, Duty duty) {
  ActionList parts;
  WantedParts(board, duty, {board.GoalRow(), kNever}, parts);
  return !parts.empty();
}

// In Ordo X the forward part may follow the capture of the last piece.
bool WinsAtOnce(const Position& at) {
  return at.board.enemy.empty() || ReachesGoal(at.board, at.duty);
}

// Whether the other side could reach its goal row, if it were to act. In Ordo X
// this looks only at turns of one part.
bool IsThreatened(const Position& at) {
  const Board& board = at.board;
  if (board.enemy.empty()) return false;
  return ReachesGoal(
      {board.enemy, board.own, !board.up},
      at.state.variant() == Variant::kX ? Duty::kForward : Duty::kClassic);
}

// The finaliser of MurmurHash3.
uint64_t Mixed(uint64_t word) {
  word = (word ^ (word >> 33)) * 0xff51afd7ed558ccd;
  word = (word ^ (word >> 33)) * 0xc4ceb9fe1a85ec53;
  return word ^ (word >> 33);
}

// The same for positions with the same future, but for draws.
uint64_t KeyOf(const Position& at) {
  uint64_t key = static_cast<uint64_t>(at.seat) * 2 +
                 static_cast<uint64_t>(at.duty == Duty::kForward);
  for (const Bits pieces : {at.board.own, at.board.enemy}) {
    key = Mixed(key + pieces.low);
    key = Mixed(key + pieces.high);
  }
  return key;
}

}  // namespace

AlphaBeta::AlphaBeta(const State& root, int64_t plies)
    : root_(root),
      plies_(plies),
      table_(
          static_cast<size_t>(std::clamp<int64_t>(plies, 1, kMostPositions))),
      order_(kMostPlies + 1) {}

Action AlphaBeta::Choose() {
  const Position start(root_, 0, 0);
  WantedParts(start.board, start.duty, {start.board.GoalRow(), kNever},
              actions_);
  if (!actions_.empty()) {
    value_ = kWin - 1;
    return actions_[0];
  }
  choice_ = root_.Suggest(start.seat);
  for (int depth = 1; depth < kMostPlies; ++depth) {
    const int value =
        Search(Position(root_, depth, 0), {-kInfinite, kInfinite});
    if (stopped_) break;
    value_ = value;
    // Captures may have proved a win that is not the quickest.
    if (kWin - std::abs(value) <= depth) break;
  }
  return choice_;
}

int AlphaBeta::Search(const Position& at, Window window) {
  if (at.ply > 0 && WinsAtOnce(at)) return kWin - at.ply - 1;
  if (at.depth <= 0 || at.ply >= kMostPlies) return Settle(at, window);
  // In the table a proved win counts plies from its position.
  const auto sign = [](int value) {
    return value > kProved ? 1 : value < -kProved ? -1 : 0;
  };
  const uint64_t key = KeyOf(at);
  Action first = at.ply == 0 ? choice_ : 0;
  if (const KnownPosition* const known = table_.Find(key)) {
    KnownPosition here = *known;
    here.value -= sign(here.value) * at.ply;
    if (at.ply > 0 && here.Decides(at.depth, window.alpha, window.beta)) {
      return here.value;
    }
    if (first == 0) first = here.action;
  }
  const size_t begin = candidates_.size();
  LegalParts(at.board, at.duty, actions_);
  order_.Add(at, actions_, first, candidates_);
  const Best best = TryAll(at, begin, window);
  candidates_.resize(begin);
  if (stopped_) return best.value;
  const Bound bound = best.value >= window.beta    ? Bound::kAtLeast
                      : best.value <= window.alpha ? Bound::kAtMost
                                                   : Bound::kExact;
  table_.Store({key, best.value + sign(best.value) * at.ply, best.action,
                static_cast<int16_t>(at.depth), bound});
  return best.value;
}

// Plies that are left out just before the captures cannot reach the window.
AlphaBeta::Best AlphaBeta::TryAll(const Position& at, size_t first,
                                  Window window) {
  Best best = {-kInfinite, 0};
  const bool is_last =
      at.depth == 1 && at.ply > 0 && at.duty != Duty::kReconnect;
  const int hope = is_last ? Evaluate(at.board) + kSurprise : kInfinite;
  for (size_t i = first; i < candidates_.size(); ++i) {
    const Candidate candidate = Pick(i);
    const int rows = ProgressOf(PartOf(candidate.action), at.board.up);
    const bool goes_on = at.duty == Duty::kAnyPart && rows == 0;
    const int most = hope + kMostForRow * rows;
    if (is_last && candidate.quiet && !goes_on && most <= window.alpha) {
      best.value = std::max(best.value, most);
      continue;
    }
    const size_t number = i - first;
    const bool is_late = number >= 4 && at.depth >= 2 && candidate.quiet &&
                         at.duty != Duty::kReconnect;
    const int reduction = is_late ? (number >= 16 && at.depth >= 4 ? 2 : 1) : 0;
    const int value = Try(at, candidate, number == 0, reduction, window);
    if (stopped_) return best;
    if (value > best.value) {
      best = {value, candidate.action};
      if (at.ply == 0) choice_ = candidate.action;
    }
    window.alpha = std::max(window.alpha, value);
    if (window.alpha < window.beta) continue;
    if (candidate.quiet) order_.Reward(at, candidate.action);
    break;
  }
  return best;
}

// All but the first candidate must show that they are better before they are
// searched at full depth and width.
int AlphaBeta::Try(const Position& at, const Candidate& candidate,
                   bool is_first, int reduction, Window window) {
  const Action action = candidate.action;
  const int depth = at.depth - 1;
  if (is_first) return ValueAfter(at, action, depth, window);
  const Window narrow = {window.alpha, window.alpha + 1};
  int value = ValueAfter(at, action, std::max(0, depth - reduction), narrow);
  if (reduction > 0 && value > window.alpha && !stopped_) {
    value = ValueAfter(at, action, depth, narrow);
  }
  if (value > window.alpha && value < window.beta && !stopped_) {
    value = ValueAfter(at, action, depth, window);
  }
  return value;
}

int AlphaBeta::ValueAfter(const Position& at, Action action, int depth,
                          Window window) {
  stopped_ = stopped_ || plies_ <= 0;
  if (stopped_) return 0;
  --plies_;
  State next = at.state;
  const SeatAction ply = {at.seat, action};
  next.Apply({&ply, 1});
  if (next.node() == Node::kTerminal) {
    const auto result = static_cast<int>(next.Returns()[at.seat]);
    return result * (kWin - at.ply - 1);
  }
  const Position after(next, depth, at.ply + 1);
  if (after.seat == at.seat) return Search(after, window);
  return -Search(after, {-window.beta, -window.alpha});
}

// Captures, and all parts of a side that must reconnect or is about to lose.
int AlphaBeta::Settle(const Position& at, Window window) {
  const int still = Evaluate(at.board);
  if (at.depth < -kMostCaptures || at.ply >= kMostPlies) return still;
  // A side that is behind gains nothing by seeing the threat.
  const bool is_forced =
      at.duty == Duty::kReconnect ||
      (at.depth == 0 && still > window.alpha && IsThreatened(at));
  int best = is_forced ? -kInfinite : still;
  window.alpha = std::max(window.alpha, best);
  if (best >= window.beta) return best;
  const size_t begin = candidates_.size();
  if (is_forced) {
    LegalParts(at.board, at.duty, actions_);
    order_.Add(at, actions_, 0, candidates_);
  } else {
    AddCaptures(at, still + kPieceValue + kSurprise <= window.alpha);
  }
  for (size_t i = begin; i < candidates_.size(); ++i) {
    const int value = ValueAfter(at, Pick(i).action, at.depth - 1, window);
    if (stopped_) break;
    best = std::max(best, value);
    window.alpha = std::max(window.alpha, value);
    if (window.alpha >= window.beta) break;
  }
  candidates_.resize(begin);
  return best;
}

void AlphaBeta::AddCaptures(const Position& at, bool splitting_only) {
  Bits landings = at.board.enemy;
  if (splitting_only) landings -= LoosePieces(landings);
  if (landings.empty()) return;
  WantedParts(at.board, at.duty, {landings, kNever}, actions_);
  order_.Add(at, actions_, 0, candidates_);
}

// Of equal candidates the one with the lowest action.
const Candidate& AlphaBeta::Pick(size_t place) {
  const auto begin = candidates_.begin() + static_cast<ptrdiff_t>(place);
  const auto best = std::min_element(
      begin, candidates_.end(), [](const Candidate& a, const Candidate& b) {
        return a.score != b.score ? a.score > b.score : a.action < b.action;
      });
  std::iter_swap(begin, best);
  return *begin;
}

}  // namespace arena::ordo
