// The files that `arena prompts RECORD --seat N --out FILE` writes.
#ifndef SDK_CPP_BASE_PROMPTS_FILE_H_
#define SDK_CPP_BASE_PROMPTS_FILE_H_

#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"

namespace pentathlon {

// Returns the messages of the file: a MatchStart, what came after it, the
// MatchEnd. Throws std::invalid_argument with the path and what is wrong if it
// is no such file, or a broken one.
std::vector<arena::v1::PlayResponse> ReadPrompts(const std::string& path);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_PROMPTS_FILE_H_
