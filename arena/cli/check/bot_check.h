// Checks of a bot's program: `arena check-bot`.
#ifndef ARENA_CLI_CHECK_BOT_CHECK_H_
#define ARENA_CLI_CHECK_BOT_CHECK_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/process/signal_waiter.h"

namespace arena::cli {

// The outcome of one check.
struct CheckOutcome {
  enum class Grade {
    kPassed,
    // A good bot does better, but matches can be played.
    kWarned,
    // The bot would lose matches, or play none.
    kFailed,
    // The check does not apply to the bot.
    kSkipped,
  };
  Grade grade = Grade::kPassed;
  // The observation, in one line or a few.
  std::string seen;
  // Advice to the author; empty if there is none.
  std::string advice = "";
};

using OnOutcome =
    std::function<void(const std::string& name, const CheckOutcome& outcome)>;

struct CheckPlan {
  BotSpec bot;
  // Makes only the checks whose name contains one of these words; empty: all.
  std::vector<std::string> only;
  SandboxFlags sandbox = {};
  // As of a runner, for a folder.
  std::vector<std::string> offers = {};
  // How long a check may take.
  absl::Duration timeout = absl::Seconds(60);
  // Whether what the bot prints goes to stderr.
  bool show_output = false;
};

// The names of all checks. The bot's games decide which checks of games are
// made.
std::vector<std::string> CheckNames();

// Runs the checks one after the other, against a private referee. Each check
// starts its own process of the bot. An error means that nothing could be
// checked.
absl::Status CheckBot(const CheckPlan& plan, const SignalWaiter& signals,
                      const OnOutcome& on_outcome);

}  // namespace arena::cli

#endif  // ARENA_CLI_CHECK_BOT_CHECK_H_
