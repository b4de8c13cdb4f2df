// What the acts of a finished match were worth: by rollouts of the searchers,
// from what each seat knew or from all cards.
#ifndef ARENA_ANALYSIS_ANALYSIS_H_
#define ARENA_ANALYSIS_ANALYSIS_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/core/rng.h"
#include "arena/record/record.h"
#include "arena/v1/analysis.pb.h"

namespace arena {

struct AnalysisOptions {
  // The seats whose acts are judged.
  SeatSet seats;
  // Judge by the cards of all seats instead of by what the seat knew.
  bool all_cards = false;
  // Plies to play on for an act. The acts that lost most are judged again with
  // ten times as many.
  int64_t plies = 20'000;
  Seed seed = {};
};

// Uses all processors; the answer depends only on the arguments. Errors as for
// TableOf.
absl::StatusOr<v1::MatchAnalysis> AnalyseMatch(
    const Record& record, const AnalysisOptions& options,
    absl::Span<const Game> games = AllGames());

// The acts, the largest loss of win share first; equal ones in the order of the
// match.
std::vector<const v1::JudgedAct*> WorstFirst(const v1::MatchAnalysis& analysis);

// The sums of several matches, the largest loss first.
std::vector<v1::ActSum> SumsOf(absl::Span<const v1::MatchAnalysis> analyses);

}  // namespace arena

#endif  // ARENA_ANALYSIS_ANALYSIS_H_
