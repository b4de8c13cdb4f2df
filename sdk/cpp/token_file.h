// The file that keeps the token of a session across restarts of a bot.
#ifndef SDK_CPP_TOKEN_FILE_H_
#define SDK_CPP_TOKEN_FILE_H_

#include <string>

namespace pentathlon {

// Returns the token in the file `path`, without white space around it; empty
// if the file cannot be read.
std::string ReadTokenFile(const std::string& path);

// Replaces the file in one step, readable by its owner only: a crash leaves the
// old token or the new one. Returns what went wrong; empty if nothing did.
std::string WriteTokenFile(const std::string& path, const std::string& token);

}  // namespace pentathlon

#endif  // SDK_CPP_TOKEN_FILE_H_
