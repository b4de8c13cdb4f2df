// Guarded improvement for Seconds.
#include "arena/games/seconds/seconds.h"
#include "arena/search/guarded.h"
#include "arena/search/guarded_judge.h"
#include "arena/search/possible_states.h"
#include "arena/search/searchers.h"
#include "arena/search/win_share.h"

namespace arena::seconds {
namespace {

// Tricks of a deal that nobody plays, by place: each goes to a place with a
// chance that grows with the tricks that the place has, because whoever holds
// the cards for some tricks takes more. TODO(search): kEven is a guess.
Counts DrawTricks(Rng& rng) {
  static constexpr uint32_t kEven = 6;
  Counts tricks = {};
  for (uint32_t taken = 0; taken < kTricks; ++taken) {
    uint32_t ball = rng.Below(kSeats * kEven + taken);
    int place = 0;
    while (ball >= kEven + tricks[place]) ball -= kEven + tricks[place++];
    ++tricks[place];
  }
  return tricks;
}

// All seats play on with any legal cards: at equal time that did no worse than
// suggestions, which take far longer. The deals after that are not played, only
// drawn, and are the same for all candidates.
class SecondsPlan {
 public:
  using State = seconds::State;
  struct World {
    State state;
    // The points of the later deals, by seat, in several matches.
    std::array<SeatScores, 4> later = {};
  };
  static constexpr double kCaution = 1;
  static constexpr int kPliesOfWorld = 150;

  SecondsPlan(int seats, const GameOptions& options, Seat seat,
              const v1::Observation& observation, Rng& rng)
      : seat_(seat),
        states_(seats, options, seat, observation, rng),
        rules_(*Rules::From(seats, State::Resolve(seats, options))) {}

  World DrawWorld(Rng& rng) const {
    World world = {.state = states_.Draw(rng)};
    for (SeatScores& points : world.later) {
      for (int deal = world.state.deal() + 1; deal < rules_.deals; ++deal) {
        const Points of_deal = world.state.PointsFor(deal, DrawTricks(rng));
        for (Seat seat = 0; seat < kSeats; ++seat) {
          points[seat] += of_deal[seat];
        }
      }
    }
    return world;
  }

  void Candidates(const State& /*state*/, absl::Span<const Action> legal,
                  Rng& rng, ActionList& out) const {
    AddSome(legal, kHandCards, rng, out);
  }

  Action Reply(const State& state, Seat seat, Rng& rng) const {
    return state.SampleLegal(seat, rng);
  }

  double WinShare(const World& world, const State& end) const {
    const SeatScores totals = end.Returns();
    double sum = 0;
    for (SeatScores final : world.later) {
      for (Seat seat = 0; seat < kSeats; ++seat) final[seat] += totals[seat];
      sum += WinShareOf(RanksOf(final, rules_), seat_, kSeats);
    }
    return sum / static_cast<double>(world.later.size());
  }

  double PointsIn(const State& end) const {
    return static_cast<double>(end.Returns()[seat_]);
  }

 private:
  const Seat seat_;
  const PossibleStates<State> states_;
  const Rules rules_;
};

}  // namespace
}  // namespace arena::seconds

namespace arena {

const GameSearch kSecondsSearch = {
    SearchBy<Searcher, GuardedSearcher<seconds::SecondsPlan>>,
    SearchBy<Judge, GuardedJudge<seconds::SecondsPlan>>,
};

}  // namespace arena
