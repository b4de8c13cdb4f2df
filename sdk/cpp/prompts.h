// Reads what a seat was asked in a match, for tests of a bot.
#ifndef SDK_CPP_PROMPTS_H_
#define SDK_CPP_PROMPTS_H_

#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"

namespace pentathlon {

// The messages of a file that `arena prompts RECORD --seat N --out FILE` wrote:
// MatchStart, the messages after it, MatchEnd. Throws std::invalid_argument
// with the path and the reason if the file is of another kind, or broken.
std::vector<arena::v1::PlayResponse> ReadPrompts(const std::string& path);

}  // namespace pentathlon

#endif  // SDK_CPP_PROMPTS_H_
