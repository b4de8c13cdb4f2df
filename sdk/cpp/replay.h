// Asks a bot again what it was asked in a match, without a referee.
#ifndef SDK_CPP_REPLAY_H_
#define SDK_CPP_REPLAY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "arena/v1/play_service.pb.h"
#include "sdk/cpp/bot.h"

namespace pentathlon {

// What a bot did with the prompts of a match.
struct Replayed {
  // How often it was asked to act.
  int decisions = 0;
  // How often it chose what was played in the match.
  int as_played = 0;
  // Whether any of its functions, or the factory, threw.
  bool threw = false;
  // By decision what Act chose: index and text, such as "3 H1". A decision in
  // which it threw is missing.
  std::map<uint32_t, std::string> choices;
  // By decision what Announce chose, in the same form.
  std::map<uint32_t, std::string> announced;
  // What --prompts prints.
  std::vector<std::string> lines;
};

// Gets a line as soon as it is known.
using Tell = std::function<void(const std::string& line)>;

// Makes a bot and calls its functions as in the match that `prompts` is about:
// a MatchStart and what came after it. If one throws, the next prompt follows.
Replayed Replay(const BotFactory& factory,
                const std::vector<v1::PlayResponse>& prompts,
                const Tell& tell = nullptr);

// The same with a file that `arena prompts RECORD --seat N --out FILE` wrote.
// Throws std::invalid_argument if it is none of this kind, or broken.
Replayed Replay(const BotFactory& factory, const std::string& path,
                const Tell& tell = nullptr);

// Returns the messages of the file: a MatchStart, what came after it, the
// MatchEnd. Throws std::invalid_argument with the path and what is wrong if it
// is no such file, or a broken one.
std::vector<arena::v1::PlayResponse> ReadPrompts(const std::string& path);

}  // namespace pentathlon

#endif  // SDK_CPP_REPLAY_H_
