// The file that keeps the token of a session across restarts of a bot.
#ifndef SDK_CPP_BASE_TOKEN_FILE_H_
#define SDK_CPP_BASE_TOKEN_FILE_H_

#include <optional>
#include <string>

namespace pentathlon {

// Messages about a wrong token and a wrong file, without the secret.
inline constexpr char kNoToken[] =
    "it is no token; expected one word of ASCII letters, digits and signs";
inline constexpr char kNoTokenIn[] =
    " holds no token; expected a file that a bot has written, or none yet";

// Whether the text can be a token: a word of up to 4096 signs of ASCII. Any
// other text cannot be sent, or is something else, for example a key of the
// author.
bool IsToken(const std::string& text);

// Returns the token in the file `path`, without white space around it; empty
// if the file is empty or cannot be read; nothing if it holds something else.
std::optional<std::string> ReadTokenFile(const std::string& path);

// Replaces the file in one step, readable by its owner only: a crash leaves the
// old token or the new one. Returns an error text; empty on success.
std::string WriteTokenFile(const std::string& path, const std::string& token);

}  // namespace pentathlon

#endif  // SDK_CPP_BASE_TOKEN_FILE_H_
