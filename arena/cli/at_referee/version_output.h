// Texts about versions of submitted bots and about their processes.
#ifndef ARENA_CLI_AT_REFEREE_VERSION_OUTPUT_H_
#define ARENA_CLI_AT_REFEREE_VERSION_OUTPUT_H_

#include <string>

#include "arena/v1/submission.pb.h"

namespace arena::cli {

// "active".
std::string StateWord(const v1::SubmittedVersion& version);
// Some lines, without the build log.
std::string VersionText(const v1::SubmittedVersion& version);

// Some lines, followed by the output of the process.
std::string SeatReportText(const v1::SeatReport& report);

// "late in decision 7".
std::string SeatFaultText(const v1::Fault& fault);

}  // namespace arena::cli

#endif  // ARENA_CLI_AT_REFEREE_VERSION_OUTPUT_H_
