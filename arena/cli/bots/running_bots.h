// The programs of bots that this program has started.
#ifndef ARENA_CLI_BOTS_RUNNING_BOTS_H_
#define ARENA_CLI_BOTS_RUNNING_BOTS_H_

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/cli/bots/bot_folders.h"
#include "arena/cli/bots/bot_list.h"
#include "arena/cli/bots/bot_sandbox.h"
#include "arena/cli/bots/bot_tokens.h"
#include "arena/cli/bots/stand_in.h"
#include "arena/process/output_log.h"
#include "arena/process/recent_output.h"
#include "arena/sandbox/sandbox.h"
#include "arena/v1/result.pb.h"

namespace arena::cli {

// What the environment tells a bot about its surroundings.
struct BotSurroundings {
  // The referee's address.
  std::string address;
  // The folder of its socket, if nothing else is in it; empty: none.
  std::string socket_folder = "";
  // Proves who the bot is; empty: nothing does.
  std::string token = "";
  // Gives each process a token instead; null: the referee was not started here.
  std::shared_ptr<ProcessTokens> tokens = nullptr;
  // PEM file with the certificates to trust; empty: no TLS.
  std::string tls_ca = "";
  // Where it finds the folder of its own.
  const BotFolders* folders = nullptr;
  const BotSandbox* sandbox = nullptr;
  // Matches that it plays at once.
  int at_once = 1;
  // How many processes of it there are at a time.
  int processes = 1;
  // Whether a process plays one match and ends; then another one is started.
  bool one_match = false;
  // Whether its output is passed on to stderr.
  bool show_output = false;
  // The folder that keeps its last output; empty: none.
  std::string logs = "";
};

// A fault of a bot in a match.
struct BotFault {
  std::string match_id;
  v1::FaultKind kind;
};

// One process of a program, and those after it. Not thread-safe.
class RunningBot {
 public:
  // `instance` names it among those of the program; empty: it is the only one.
  RunningBot(BotSpec spec, std::string instance, BotSurroundings surroundings)
      : spec_(std::move(spec)),
        instance_(std::move(instance)),
        surroundings_(std::move(surroundings)),
        token_(surroundings_.token) {}

  const std::string& name() const { return spec_.name; }
  // Starts the program, or starts it again after its end: with the token of its
  // session it goes on with its matches.
  absl::Status Start();
  // Starts it for the next match, where it was to play one and has ended well.
  // One that ends again and again without a decision while no match is over has
  // failed.
  absl::Status Renew();
  bool MayBeRenewed(bool has_decided) const;
  // A match was over.
  void NoteProgress() { idle_ends_ = 0; }
  // Tells the referee that the process has ended. Returns whether it had made a
  // decision; nothing if the referee cannot be told.
  std::optional<bool> ReportEnd() const;
  // Loses the matches that the process would have, from now on.
  void StandIn();
  sandbox::Sandboxed& process() const { return *process_; }
  bool Ended() const { return process_->Wait(absl::InfinitePast()); }

  // "the bot b-2 (./b --x)": bots may be of one program.
  std::string Describe() const;
  // "the bot ... has ended with exit status 3". Requires: it has ended.
  std::string EndText() const;
  // That an end may cost several matches; empty if it plays one at a time.
  std::string LossText() const;
  // Its last output, as the end of a sentence, the place of the rest, and what
  // its sandbox denies it.
  std::string SaidText() const;
  // The same for what it printed around its fault in a match; empty if it does
  // not say when that was.
  std::string SaidAtFaultText(const std::string& match_id) const;

 private:
  absl::Status Launch();
  absl::Status RenewToken();
  // Whether a process shall know nothing of those before it.
  bool sealed() const {
    return surroundings_.one_match && surroundings_.tokens != nullptr;
  }
  // Leaves nothing in its folder but the session of a match under way.
  absl::Status ClearFolder() const;
  // What it is told.
  std::vector<std::pair<std::string, std::string>> Variables(
      const std::string& folder) const;
  absl::StatusOr<std::string> Folder() const;
  // Its name in the names of files.
  std::string FileName() const;
  // "; it printed last (more in a.log):\n...".
  std::string Quoted(const std::string& when, const std::string& lines) const;

  BotSpec spec_;
  std::string instance_;
  BotSurroundings surroundings_;
  // Of the present process.
  std::string token_;
  // How often it has ended since a match was over.
  int idle_ends_ = 0;
  // Written to by the thread that reads what the process prints.
  std::unique_ptr<OutputLog> log_;
  std::shared_ptr<RecentOutput> recent_ = std::make_shared<RecentOutput>();
  std::unique_ptr<sandbox::Sandboxed> process_;
  std::unique_ptr<cli::StandIn> stand_in_;
};

// Asks all programs to end when it is destroyed, and those that have not ended
// soon to end at once. Not thread-safe.
class RunningBots {
 public:
  // With `stands_in`, a program that is given up loses its matches; otherwise
  // they wait for it.
  explicit RunningBots(bool stands_in = false) : stands_in_(stands_in) {}
  ~RunningBots();

  absl::Status Start(const BotSpec& spec, const BotSurroundings& surroundings);
  // Whether any process has ended that Revive would start again.
  bool AnyEnded() const;
  // Starts again what has ended, and what has played its one match; the referee
  // is told of every end, and stderr of the first of each program. Call it
  // often. ABORTED, once for each program: its processes always end without a
  // decision, and are not started again.
  absl::Status Revive();
  // A match was over.
  void NoteProgress();
  // Whether the bot of that name was given up.
  bool HasGivenUp(const std::string& name) const;
  // Names on stderr the programs that had faults, with what they printed around
  // the first one, and those that were started again. Takes faults by the name
  // of the bot, in their order.
  void TellFaults(
      const std::map<std::string, std::vector<BotFault>>& faults) const;
  // Why no match begins, with what the first bot that is missing has said.
  // `waits_for`: as in v1.Match.
  absl::Status WhyWaiting(const std::set<std::string>& connected,
                          absl::Duration timeout,
                          const std::string& waits_for) const;

 private:
  // What is known of all processes of a program.
  struct Program {
    // Ends that were no ends of a process's only match.
    int ends = 0;
    // Those since a process of it has made a decision.
    int fruitless_ends = 0;
    bool given_up = false;
    // When to report the ends of its processes again, once it is given up.
    absl::Time next_report = absl::InfinitePast();
  };

  void ReportAgain(const RunningBot& bot, Program& program);
  absl::Status Revive(RunningBot& bot, Program& program);
  // What a program printed around a fault.
  std::string SaidAtFaultText(const std::string& name,
                              const BotFault& fault) const;

  const bool stands_in_;
  std::vector<RunningBot> bots_;
  // By the name of the bot.
  std::map<std::string, Program> programs_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_RUNNING_BOTS_H_
