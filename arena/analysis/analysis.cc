#include "arena/analysis/analysis.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/analysis/moments.h"
#include "arena/core/check.h"
#include "arena/executor/all_processors.h"
#include "arena/search/judge.h"
#include "arena/v1/observation.pb.h"

namespace arena {
namespace {

// The acts that are judged again, and how much more is played on for them.
constexpr size_t kJudgedAgain = 10;
constexpr int64_t kTimesAgain = 10;

v1::WorldMean MeanOf(const PairedDifference& lost) {
  v1::WorldMean mean;
  mean.set_mean(lost.mean());
  mean.set_error(lost.standard_error());
  return mean;
}

class Analyst {
 public:
  Analyst(Moments moments, const AnalysisOptions& options)
      : moments_(std::move(moments)), options_(options) {}

  void JudgeAll(v1::MatchAnalysis& out) const {
    for (const Moment& moment : moments_.acts)
      Describe(moment, *out.add_acts());
    std::vector<int> all(moments_.acts.size());
    absl::c_iota(all, 0);
    Judge(all, options_.plies, /*round=*/0, out);

    std::vector<int> worst = all;
    absl::c_stable_sort(worst, [&](int a, int b) {
      return Lost(out.acts(a)) > Lost(out.acts(b));
    });
    worst.resize(std::min(worst.size(), kJudgedAgain));
    Judge(worst, options_.plies * kTimesAgain, /*round=*/1, out);
  }

  void FillDeals(v1::MatchAnalysis& out) const {
    for (const PlayedDeal& deal : moments_.deals) {
      v1::DealLuck& luck = *out.add_deals();
      luck.set_deal(deal.begin->DealIndex() + 1);
      const SeatScores suggested = PlayAsSuggested(deal.begin);
      for (Seat seat = 0; seat < moments_.config.seats; ++seat) {
        luck.add_suggested_points(suggested[seat]);
        luck.add_points(deal.points[seat]);
      }
    }
  }

 private:
  static double Lost(const v1::JudgedAct& act) {
    return act.win_share_lost().mean();
  }

  void Describe(const Moment& moment, v1::JudgedAct& out) const {
    const MatchEntry& entry = moment.entry;
    out.set_decision(moment.decision);
    if (!moments_.deals.empty()) out.set_deal(moment.state->DealIndex() + 1);
    out.set_seat(entry.seat);
    const ActKind kind = moment.state->KindOfAct(entry.seat, entry.action);
    out.set_kind(std::string(kind.kind));
    out.set_circumstances(kind.circumstances);
    out.set_played(moment.state->ActionToString(entry.seat, entry.action));
    out.set_substitute(entry.fault != v1::FAULT_KIND_UNSPECIFIED);
  }

  void Judge(const std::vector<int>& acts, int64_t plies, uint32_t round,
             v1::MatchAnalysis& out) const {
    OnAllProcessors(acts.size(), [&](size_t i) {
      const int act = acts[i];
      Rng rng(options_.seed, static_cast<uint32_t>(act), round);
      JudgeOne(moments_.acts[act], plies, rng, *out.mutable_acts(act));
    });
  }

  void JudgeOne(const Moment& moment, int64_t plies, Rng& rng,
                v1::JudgedAct& out) const {
    const TableConfig& config = moments_.config;
    const Seat seat = moment.entry.seat;
    v1::Observation observation;
    moment.state->ObservationFor(seat, observation);
    const Judgement judgement =
        MakeJudge(*config.game, config.seats, config.options, plies)
            ->Of({.seat = seat,
                  .action = moment.entry.action,
                  .legal = moment.legal,
                  .observation = observation,
                  .table =
                      options_.all_cards ? moment.state.operator->() : nullptr},
                 rng);
    out.clear_best();
    out.clear_win_share_lost();
    out.clear_points_lost();
    out.set_win_share(judgement.win_share);
    if (judgement.best.has_value()) {
      out.set_best(moment.state->ActionToString(seat, *judgement.best));
    }
    if (judgement.win_share_lost.count() > 1) {
      *out.mutable_win_share_lost() = MeanOf(judgement.win_share_lost);
    }
    if (judgement.points_lost.count() > 1) {
      *out.mutable_points_lost() = MeanOf(judgement.points_lost);
    }
  }

  // The points of the seats in a deal in which all act as suggested.
  SeatScores PlayAsSuggested(const AnyState& begin) const {
    const SeatScores before = begin->Returns();
    AnyState state = begin;
    Rng rng(options_.seed, static_cast<uint32_t>(begin->DealIndex()), 2);
    while (state->node() != Node::kTerminal &&
           state->DealIndex() == begin->DealIndex()) {
      Ply ply;
      if (state->node() == Node::kChance) {
        ply.push_back({kChance, state->SampleChance(rng)});
      }
      for (const Seat seat : state->ToAct()) {
        ply.push_back({seat, state->Suggest(seat)});
      }
      state->Apply(ply);
    }
    SeatScores points = state->Returns();
    for (size_t seat = 0; seat < points.size(); ++seat) {
      points[seat] -= before[seat];
    }
    return points;
  }

  const Moments moments_;
  const AnalysisOptions& options_;
};

}  // namespace

absl::StatusOr<v1::MatchAnalysis> AnalyseMatch(const Record& record,
                                               const AnalysisOptions& options,
                                               absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Moments moments,
                         MomentsOf(record, options.seats, games));
  v1::MatchAnalysis analysis;
  analysis.set_match_id(record.header.match_id());
  analysis.set_game(moments.config.game->info->name);
  for (const std::string& player : record.header.players()) {
    analysis.add_players(player);
  }
  analysis.set_all_cards(options.all_cards);
  const Analyst analyst(std::move(moments), options);
  analyst.JudgeAll(analysis);
  analyst.FillDeals(analysis);
  for (v1::ActSum& sum : SumsOf({analysis})) {
    *analysis.add_sums() = std::move(sum);
  }
  return analysis;
}

std::vector<const v1::JudgedAct*> WorstFirst(
    const v1::MatchAnalysis& analysis) {
  std::vector<const v1::JudgedAct*> acts;
  for (const v1::JudgedAct& act : analysis.acts()) acts.push_back(&act);
  absl::c_stable_sort(acts, [](const auto* a, const auto* b) {
    return a->win_share_lost().mean() > b->win_share_lost().mean();
  });
  return acts;
}

std::vector<v1::ActSum> SumsOf(absl::Span<const v1::MatchAnalysis> analyses) {
  std::map<std::tuple<std::string, std::string, std::string>, v1::ActSum> sums;
  for (const v1::MatchAnalysis& analysis : analyses) {
    for (const v1::JudgedAct& act : analysis.acts()) {
      const std::string& player = analysis.players(act.seat());
      v1::ActSum& sum = sums[{player, act.kind(), act.circumstances()}];
      sum.set_player(player);
      sum.set_kind(act.kind());
      sum.set_circumstances(act.circumstances());
      sum.set_acts(sum.acts() + 1);
      sum.set_win_share_lost(sum.win_share_lost() +
                             act.win_share_lost().mean());
      sum.set_points_lost(sum.points_lost() + act.points_lost().mean());
    }
  }
  std::vector<v1::ActSum> sorted;
  for (auto& [key, sum] : sums) sorted.push_back(std::move(sum));
  absl::c_stable_sort(sorted, [](const v1::ActSum& a, const v1::ActSum& b) {
    return a.win_share_lost() > b.win_share_lost();
  });
  return sorted;
}

}  // namespace arena
