// Processes of submitted bots: which are needed, and which runner has them.
#ifndef REFEREE_PROCESSES_PROCESS_PLANNER_H_
#define REFEREE_PROCESSES_PROCESS_PLANNER_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/lobby/coalesced.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/processes/in_vain.h"
#include "referee/processes/runner_directory.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {

// A process plays one match, or several one after the other if its version and
// the isolation of the matches allow it. It is an ordinary session of its bot,
// whose instance is the id of the process: FindSeating gives it a seat. When
// the process is gone while its match is under way, another one of the same id
// takes its place, wherever there is room, and goes on with the session.
//
// Belongs to the lobby; see lobby.h.
class ProcessPlanner {
 public:
  // What became of a process that has ended, or has ended a match.
  using OnEnd = std::function<void(const v1::ProcessReport&)>;

  ProcessPlanner(Lobby& lobby, const SessionDirectory& sessions,
                 const WaitingRoom& waiting, RunnerDirectory& runners,
                 OnEnd on_end)
      : lobby_(lobby),
        sessions_(sessions),
        waiting_(waiting),
        runners_(runners),
        on_end_(std::move(on_end)),
        look_(
            lobby, [this] { return Pause(); }, [this] { LookNow(); }) {}

  // ---- Versions ----
  // Takes in which versions may be started from now on, or no longer.
  void ChangePlayable(PlayableChanges changes);
  // The version that plays for the bot; null if it is no submitted bot.
  const PlayableVersion* ActiveOf(const std::string& bot) const;
  // Whether a process of the bot could be started at some runner. An empty
  // `version` is the active one.
  bool Serves(const std::string& bot, const std::string& version) const;
  // The bots with an active version that could be started, with it.
  std::vector<const PlayableVersion*> Served() const;
  // The one of this bot; null if there is none.
  const PlayableVersion* ServedOf(const std::string& bot) const;
  // The bots of which there are processes.
  std::set<std::string> StartedBots() const;
  // Why a match that waits is not begun, as far as it is up to runners; empty:
  // it is not.
  std::string WhatIsMissing(const v1::Match& match) const;

  // ---- Processes ----
  // OK if a process of a version that is validated says that it plays all that
  // its bot.toml promises. INVALID_ARGUMENT.
  absl::Status CheckPromise(const std::string& process_id,
                            const Repertoire& plays);
  // A bot has a session: it may be a process, or another bot for which matches
  // of processes wait. Or a process was refused one, for good.
  void OnHello(const Session& session);
  void OnRefused(const std::string& process_id, const absl::Status& why);
  // Starts and ends processes, so that there are those that are needed, soon.
  // Call it when anything has changed, and about once a second.
  void Look() { look_.Ask(); }
  // How long to wait between looks at all processes: the more, the longer.
  absl::Duration Pause() const;
  // A runner has come with these processes, or is gone.
  void Adopt(ConnectedRunner& runner, const v1::RunnerHello& hello);
  void OnRunnerGone(const ConnectedRunner& runner);
  // A process has ended, or has ended a match and goes on.
  void OnReport(ConnectedRunner& runner, const v1::ProcessReport& report);
  // The version of a process; null if it was not started by this planner.
  const PlayableVersion* VersionOf(const std::string& process_id) const;
  // Whether the process was started for several matches.
  bool PlaysSeveral(const std::string& process_id) const;
  // Whether processes in these seats may play one more match at their runners,
  // and that they do so from now on, or no longer.
  bool MayPlay(const std::vector<std::shared_ptr<Session>>& seats) const;
  void NotePlaying(const std::vector<std::shared_ptr<Session>>& seats,
                   bool playing);

 private:
  struct Process {
    PlayableVersion version;
    // Empty while it waits for one.
    std::string runner;
    std::string token_id;
    // When it was started, or its last match was over.
    absl::Time idle_since;
    // Whether it goes on after a match, and has done so.
    bool several_matches = false;
    bool has_played = false;
    // Whether it has ever had a session, and since when it has none with a
    // stream.
    bool greeted = false;
    absl::Time absent_since = absl::InfiniteFuture();
    // It was told to end.
    bool stopped = false;
  };
  using VersionName = VainStarts::VersionName;
  using NamedProcess = std::pair<std::string, Process*>;
  // Those that can be given a match, by version.
  using FreeProcesses = std::map<VersionName, std::vector<NamedProcess>>;

  const PlayableVersion* Find(const std::string& bot,
                              const std::string& version) const;
  // Whether any version of the bot may be started.
  bool IsSubmitted(const std::string& bot) const;
  void LookNow();
  // Processes that wait for a match learn whether theirs is the active version.
  void TellSessions();
  // Ends processes for validations of versions that play in earnest now: they
  // would still be disturbed.
  void EndRehearsals();
  // For the sessions of matches under way whose processes are gone. Returns for
  // how many there was no place.
  int Replace();
  // Ends processes that do not come, or that have left without a match.
  void EndAbsent();
  // Processes for the matches that wait, by turns of their bots' authors;
  // others are `queued`.
  void Provide(int queued);
  // The versions of which the match needs a process more than are free, which
  // are then no longer free.
  std::vector<const PlayableVersion*> VersionsLacking(const HostedMatch& match,
                                                      FreeProcesses& free);
  // The versions of which the match needs a process each; nothing if it could
  // not begin with them, because of its other players.
  std::optional<std::vector<const PlayableVersion*>> VersionsFor(
      const HostedMatch& match) const;
  // Whether the match has its processes, could begin, and does not.
  bool WaitsInVain(const HostedMatch& match,
                   const std::vector<NamedProcess>& processes);
  // Ends processes that no match needs.
  void Tidy();
  // Whether the process has no match, and could get one.
  bool IsFree(const std::string& process_id, const Process& process) const;
  FreeProcesses FindFree();
  // Takes one that can play the match away from those that are free; nothing if
  // there is none.
  std::optional<NamedProcess> TakeFree(FreeProcesses& free,
                                       const PlayableVersion& version,
                                       const MatchRow& match) const;
  // Ends processes, at most so many, that hold a place in vain: those that are
  // free and no match needs, and those that do not end after their match.
  void MakeRoom(const FreeProcesses& free, int count);
  // Whether the version may play this match and others in one process.
  static bool MayGoOn(const PlayableVersion& version, const MatchRow& match);
  // False if no runner has room.
  bool Start(const std::string& process_id, const PlayableVersion& version,
             bool several_matches);
  void Stop(const std::string& process_id, Process& process);
  // Ends one that is of no use, because it `why`.
  void GiveUp(const std::string& process_id, Process& process,
              const std::string& why, const std::string& details);
  void Forget(const std::string& process_id);
  // Whether the start of a process has led to a match.
  void NoteStart(const VersionName& name, const Process& process,
                 const v1::ProcessReport& report);
  void NoteVain(const VersionName& name, const std::string& why);

  Lobby& lobby_;
  const SessionDirectory& sessions_;
  const WaitingRoom& waiting_;
  RunnerDirectory& runners_;
  const OnEnd on_end_;
  std::map<VersionName, PlayableVersion> playable_;
  std::map<std::string, std::string> active_;  // versions, by bot
  std::map<std::string, Process> processes_;   // by id
  VainStarts vain_starts_;
  VainWaits vain_waits_;
  // The matches for which there was no place at the last look.
  std::set<std::string> queued_;
  // What processes of a version have said that they play, which keeps its
  // promise.
  std::map<VersionName, std::string> kept_promises_;
  Coalesced look_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_PROCESS_PLANNER_H_
