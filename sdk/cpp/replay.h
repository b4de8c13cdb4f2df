// Gives a bot the prompts of an earlier match again, without a referee.
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

// The actions of a bot on the prompts of a match.
struct Replayed {
  // The number of decisions in which it was asked to act.
  int decisions = 0;
  // The number of decisions in which it chose the action that was played in the
  // match.
  int as_played = 0;
  // Whether any of its functions, or the factory, threw.
  bool threw = false;
  // By decision: the choice of Act, as index and text, such as "3 H1". A
  // decision in which Act threw is missing.
  std::map<uint32_t, std::string> choices;
  // By decision: the choice of Announce, in the same form.
  std::map<uint32_t, std::string> announced;
  // The lines that --prompts prints.
  std::vector<std::string> lines;
};

// Receives each line as soon as it is known.
using Tell = std::function<void(const std::string& line)>;

// Makes a bot and calls its functions as in the match of `prompts`: a
// MatchStart and the messages after it. If a function throws, the replay goes
// on with the next message.
Replayed Replay(const BotFactory& factory,
                const std::vector<v1::PlayResponse>& prompts,
                const Tell& tell = nullptr);

// The same with a file that `arena prompts RECORD --seat N --out FILE` wrote.
// Throws std::invalid_argument if the file is of another kind, or broken.
Replayed Replay(const BotFactory& factory, const std::string& path,
                const Tell& tell = nullptr);

// Returns the messages of the file: MatchStart, the messages after it,
// MatchEnd. Throws std::invalid_argument with the path and the reason if the
// file is of another kind, or broken.
std::vector<arena::v1::PlayResponse> ReadPrompts(const std::string& path);

}  // namespace pentathlon

#endif  // SDK_CPP_REPLAY_H_
