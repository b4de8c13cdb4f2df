// Matches under way: begins, cancels and ends them.
#ifndef REFEREE_MATCHES_RUNNING_MATCHES_H_
#define REFEREE_MATCHES_RUNNING_MATCHES_H_

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "referee/lobby/hosted_match.h"
#include "referee/lobby/lobby.h"

namespace arena::referee {

// The match host, as RunningMatches sees it. Called in the lobby.
class RunningMatchesListener {
 public:
  virtual ~RunningMatchesListener() = default;
  // The match is over, its players and spectators know, and its bots have room
  // again.
  virtual void OnMatchOver(std::unique_ptr<HostedMatch> match) = 0;
  // The match belongs to another referee and was not begun.
  virtual void OnMatchLost(std::unique_ptr<HostedMatch> match,
                           const absl::Status& why) = 0;
};

// A match holds the seats of its sessions from Begin on. The bots are told when
// the store knows that the match runs and which session has which seat.
//
// Belongs to the lobby; see lobby.h.
class RunningMatches {
 public:
  RunningMatches(Lobby& lobby, RunningMatchesListener& listener)
      : lobby_(lobby), listener_(listener) {}

  // Begins `hosted` at the place of `match`, with its sessions. If an earlier
  // referee has left the match, its bots may come back within `patience`. Calls
  // `then` in any case.
  void Begin(
      std::unique_ptr<HostedMatch> hosted, Match match,
      std::optional<absl::Duration> patience,
      std::function<void()> then = [] {});
  // Null if the match does not run here.
  HostedMatch* Find(const std::string& match_id) const;
  int size() const { return static_cast<int>(matches_.size()); }
  // Gives a session with a new stream everything that it needs to play on.
  void Attach(const std::shared_ptr<Session>& session);
  // Cancels a match; calls back when it is over.
  void Cancel(HostedMatch& hosted,
              std::function<void(const absl::Status&)> done);
  // Cancels all matches of a competition.
  void CancelAllOf(const std::string& competition);
  // The referee stood still for this long.
  void Slept(absl::Duration duration);
  // Calls back, in the lobby, when no match runs.
  void WhenNoneRuns(std::function<void()> idle);

 private:
  struct Beginning {
    std::optional<absl::Duration> patience;
    std::function<void()> then;
  };

  void HoldSeats(const HostedMatch& hosted,
                 const std::shared_ptr<MatchRunner>& runner);
  void OnStored(const std::string& match_id, const Beginning& beginning,
                const absl::Status& status);
  // Lets the players of a match play.
  void Start(HostedMatch& hosted, std::optional<absl::Duration> patience);
  void SeatPlayers(HostedMatch& hosted);
  // Where the match's built-in players think: the matches of an account, and
  // those of a competition, take turns, so that they use one thread at a time.
  std::shared_ptr<Strand> ThinkersOf(const HostedMatch& hosted);
  void AttachSeat(HostedMatch& hosted, Seat seat,
                  const std::shared_ptr<Session>& session);
  std::unique_ptr<HostedMatch> Remove(const std::string& match_id);
  void OnOver(const std::string& match_id);

  Lobby& lobby_;
  RunningMatchesListener& listener_;
  std::map<std::string, std::unique_ptr<HostedMatch>> matches_;
  // By the name of the competition, or else by the account.
  std::map<std::pair<std::string, std::string>, std::weak_ptr<Strand>>
      thinkers_;
  std::function<void()> on_idle_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_RUNNING_MATCHES_H_
