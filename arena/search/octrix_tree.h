// Trees of sampled plays of a deal of Octrix, in which seats choose at the same
// time and each learns from what its own choices brought.
#ifndef ARENA_SEARCH_OCTRIX_TREE_H_
#define ARENA_SEARCH_OCTRIX_TREE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "arena/search/octrix_ends.h"

namespace arena::octrix {

// A choice of each seat that acts: the place of a card in its hand, ascending.
using Choices = std::array<int, kMostSeats>;

// Draws a place by its chance. Requires: their sum is 1, but for rounding.
int DrawPlace(absl::Span<const double> chances, Rng& rng);

// The least and the most that a side has got.
struct Range {
  double least = 1;
  double most = 0;
};

// Decoupled upper confidence bounds: each seat chooses what might be best for
// its side, as if the others were chance.
class ConfidenceNode {
 public:
  // The place of the card to try next.
  int Choose(Seat seat, int cards, const Range& range, Rng& rng) const;
  void Learn(SeatSet seats, const Choices& choices, const State& state,
             const Shares& shares);
  // The place of the card that was chosen most often.
  int Favourite(Seat seat, int cards) const;
  int Best(Seat seat, int cards, Rng& /*rng*/) const {
    return Favourite(seat, cards);
  }
  // The mean share of the seat's side after a card; 0 if it was never chosen.
  double MeanOf(Seat seat, int place) const;

 private:
  struct Arm {
    uint32_t visits = 0;
    float sum = 0;
  };
  uint32_t visits_ = 0;
  std::array<std::array<Arm, kHandCards>, kMostSeats> arms_ = {};
};

// Regret matching for two seats: each chooses a card by how much it regrets not
// to have chosen it. The average of the choices tends to a best strategy.
class RegretNode {
 public:
  int Choose(Seat seat, int cards, const Range& range, Rng& rng);
  void Learn(SeatSet seats, const Choices& choices, const State& state,
             const Shares& shares);
  // Drawn from the average strategy.
  int Best(Seat seat, int cards, Rng& rng) const;
  // The place of the card that the average strategy chooses most often.
  int Favourite(Seat seat, int cards) const;
  // The mean share of the seat's side after a card, against the other seat's
  // average strategy; 0 if it was never chosen.
  double MeanOf(Seat seat, int place) const;

 private:
  struct Cell {
    uint32_t visits = 0;
    float sum = 0;  // of seat 0

    float mean() const { return sum / static_cast<float>(visits); }
    float mean_of(Seat seat) const { return seat == 0 ? mean() : 1 - mean(); }
  };
  std::array<std::array<Cell, kHandCards>, kHandCards> cells_ = {};
  std::array<std::array<float, kHandCards>, 2> regrets_ = {};
  // The sums of the chances with which cards were chosen.
  std::array<std::array<float, kHandCards>, 2> chances_ = {};
};

// A tree of one decision. `N` is one of the classes above.
template <typename N>
class Tree {
 public:
  // Refers to the values and the generator.
  Tree(const State& root, const DealValues& values, Rng& rng)
      : root_(root), values_(values), rng_(rng), nodes_(1) {}

  // Plays the deal to its end again and again, until so many cards are played.
  // Returns the place of the card to play.
  int Choose(Seat seat, int64_t cards) {
    cards_ = cards;
    while (cards_ > 0) {
      State state = root_;
      Visit(0, state);
    }
    return nodes_[0].Best(seat, std::popcount(root_.hand(seat)), rng_);
  }
  // The decision. Requires: Choose was called.
  const N& root() const { return nodes_[0]; }

 private:
  // Enough for some milliseconds; later plays go on from the last nodes.
  static constexpr size_t kMostNodes = size_t{1} << 14;

  Shares Visit(uint32_t index, State& state) {
    const SeatSet seats = state.ToAct();
    Choices choices = {};
    Ply ply;
    // The node and the cards, five bits each.
    uint64_t key = index;
    for (const Seat seat : seats) {
      Cards hand = state.hand(seat);
      choices[seat] =
          nodes_[index].Choose(seat, std::popcount(hand), range_, rng_);
      for (int i = 0; i < choices[seat]; ++i) hand &= hand - 1;
      const Card card = LowestOf(hand);
      ply.push_back({seat, card});
      key = key << 5 | card;
    }
    Make(state, ply);
    const Shares shares = After(key, state);
    nodes_[index].Learn(seats, choices, root_, shares);
    return shares;
  }

  Shares After(uint64_t key, State& state) {
    if (values_.HasEnded(state)) return Value(state);
    const auto known = children_.find(key);
    if (known != children_.end()) return Visit(known->second, state);
    if (nodes_.size() < kMostNodes) {
      children_.emplace(key, static_cast<uint32_t>(nodes_.size()));
      nodes_.emplace_back();
    }
    return PlayOn(state);
  }

  // To the end of the deal. Half of the cards are as suggested: random cards
  // alone miss what a plain player does, suggestions alone what others do.
  Shares PlayOn(State& state) {
    while (!values_.HasEnded(state)) {
      Ply ply;
      for (const Seat seat : state.ToAct()) {
        ply.push_back({seat, rng_.Below(2) == 0
                                 ? state.Suggest(seat)
                                 : state.SampleLegal(seat, rng_)});
      }
      Make(state, ply);
    }
    return Value(state);
  }

  void Make(State& state, const Ply& ply) {
    state.Apply(ply);
    cards_ -= static_cast<int64_t>(ply.size());
  }

  Shares Value(const State& end) {
    const Shares shares = values_.Of(end);
    for (int side = 0; side < values_.sides(); ++side) {
      range_.least = std::min(range_.least, shares[side]);
      range_.most = std::max(range_.most, shares[side]);
    }
    return shares;
  }

  const State& root_;
  const DealValues& values_;
  Rng& rng_;
  int64_t cards_ = 0;
  Range range_;
  std::vector<N> nodes_;
  absl::flat_hash_map<uint64_t, uint32_t> children_;
};

}  // namespace arena::octrix

#endif  // ARENA_SEARCH_OCTRIX_TREE_H_
