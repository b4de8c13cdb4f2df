// A step of a match on the terminal and as JSON.
#ifndef ARENA_CLI_BASE_STEP_OUTPUT_H_
#define ARENA_CLI_BASE_STEP_OUTPUT_H_

#include <string>

#include "arena/cli/base/output.h"
#include "arena/v1/match_step.pb.h"

namespace arena::cli {

Json StepJson(const v1::MatchStep& step);
// A line for each act and each effect.
std::string StepText(const v1::MatchStep& step);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_STEP_OUTPUT_H_
