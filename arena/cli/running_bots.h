// The programs of bots that this program has started.
#ifndef ARENA_CLI_RUNNING_BOTS_H_
#define ARENA_CLI_RUNNING_BOTS_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/cli/bot_folders.h"
#include "arena/cli/bot_list.h"
#include "arena/cli/sandbox.h"
#include "arena/process/output_log.h"
#include "arena/process/process.h"
#include "arena/v1/result.pb.h"

namespace arena::cli {

// What the environment tells a bot about its surroundings.
struct BotSurroundings {
  // The referee's address.
  std::string address;
  // Proves who the bot is; empty: nothing does.
  std::string token;
  // PEM file with the certificates to trust; empty: no TLS.
  std::string tls_ca = "";
  // Where it finds the folder of its own.
  const BotFolders* folders = nullptr;
  // Null: it runs without.
  const Sandbox* sandbox = nullptr;
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

// One process of a program, and those after it. Not thread-safe.
class RunningBot {
 public:
  // `instance` names it among those of the program; empty: it is the only one.
  RunningBot(BotSpec spec, std::string instance, BotSurroundings surroundings)
      : spec_(std::move(spec)),
        instance_(std::move(instance)),
        surroundings_(std::move(surroundings)) {}

  const std::string& name() const { return spec_.name; }
  // Starts the program, or starts it again after its end: with the token of its
  // session it goes on with its matches.
  absl::Status Start();
  // Starts it for the next match, where it was to play one and has ended well.
  // One that ends again and again while no match is over has failed.
  absl::Status Renew();
  bool MayBeRenewed() const;
  // A match was over.
  void NoteProgress() { idle_ends_ = 0; }
  // How often it was started because it had failed, and once.
  int starts() const { return starts_; }
  // Makes sure that it is not started again.
  void GiveUp() { given_up_ = true; }
  bool given_up() const { return given_up_; }
  Process& process() const { return *process_; }

  // "the bot "./b --x"".
  std::string Describe() const;
  // "the bot ... has ended with exit status 3". Requires: it has ended.
  std::string EndText() const;
  // Its last output, as the end of a sentence, and the place of the rest.
  std::string SaidText() const;

 private:
  absl::Status Launch();
  // Holds the token of its session.
  absl::StatusOr<std::string> SessionFile() const;
  // Its name in the names of files.
  std::string FileName() const;

  BotSpec spec_;
  std::string instance_;
  BotSurroundings surroundings_;
  int starts_ = 0;
  // How often it has ended since a match was over.
  int idle_ends_ = 0;
  bool given_up_ = false;
  // Written to by the thread that reads what the process prints.
  std::unique_ptr<OutputLog> log_;
  std::unique_ptr<Process> process_;
};

// Asks all programs to end when it is destroyed. Not thread-safe.
class RunningBots {
 public:
  ~RunningBots();

  absl::Status Start(const BotSpec& spec, const BotSurroundings& surroundings);
  // Starts anew what has played its one match. Call it often.
  absl::Status Renew();
  // A match was over.
  void NoteProgress();
  // The first one that has ended, will not be renewed and was not given up, if
  // any.
  RunningBot* Ended();
  // Whether the bot of that name was given up.
  bool HasGivenUp(const std::string& name) const;
  // Names on stderr the programs that had faults, with their last output. Takes
  // faults by the name of the bot.
  void TellFaults(
      const std::map<std::string, std::vector<v1::Fault>>& faults) const;
  // Why no match begins, with what the first bot that is missing has said.
  // `waits_for`: as in v1.Match.
  absl::Status WhyWaiting(const std::set<std::string>& connected,
                          absl::Duration timeout,
                          const std::string& waits_for) const;

 private:
  std::vector<RunningBot> bots_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_RUNNING_BOTS_H_
