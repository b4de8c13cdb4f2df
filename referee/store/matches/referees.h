// Referees that share a store: their leases, and the bots connected to them.
#ifndef REFEREE_STORE_MATCHES_REFEREES_H_
#define REFEREE_STORE_MATCHES_REFEREES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "referee/store/matches/whereabouts.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// The instance in the row of a submitted bot whose processes could be started
// at a referee. No hello can give this instance.
inline constexpr absl::string_view kPlacesOfBot = "~";

// A session that is connected to a referee.
struct PresentSession {
  std::string bot;
  std::string instance = "";
  // SHA-256 of the session's token.
  std::string token_sha256 = "";
  // Whether the session goes where a Redirect sends it.
  bool moves = false;
  // Whether the session is to play one match, and has had none.
  bool fresh = false;
  // Whether the session takes new matches, and how many it plays at once.
  bool takes = true;
  int max_matches = 1;
  // How many sessions the row stands for: the processes of a submitted bot that
  // could be started are one row.
  int places = 1;
  // A serialised v1.Welcome with nothing but `plays`. Empty: any match.
  std::string plays = "";
  friend bool operator==(const PresentSession&,
                         const PresentSession&) = default;
};

// The data of a connected session that planning needs.
struct AbleSession {
  int64_t referee = 0;
  std::string token_sha256;
  bool fresh = false;
  bool takes = true;
  int max_matches = 1;
  int places = 1;
  // The hash of PresentSession::plays.
  std::string plays_sha256;
};

// The sessions of a bot at a referee.
struct SessionCount {
  // Sessions that take new matches.
  int sessions = 0;
  // The sessions among these that are to play one match, and have had none.
  int fresh = 0;
};

// See Store for errors and threads.
class Referees {
 public:
  // Adds a referee of this name, with a lease of 30 seconds, and returns its
  // number, which is never used again. The new referee gets the matches of an
  // earlier referee of the name. In a shared database: FAILED_PRECONDITION
  // while the lease of the earlier referee lasts; and running matches of the
  // earlier referee are left to the referee that has their bots
  // (Matches::TakeOver).
  static absl::StatusOr<int64_t> Enter(Database& database,
                                       absl::string_view name);

  // `self` is a number that Enter has returned.
  Referees(Database& database, int64_t self)
      : database_(database), self_(self) {}

  // The number of this referee.
  int64_t self() const { return self_; }

  // ---- Leases ----
  // Lets the lease last for `time` from now, by the clock of the store. Until
  // then no other referee takes the matches of this one. FAILED_PRECONDITION if
  // another process has entered under the same name.
  absl::Status RenewLease(absl::Duration time);
  // Ends the lease now, because this referee stops.
  absl::Status Leave();

  // ---- Connected sessions ----
  // Stores the address of this referee for bots. Before that no bot is sent
  // here.
  absl::Status Advertise(absl::string_view address);
  // Stores whether a process of a bot is connected to this referee. A new
  // referee has no connected processes.
  absl::Status SetPresent(const PresentSession& session);
  absl::Status SetAbsent(absl::string_view bot,
                         absl::string_view instance = "");
  // The same for many, in one transaction.
  absl::Status SetAllPresent(const std::vector<PresentSession>& sessions);
  absl::Status SetAllAbsent(const std::vector<std::string>& bots,
                            absl::string_view instance);
  // The sessions of these bots, by bot, that are connected to this referee or
  // to another one whose lease lasts.
  using AbleSessions = std::map<std::string, std::vector<AbleSession>>;
  absl::StatusOr<AbleSessions> FindSessionsOf(
      absl::Span<const std::string> bots);
  // PresentSession::plays of a session with this hash. NOT_FOUND if there is no
  // such session any more.
  absl::StatusOr<std::string> ReadPlays(absl::string_view plays_sha256);
  // How many matches are under way in the sessions of these bots, by the hash
  // of the session's token. Sessions without a match are left out.
  absl::StatusOr<std::map<std::string, int>> CountMatchesOf(
      absl::Span<const std::string> bots);
  // The number of sessions, by bot and by the name of the referee. Bots without
  // sessions are left out.
  using Presences = std::map<std::string, std::map<std::string, SessionCount>>;
  absl::StatusOr<Presences> FindRefereesOf(absl::Span<const std::string> bots);
  // The places of these bots, and the places where they are wanted
  // (whereabouts.cc).
  absl::StatusOr<Whereabouts> Locate(absl::Span<const std::string> bots);

 private:
  Database& database_;
  const int64_t self_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_REFEREES_H_
