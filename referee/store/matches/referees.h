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

// The instance of the row of a submitted bot of which processes could be
// started at a referee. No hello can give it.
inline constexpr absl::string_view kPlacesOfBot = "~";

// A session that is connected to a referee.
struct PresentSession {
  std::string bot;
  std::string instance = "";
  // SHA-256 of its token.
  std::string token_sha256 = "";
  // Whether it goes where a Redirect sends it.
  bool moves = false;
  // Whether it is to play one match, and has had none.
  bool fresh = false;
  // Whether it takes new matches; how many it plays at once.
  bool takes = true;
  int max_matches = 1;
  // For how many sessions it stands: those of a submitted bot that can be
  // started count as one that is connected.
  int places = 1;
  // A serialised v1.Welcome with nothing but `plays`. Empty: any match.
  std::string plays = "";
  friend bool operator==(const PresentSession&,
                         const PresentSession&) = default;
};

// What planning knows of a connected session.
struct AbleSession {
  int64_t referee = 0;
  std::string token_sha256;
  bool fresh = false;
  bool takes = true;
  int max_matches = 1;
  int places = 1;
  // Of PresentSession::plays.
  std::string plays_sha256;
};

// The sessions of a bot at a referee.
struct SessionCount {
  // Those that take new matches.
  int sessions = 0;
  // Those of them that are to play one match, and have had none.
  int fresh = 0;
};

// See Store for errors and threads.
class Referees {
 public:
  // Adds a referee of this name, with a lease of 30 seconds, and returns its
  // number, which is never used again. It gets what an earlier referee of the
  // name held. In a shared database, FAILED_PRECONDITION while the lease of the
  // earlier one lasts; and running matches of the earlier one are left to
  // the referee that has their bots (Matches::TakeOver).
  static absl::StatusOr<int64_t> Enter(Database& database,
                                       absl::string_view name);

  // `self` is a number that Enter has returned.
  Referees(Database& database, int64_t self)
      : database_(database), self_(self) {}

  // The number of this referee.
  int64_t self() const { return self_; }

  // ---- Leases ----
  // Lets the lease last for `time` from now, by the clock of the store. Until
  // then no other referee takes what this one holds. FAILED_PRECONDITION if
  // another process has entered under its name.
  absl::Status RenewLease(absl::Duration time);
  // Ends the lease now, because this referee stops.
  absl::Status Leave();

  // ---- Who is there ----
  // Stores where bots reach this referee; no bot is sent here before.
  absl::Status Advertise(absl::string_view address);
  // Whether a process of a bot is connected to this referee; a new referee has
  // none.
  absl::Status SetPresent(const PresentSession& session);
  absl::Status SetAbsent(absl::string_view bot,
                         absl::string_view instance = "");
  // The same for many, in one transaction.
  absl::Status SetAllPresent(const std::vector<PresentSession>& sessions);
  absl::Status SetAllAbsent(const std::vector<std::string>& bots,
                            absl::string_view instance);
  // The sessions of these bots that are connected to this referee or one whose
  // lease lasts, by bot.
  using AbleSessions = std::map<std::string, std::vector<AbleSession>>;
  absl::StatusOr<AbleSessions> FindSessionsOf(
      absl::Span<const std::string> bots);
  // PresentSession::plays of a session that has this hash of it. NOT_FOUND if
  // such a session is no longer there.
  absl::StatusOr<std::string> ReadPlays(absl::string_view plays_sha256);
  // How many matches are under way in the sessions of these bots, by the hash
  // of the session's token; sessions without a match are left out.
  absl::StatusOr<std::map<std::string, int>> CountMatchesOf(
      absl::Span<const std::string> bots);
  // How many sessions they have at which referees, by bot and the name of the
  // referee, of each that is somewhere.
  using Presences = std::map<std::string, std::map<std::string, SessionCount>>;
  absl::StatusOr<Presences> FindRefereesOf(absl::Span<const std::string> bots);
  // Where these bots are and are wanted (whereabouts.cc).
  absl::StatusOr<Whereabouts> Locate(absl::Span<const std::string> bots);

 private:
  Database& database_;
  const int64_t self_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_MATCHES_REFEREES_H_
