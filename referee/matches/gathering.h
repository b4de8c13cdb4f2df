// Brings together the bots and matches of several referees with one store: bots
// that cannot play because they are apart, and matches whose bots are
// elsewhere.
#ifndef REFEREE_MATCHES_GATHERING_H_
#define REFEREE_MATCHES_GATHERING_H_

#include <map>
#include <memory>
#include <set>
#include <string>

#include "absl/time/time.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/seating.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/matches/directions.h"

namespace arena::referee {

// The match host, as Gathering sees it. Called in the lobby.
class GatheringListener {
 public:
  virtual ~GatheringListener() = default;
  // A bot will be sent away, and must begin no more matches here.
  virtual void OnSendingAway(const std::string& bot) = 0;
  // A match that waits here was left to another referee.
  virtual void OnHandedOver(const std::string& match_id) = 0;
  // New bots were looked at: the bots that were not sent away may play.
  virtual void OnLooked() = 0;
};

// Sends a bot away when none of its matches is under way here. A bot that is
// wanted elsewhere and cannot be sent is told once why it does not play.
//
// Belongs to the lobby; see lobby.h.
class Gathering {
 public:
  Gathering(Lobby& lobby, const SessionDirectory& directory,
            const WaitingRoom& waiting, GatheringListener& listener)
      : lobby_(lobby),
        directory_(directory),
        waiting_(waiting),
        listener_(listener) {}

  // Looks where a bot is wanted whose process has just come.
  void Look(const ProcessName& process);
  // Looks at all bots when it is time; call it about once a second.
  void Sweep(absl::Time now);

 private:
  void Ask();
  void OnFound(const std::set<std::string>& bots,
               const Whereabouts& whereabouts);
  void Direct(Session& session, const Direction& direction);
  // Says why a bot does not play.
  void Tell(Session& session, const std::string& reason);
  void HandOver();

  Lobby& lobby_;
  const SessionDirectory& directory_;
  const WaitingRoom& waiting_;
  GatheringListener& listener_;

  // The bots to look at next.
  std::set<std::string> bots_;
  // Whether a call of the store is under way.
  bool asking_ = false;
  // When to look at all bots again, and whether to look at waiting matches,
  // too.
  absl::Time due_ = absl::InfinitePast();
  bool hand_over_ = false;
  // The reasons that sessions have been told.
  std::map<ProcessName, std::string> told_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_GATHERING_H_
