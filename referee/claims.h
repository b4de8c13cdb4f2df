// What a referee shares with others on the same store: planned matches that
// anybody may play, and matches of referees that are gone.
#ifndef REFEREE_CLAIMS_H_
#define REFEREE_CLAIMS_H_

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/left_match.h"
#include "referee/lobby.h"
#include "referee/match_quota.h"
#include "referee/session_directory.h"
#include "referee/waiting_room.h"

namespace arena::referee {

// Takes matches for the bots that are here, as many as these have room for.
// What a dead referee has left goes before what is planned, and while it waits
// for its bots they get nothing new: busy bots would otherwise never have room
// at the same time.
//
// Of the lobby; see lobby.h.
class Claims {
 public:
  // `take` gets each match that is this referee's from now on.
  using Taker = std::function<void(LeftMatch)>;

  Claims(Lobby& lobby, const SessionDirectory& directory,
         const WaitingRoom& waiting, const MatchQuota& quota, Taker take)
      : lobby_(lobby),
        directory_(directory),
        waiting_(waiting),
        quota_(quota),
        take_(std::move(take)) {}

  // Looks for matches that can be played here. On any thread.
  void Look();
  // Renews the lease when it is time, and looks for referees that have not;
  // call it about once a second.
  void KeepLease(absl::Time now);

 private:
  // For what there is room.
  struct Room {
    Rooms bots;
    // How many matches to claim at once.
    int matches = 0;
  };

  Room FindRoom() const;
  void Ask();
  void OnFound(int most, absl::StatusOr<std::vector<LeftMatch>> found);
  void LookForOrphans();

  Lobby& lobby_;
  const SessionDirectory& directory_;
  const WaitingRoom& waiting_;
  const MatchQuota& quota_;
  const Taker take_;

  // Whether somebody is about to look.
  std::atomic<bool> posted_ = false;
  // Whether the store is being asked, and is to be asked again afterwards.
  bool asking_ = false;
  bool again_ = false;
  // Whether there may be matches that nobody has, until the lease is renewed
  // again.
  bool orphans_ = false;
  // Of the lease.
  absl::Time due_ = absl::InfinitePast();
  bool renewing_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_CLAIMS_H_
