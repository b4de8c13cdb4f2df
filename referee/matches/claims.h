// Matches that a referee takes from the store that it shares with others:
// planned matches, which any referee may play, and matches of referees that are
// gone.
#ifndef REFEREE_MATCHES_CLAIMS_H_
#define REFEREE_MATCHES_CLAIMS_H_

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/match/match.h"
#include "referee/journal/journal.h"
#include "referee/lobby/lobby.h"
#include "referee/lobby/quotas.h"
#include "referee/lobby/session_directory.h"
#include "referee/lobby/waiting_room.h"
#include "referee/processes/connected_runners.h"
#include "referee/store/store.h"

namespace arena::referee {

struct UnfinishedMatch {
  MatchRow row;
  // The match at the place where it stands (absent if it is pending), or the
  // reason why it cannot go on.
  absl::StatusOr<std::optional<Match>> match;
};

// Reads the journal of each match and replays it; blocks. A returned error is
// an error of the store, not of a match.
absl::StatusOr<std::vector<UnfinishedMatch>> LoadUnfinished(
    Journal& journal, std::vector<MatchRow> rows);

// Takes matches for the bots that are here, as many as the bots have room for.
// Matches that a dead referee has left go before planned ones. While such a
// match waits for its bots, the bots get nothing new: otherwise busy bots would
// never have room at the same time.
//
// Belongs to the lobby; see lobby.h.
class Claims {
 public:
  // `take` gets each match that belongs to this referee from now on.
  using Taker = std::function<void(UnfinishedMatch)>;

  Claims(Lobby& lobby, const SessionDirectory& directory,
         const WaitingRoom& waiting, const ConnectedRunners& runners,
         const MatchQuota& quota, Taker take)
      : lobby_(lobby),
        directory_(directory),
        waiting_(waiting),
        runners_(runners),
        quota_(quota),
        take_(std::move(take)) {}

  // Takes the matches that an earlier process of this referee left unfinished.
  // Call it first.
  void Restore(std::function<void(const absl::Status&)> done);
  // Looks for matches that can be played here. Call it on any thread.
  void Look();
  // Renews the lease when it is time, looks for matches of referees that have
  // not renewed theirs, and tells when the store is silent. Call it about once
  // a second.
  void KeepLease(absl::Time now);

 private:
  // The room for more matches.
  struct Room {
    Rooms bots;
    // How many matches to claim in one call.
    int matches = 0;
    // Whether matches of submitted bots may be among them, even if they are not
    // named.
    bool places = false;
  };

  Room FindRoom() const;
  void Ask();
  void OnFound(int most, absl::StatusOr<std::vector<UnfinishedMatch>> found);
  void LookForOrphans();
  void NoteSilence();

  Lobby& lobby_;
  const SessionDirectory& directory_;
  const WaitingRoom& waiting_;
  const ConnectedRunners& runners_;
  const MatchQuota& quota_;
  const Taker take_;

  // Whether a task for a look is posted.
  std::atomic<bool> posted_ = false;
  // Whether a call of the store is under way, and whether another must follow.
  bool asking_ = false;
  bool again_ = false;
  // Whether, until the next renewal of the lease, there may be matches that no
  // live referee has.
  bool orphans_ = false;
  // When to renew the lease.
  absl::Time due_ = absl::InfinitePast();
  bool renewing_ = false;
  // Whether the store was silent at the last look.
  bool silent_ = false;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCHES_CLAIMS_H_
