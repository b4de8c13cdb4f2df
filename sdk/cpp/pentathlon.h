// The whole SDK in one include: write a Bot and pass a factory to Run.
#ifndef SDK_CPP_PENTATHLON_H_
#define SDK_CPP_PENTATHLON_H_

#include "sdk/cpp/bot.h"          // Bot, Prompt, Choice: what a bot is.
#include "sdk/cpp/options.h"      // Options: where and as whom it plays.
#include "sdk/cpp/prompt_text.h"  // std::cout << prompt.
#include "sdk/cpp/replay.h"       // Replay: prompts of a match, again.
#include "sdk/cpp/run.h"          // Run: the main() of a bot.
#include "sdk/cpp/session.h"      // Session: the same inside a larger program.

#endif  // SDK_CPP_PENTATHLON_H_
