#include "arena/search/octrix_tree.h"

#include <cmath>
#include <limits>

#include "absl/types/span.h"

namespace arena::octrix {
namespace {

// How far above its mean the bound of a card may be, in parts of the range.
constexpr double kBoldness = 0.7;
// The share of choices by which regret matching looks at all cards.
constexpr double kCuriosity = 0.1;

}  // namespace

int DrawPlace(absl::Span<const double> chances, Rng& rng) {
  double rest = rng.Next() * 0x1p-32;
  const int last = static_cast<int>(chances.size()) - 1;
  for (int place = 0; place < last; ++place) {
    if (rest < chances[place]) return place;
    rest -= chances[place];
  }
  return last;
}

// ---- Decoupled upper confidence bounds ----

int ConfidenceNode::Choose(Seat seat, int cards, const Range& range,
                           Rng& rng) const {
  const std::array<Arm, kHandCards>& arms = arms_[seat];
  uint32_t unknown = 0;
  for (int place = 0; place < cards; ++place) {
    unknown += arms[place].visits == 0 ? 1 : 0;
  }
  // Seats that go through their cards in the same order would always meet the
  // same cards.
  if (unknown > 0) {
    uint32_t skip = rng.Below(unknown);
    for (int place = 0;; ++place) {
      if (arms[place].visits == 0 && skip-- == 0) return place;
    }
  }
  const double scale = kBoldness * std::max(0.0, range.most - range.least);
  const double tries = std::log(static_cast<double>(visits_));
  int best = 0;
  double most = -std::numeric_limits<double>::infinity();
  for (int place = 0; place < cards; ++place) {
    const double visits = arms[place].visits;
    const double bound =
        arms[place].sum / visits + scale * std::sqrt(tries / visits);
    if (bound <= most) continue;
    best = place;
    most = bound;
  }
  return best;
}

void ConfidenceNode::Learn(SeatSet seats, const Choices& choices,
                           const State& state, const Shares& shares) {
  ++visits_;
  for (const Seat seat : seats) {
    Arm& arm = arms_[seat][choices[seat]];
    ++arm.visits;
    arm.sum += static_cast<float>(shares[state.TeamOf(seat)]);
  }
}

int ConfidenceNode::Favourite(Seat seat, int cards) const {
  int best = 0;
  for (int place = 1; place < cards; ++place) {
    if (arms_[seat][place].visits > arms_[seat][best].visits) best = place;
  }
  return best;
}

double ConfidenceNode::MeanOf(Seat seat, int place) const {
  const Arm& arm = arms_[seat][place];
  return arm.visits == 0 ? 0 : arm.sum / arm.visits;
}

// ---- Regret matching ----

int RegretNode::Choose(Seat seat, int cards, const Range& /*range*/, Rng& rng) {
  const std::array<float, kHandCards>& regrets = regrets_[seat];
  double sum = 0;
  for (int place = 0; place < cards; ++place) {
    sum += std::max(0.0f, regrets[place]);
  }
  std::array<double, kHandCards> chances = {};
  for (int place = 0; place < cards; ++place) {
    const double chance =
        sum > 0 ? std::max(0.0f, regrets[place]) / sum : 1.0 / cards;
    chances_[seat][place] += static_cast<float>(chance);
    chances[place] = (1 - kCuriosity) * chance + kCuriosity / cards;
  }
  return DrawPlace(absl::MakeSpan(chances.data(), cards), rng);
}

void RegretNode::Learn(SeatSet /*seats*/, const Choices& choices,
                       const State& /*state*/, const Shares& shares) {
  Cell& cell = cells_[choices[0]][choices[1]];
  ++cell.visits;
  cell.sum += static_cast<float>(shares[0]);
  const float got = cell.mean();
  for (int place = 0; place < kHandCards; ++place) {
    const Cell& own = cells_[place][choices[1]];
    if (own.visits > 0) regrets_[0][place] += own.mean() - got;
    const Cell& other = cells_[choices[0]][place];
    if (other.visits > 0) regrets_[1][place] += got - other.mean();
  }
}

int RegretNode::Best(Seat seat, int cards, Rng& rng) const {
  double sum = 0;
  for (int place = 0; place < cards; ++place) sum += chances_[seat][place];
  std::array<double, kHandCards> chances = {};
  for (int place = 0; place < cards; ++place) {
    chances[place] = chances_[seat][place] / sum;
  }
  return DrawPlace(absl::MakeSpan(chances.data(), cards), rng);
}

int RegretNode::Favourite(Seat seat, int cards) const {
  const auto first = chances_[seat].begin();
  return static_cast<int>(std::max_element(first, first + cards) - first);
}

double RegretNode::MeanOf(Seat seat, int place) const {
  double weights = 0;
  double sum = 0;
  for (int other = 0; other < kHandCards; ++other) {
    const Cell& cell = seat == 0 ? cells_[place][other] : cells_[other][place];
    if (cell.visits == 0) continue;
    const double weight = chances_[1 - seat][other];
    weights += weight;
    sum += weight * cell.mean_of(seat);
  }
  return weights > 0 ? sum / weights : 0;
}

}  // namespace arena::octrix
