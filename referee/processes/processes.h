// The processes of submitted bots, and the orders to their runners.
#ifndef REFEREE_PROCESSES_PROCESSES_H_
#define REFEREE_PROCESSES_PROCESSES_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/paced_work.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/processes/fruitless.h"
#include "referee/processes/playable_versions.h"
#include "referee/processes/process_plan.h"
#include "referee/processes/runner_directory.h"

namespace arena::referee {

// The match host, as Processes sees it. Called in the lobby.
class RunnerListener {
 public:
  virtual ~RunnerListener() = default;
  // A process of a bot has crashed in its match.
  virtual void OnCrash(const std::string& bot,
                       const std::string& process_id) = 0;
  // There is room for more matches of submitted bots, or there may be.
  virtual void OnRunnerRoom() = 0;
};

// A process plays one match. It plays several, one after the other, if its
// version and the isolation of the matches allow that. The process is an
// ordinary session of its bot, whose instance is the id of the process:
// FindSeating gives it a seat. When a process is gone while its match is under
// way, another process of the same id takes its place, wherever there is room,
// and goes on with the session.
//
// MakePlan says which processes are started and ended. Belongs to the lobby;
// see lobby.h.
class Processes {
 public:
  Processes(Lobby& lobby, const SessionDirectory& sessions,
            const WaitingRoom& waiting, RunnerDirectory& runners,
            RunnerListener& listener)
      : lobby_(lobby),
        sessions_(sessions),
        waiting_(waiting),
        runners_(runners),
        listener_(listener),
        look_(
            lobby, [this] { return Pause(); }, [this] { LookNow(); }) {}

  // ---- Versions ----
  // Takes in which versions may be started from now on, or no longer.
  void ChangePlayable(const PlayableChanges& changes);
  // The version that plays for the bot; null if the bot was not submitted.
  const PlayableVersion* ActiveOf(const std::string& bot) const {
    return versions_.Find(bot, "");
  }
  // The version, if a process of it could be started at some runner; otherwise
  // null. Empty `version`: the active one.
  const PlayableVersion* Served(const std::string& bot,
                                const std::string& version) const;
  // The active versions that could be started.
  std::vector<const PlayableVersion*> AllServed() const;
  // The bots that have processes.
  std::set<std::string> StartedBots() const;
  // Why a waiting match does not begin, as far as runners are the reason;
  // otherwise empty.
  std::string WhatIsMissing(const v1::Match& match) const;

  // ---- Regular work ----
  // Soon starts the processes that are needed, and ends the others. Call it
  // when anything has changed, and about once a second.
  void Look() { look_.Ask(); }
  // How long to wait between looks at all processes. Grows with their number.
  absl::Duration Pause() const;

  // ---- Events of runners ----
  // A runner has come with these processes, or is gone.
  void Adopt(ConnectedRunner& runner, const v1::RunnerHello& hello);
  void OnRunnerGone(const ConnectedRunner& runner);
  // A process has ended, or has ended a match and goes on.
  void OnReport(ConnectedRunner& runner, const v1::ProcessReport& report);

  // ---- Events of processes ----
  // OK if a process in a validation says that it plays all that its bot.toml
  // promises. INVALID_ARGUMENT.
  absl::Status CheckPromise(const std::string& process_id,
                            const Repertoire& plays);
  // A bot has got a session, or a process was refused a session for good. The
  // bot may be a process, or another bot for which matches of processes wait.
  void OnHello(const Session& session);
  void OnRefused(const std::string& process_id, const absl::Status& why);
  // The version of a process; null if there is no such process.
  const PlayableVersion* VersionOf(const std::string& process_id) const;
  // Whether the process was started for several matches.
  bool PlaysSeveral(const std::string& process_id) const;

  // ---- Seats of runners ----
  // MayPlay: whether processes in these seats may play one more match at their
  // runners. The next two note that they do so from now on, or no longer.
  bool MayPlay(const std::vector<std::shared_ptr<Session>>& seats) const;
  void NotePlaying(const std::vector<std::shared_ptr<Session>>& seats,
                   bool playing);

 private:
  void LookNow();
  // Tells processes that wait for a match whether theirs is the active version.
  void TellSessions();
  // Updates the known state of the processes' sessions.
  void SeeSessions(absl::Time now);
  std::vector<LostProcess> FindLost() const;
  std::vector<WaitingMatch> FindWaiting() const;
  // How many seats wait for a bot, in all matches.
  int SeatsWaitingFor(const std::string& bot) const;
  void Start(const Plan::Start& start);
  // Notes a process that a runner has, or is about to have.
  void Add(ConnectedRunner& runner, const std::string& process_id,
           const std::string& token, StartedProcess process);
  void Stop(const std::string& process_id, StartedProcess& process);
  // Ends a process that is of no use.
  void GiveUp(const UselessProcess& useless);
  void Forget(const std::string& process_id);
  // Tells the rest of the referee how a process has ended.
  void Tell(const v1::ProcessReport& report);
  // Notes whether the start of a process has led to a match.
  void NoteStart(const StartedProcess& process,
                 const v1::ProcessReport& report);
  void NoteFruitless(const PlayableVersion& version, const std::string& why);

  Lobby& lobby_;
  const SessionDirectory& sessions_;
  const WaitingRoom& waiting_;
  RunnerDirectory& runners_;
  RunnerListener& listener_;
  PlayableVersions versions_;
  ProcessMap processes_;
  FruitlessStarts starts_;
  FruitlessWaits waits_;
  // The matches for which there was no place at the last look.
  std::set<std::string> queued_;
  // The games that processes of a version have said that they play, if these
  // keep the promise of bot.toml.
  std::map<VersionName, std::string> kept_promises_;
  PacedWork look_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_PROCESSES_H_
