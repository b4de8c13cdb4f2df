// Results written by hand, for the tests of standings.
#ifndef TESTS_ARENA_COMPETITION_REPORT_SCORE_SHEET_H_
#define TESTS_ARENA_COMPETITION_REPORT_SCORE_SHEET_H_

#include <string>
#include <vector>

#include "arena/competition/report/standings.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::competition {

// A finished competition and its results.
class ScoreSheet {
 public:
  // A game with this number of seats, each one a side. The bots have these
  // names.
  ScoreSheet(v1::Format format, uint32_t seats,
             const std::vector<std::string>& names);

  // A match with its points by seat. More points give the better rank.
  v1::CompetitionMatch& Play(uint32_t set, uint32_t match,
                             const std::vector<uint32_t>& entrants,
                             const std::vector<int64_t>& returns);
  // Both matches of a set of two seats, each with the points of a and b.
  void Duel(uint32_t set, uint32_t a, uint32_t b,
            const std::vector<int64_t>& first,
            const std::vector<int64_t>& second);
  // All attempts of match 0, each without a result.
  void Void(uint32_t set, const std::vector<uint32_t>& entrants);
  static void AddFault(v1::CompetitionMatch& match, uint32_t seat,
                       v1::FaultKind kind, uint32_t decision);

  Report Compute() const;

  v1::Competition competition;
  std::vector<v1::CompetitionMatch> results;
};

// Three entrants who met in one set each:
//   ann - bob  3 : 1 and 2 : 2, so ann has won
//   ann - cid  0 : 4 and 5 : 1, drawn
//   bob - cid  2 : 0 and 3 : 0, so bob has won
ScoreSheet ThreeFriends();

// The line of an entrant.
const v1::EntrantStanding& LineOf(const v1::Standings& standings,
                                  const std::string& name);

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_REPORT_SCORE_SHEET_H_
