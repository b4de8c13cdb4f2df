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

// The surroundings that a bot learns from its environment.
struct BotSurroundings {
  // The referee's address.
  std::string address;
  // The folder of its socket, if nothing else is in it; empty: none.
  std::string socket_folder = "";
  // The token that proves the bot's identity; empty: none.
  std::string token = "";
  // Gives each process its own token instead; null if the referee was not
  // started here.
  std::shared_ptr<ProcessTokens> tokens = nullptr;
  // PEM file with the certificates to trust; empty: no TLS.
  std::string tls_ca = "";
  // Holds the bot's private folder.
  const BotFolders* folders = nullptr;
  const BotSandbox* sandbox = nullptr;
  // Matches that it plays at once.
  int at_once = 1;
  // Simultaneous processes of the bot.
  int processes = 1;
  // Whether a process ends after one match; then another process is started.
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

// A process of a program, and its successors. Not thread-safe.
class RunningBot {
 public:
  // `instance` tells the processes of a program apart; empty for a single
  // process.
  RunningBot(BotSpec spec, std::string instance, BotSurroundings surroundings)
      : spec_(std::move(spec)),
        instance_(std::move(instance)),
        surroundings_(std::move(surroundings)),
        token_(surroundings_.token) {}

  const std::string& name() const { return spec_.name; }
  // Starts the program, or restarts it after its end. With the token of its
  // session the new process continues the matches.
  absl::Status Start();
  // Starts the process for the next match, if each process plays one match and
  // the last one has ended well. A program that repeatedly ends without a
  // decision while no match is over has failed.
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
  // Says that an end may cost several matches; empty if the bot plays one match
  // at a time.
  std::string LossText() const;
  // The end of a sentence: its last output, the file with the rest, and the
  // limits of its sandbox.
  std::string SaidText() const;
  // The same for the output around its fault in a match; empty if the output
  // does not show the time of the fault.
  std::string SaidAtFaultText(const std::string& match_id) const;

 private:
  absl::Status Launch();
  absl::Status RenewToken();
  // Whether a process shall know nothing of earlier processes.
  bool sealed() const {
    return surroundings_.one_match && surroundings_.tokens != nullptr;
  }
  // Removes everything from its folder but the session of a match under way.
  absl::Status ClearFolder() const;
  // The variables of its environment.
  std::vector<std::pair<std::string, std::string>> Variables(
      const std::string& folder) const;
  absl::StatusOr<std::string> Folder() const;
  // The bot's name in the names of files.
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
  // Written by the thread that reads the output of the process.
  std::unique_ptr<OutputLog> log_;
  std::shared_ptr<RecentOutput> recent_ = std::make_shared<RecentOutput>();
  std::unique_ptr<sandbox::Sandboxed> process_;
  std::unique_ptr<cli::StandIn> stand_in_;
};

// The destructor asks all programs to end, and soon kills those that have not
// ended. Not thread-safe.
class RunningBots {
 public:
  // With `stands_in`, a program that is given up loses its matches; otherwise
  // the matches wait for the program.
  explicit RunningBots(bool stands_in = false) : stands_in_(stands_in) {}
  ~RunningBots();

  absl::Status Start(const BotSpec& spec, const BotSurroundings& surroundings);
  // Whether any process has ended that Revive would start again.
  bool AnyEnded() const;
  // Restarts processes that have ended, after a crash or after their one match.
  // Tells the referee of every end, and stderr of the first end of each
  // program. Call it often. ABORTED, once for each program, if its processes
  // always end without a decision; they are not started again.
  absl::Status Revive();
  // A match was over.
  void NoteProgress();
  // Whether the bot of that name was given up.
  bool HasGivenUp(const std::string& name) const;
  // Names on stderr the programs that had faults, with their output around the
  // first fault, and the programs that were restarted. Takes the faults of each
  // bot by its name, in order.
  void TellFaults(
      const std::map<std::string, std::vector<BotFault>>& faults) const;
  // Says why no match begins, with the output of the first missing bot.
  // `waits_for`: as in v1.Match.
  absl::Status WhyWaiting(const std::set<std::string>& connected,
                          absl::Duration timeout,
                          const std::string& waits_for) const;

 private:
  // A program with all its processes.
  struct Program {
    // Ends of processes other than after their only match.
    int ends = 0;
    // Ends since a process of the program last made a decision.
    int fruitless_ends = 0;
    bool given_up = false;
    // The time of the next report about ended processes, after the program is
    // given up.
    absl::Time next_report = absl::InfinitePast();
  };

  void ReportAgain(const RunningBot& bot, Program& program);
  absl::Status Revive(RunningBot& bot, Program& program);
  // The output of a program around a fault.
  std::string SaidAtFaultText(const std::string& name,
                              const BotFault& fault) const;

  const bool stands_in_;
  std::vector<RunningBot> bots_;
  // By the name of the bot.
  std::map<std::string, Program> programs_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_RUNNING_BOTS_H_
