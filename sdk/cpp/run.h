// The main() of a bot.
#ifndef SDK_CPP_RUN_H_
#define SDK_CPP_RUN_H_

#include <memory>
#include <type_traits>
#include <utility>

#include "sdk/cpp/bot.h"
#include "sdk/cpp/options.h"

namespace pentathlon {

// The exit status that says: do not start this program again.
inline constexpr int kReplaced = 3;

// Whether `AnyBot` overrides OnEvents, publicly or privately.
template <typename AnyBot>
inline constexpr bool kHasOnEvents = [] {
  if constexpr (requires { &AnyBot::OnEvents; }) {
    return !std::is_same_v<decltype(&AnyBot::OnEvents),
                           decltype(&Bot::OnEvents)>;
  } else {
    return true;
  }
}();

// Reads flags and environment into `options`, plays until the referee ends the
// session, and reports to stderr. SIGTERM and
// SIGINT end the bot after the matches under way. A second signal ends the
// program at once; see the README. Returns the program's exit status: 0 after a
// normal end (or --help), 1 if the session failed, 2 if a flag is wrong,
// kReplaced if another process took the place of a program with --one-match.
int Run(int argc, char** argv, BotFactory factory, Options options = {});

// The same for a bot that is made without arguments: Run<MyBot>(argc, argv).
// The referee sends events if the bot has OnEvents.
template <typename AnyBot>
int Run(int argc, char** argv, Options options = {}) {
  if (!options.events.has_value()) options.events = kHasOnEvents<AnyBot>;
  return Run(
      argc, argv,
      [](const v1::MatchStart&) { return std::make_unique<AnyBot>(); },
      std::move(options));
}

}  // namespace pentathlon

#endif  // SDK_CPP_RUN_H_
