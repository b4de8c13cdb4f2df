// The whole SDK in one include: write a Bot and pass a factory to Run.
#ifndef SDK_CPP_PENTATHLON_H_
#define SDK_CPP_PENTATHLON_H_

#include "sdk/cpp/bot.h"      // Bot, Choice: a bot's interface.
#include "sdk/cpp/options.h"  // Options: address, name and other settings.
#include "sdk/cpp/prompts.h"  // Prompt; ReadPrompts, for tests of a bot.
#include "sdk/cpp/run.h"      // Run: the main() of a bot.
#include "sdk/cpp/session.h"  // Session: the same inside a larger program.

#endif  // SDK_CPP_PENTATHLON_H_
