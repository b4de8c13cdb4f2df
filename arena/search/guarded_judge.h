// A judge by the rollouts of a plan.
#ifndef ARENA_SEARCH_GUARDED_JUDGE_H_
#define ARENA_SEARCH_GUARDED_JUDGE_H_

#include <optional>
#include <utility>

#include "arena/games/base/game_of.h"
#include "arena/search/guarded.h"
#include "arena/search/judge.h"

namespace arena {

// A plan whose worlds have the true state, if it is given.
template <Plan P>
class PlanAtTable : public P {
 public:
  using State = typename P::State;

  template <typename... Args>
  explicit PlanAtTable(const StateInterface* table, Args&&... args)
      : P(std::forward<Args>(args)...), table_(StateIn<State>(table)) {}

  typename P::World DrawWorld(Rng& rng) {
    typename P::World world = P::DrawWorld(rng);
    if (table_ != nullptr) world.state = *table_;
    return world;
  }

 private:
  const State* const table_;
};

template <Plan P>
class GuardedJudge final : public Judge {
 public:
  GuardedJudge(int seats, const GameOptions& options, int64_t plies)
      : seats_(seats), options_(options), plies_(plies) {}

  Judgement Of(const Judged& judged, Rng& rng) override {
    PlanAtTable<P> plan(judged.table, seats_, options_, judged.seat,
                        judged.observation, rng);
    Judgement judgement;
    judgement.best = BestFor(plan, judged, rng);
    Measure(plan, judged, rng, judgement);
    return judgement;
  }

 private:
  using State = typename P::State;
  using World = typename P::World;

  static bool IsAnnouncement(const Judged& judged) {
    return judged.legal.empty();
  }

  std::optional<Action> BestFor(PlanAtTable<P>& plan, const Judged& judged,
                                Rng& rng) const {
    if (!IsAnnouncement(judged)) {
      return GuardedChoice<PlanAtTable<P>>(plan, judged.seat, plies_ / 2, rng)
          .ChooseAgainst(judged.action, judged.legal);
    }
    Rollouts<PlanAtTable<P>> rollouts(plan, judged.seat, plies_ / 2, rng);
    double gain = 0;
    while (!rollouts.spent()) {
      const World world = rollouts.NextWorld();
      gain +=
          plan.WinShare(world,
                        rollouts.AfterAnnouncement(world, judged.action)) -
          plan.WinShare(world, rollouts.AfterAnnouncement(world, std::nullopt));
    }
    if (gain < 0) return std::nullopt;
    return judged.action;
  }

  void Measure(PlanAtTable<P>& plan, const Judged& judged, Rng& rng,
               Judgement& judgement) const {
    Rollouts<PlanAtTable<P>> rollouts(plan, judged.seat, plies_ / 2, rng);
    const auto after = [&](const World& world, std::optional<Action> action) {
      return IsAnnouncement(judged) ? rollouts.AfterAnnouncement(world, action)
                                    : rollouts.After(world, *action);
    };
    double share = 0;
    while (!rollouts.spent()) {
      const World world = rollouts.NextWorld();
      const State made = after(world, judged.action);
      const double own = plan.WinShare(world, made);
      share += own;
      if (judgement.best == judged.action) continue;
      const State better = after(world, judgement.best);
      judgement.win_share_lost.Add(plan.WinShare(world, better) - own);
      judgement.points_lost.Add(plan.PointsIn(better) - plan.PointsIn(made));
    }
    judgement.win_share = share / rollouts.worlds();
  }

  const int seats_;
  const GameOptions options_;
  const int64_t plies_;
};

}  // namespace arena

#endif  // ARENA_SEARCH_GUARDED_JUDGE_H_
