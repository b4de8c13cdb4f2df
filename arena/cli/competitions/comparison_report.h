// The report of `arena compare`.
#ifndef ARENA_CLI_COMPETITIONS_COMPARISON_REPORT_H_
#define ARENA_CLI_COMPETITIONS_COMPARISON_REPORT_H_

#include <string>

#include "arena/cli/base/output.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/cli/competitions/comparison.h"

namespace arena::cli {

// The bots and settings of a comparison.
struct ComparisonFacts {
  // The names of the two bots.
  std::string a;
  std::string b;
  competition::SequentialTestOptions test;
  v1::CompetitionSpec spec;
  // Where the records are kept; empty: nowhere.
  std::string record_dir = "";
  // The sandbox of the programs; null: there are no programs.
  const BotSandbox* sandbox = nullptr;
};

// The verdict with all figures. Requires: at least one set.
std::string ReportText(const ComparisonFacts& facts,
                       const Comparison& comparison);
Json ReportJson(const ComparisonFacts& facts, const Comparison& comparison);
// One line about the present state. Requires: at least one set.
std::string StandText(const ComparisonFacts& facts,
                      const Comparison& comparison);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_COMPARISON_REPORT_H_
