// Referees that share a store: their leases, and which bots are with them.
#ifndef REFEREE_STORE_REFEREES_H_
#define REFEREE_STORE_REFEREES_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "referee/store/database.h"
#include "referee/store/whereabouts.h"

namespace arena::referee {

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
  friend bool operator==(const PresentSession&,
                         const PresentSession&) = default;
};

// The sessions of a bot at a referee.
struct SessionCount {
  int sessions = 0;
  // Those of them that are to play one match, and have had none.
  int fresh = 0;
};

// See Store for errors and threads.
class Referees {
 public:
  // Makes a referee of this name, gives it what an earlier one of the name
  // held, and returns its number, which is never used again. It has its lease
  // for 30 seconds. FAILED_PRECONDITION if the earlier one's lease lasts; where
  // the database is not shared, that one has ended. Where it is, matches under
  // way are left to whoever has their bots (Matches::TakeOver).
  static absl::StatusOr<int64_t> Enter(Database& database,
                                       absl::string_view name);

  // `self` is such a number.
  Referees(Database& database, int64_t self)
      : database_(database), self_(self) {}

  // The number of this referee.
  int64_t self() const { return self_; }

  // ---- Leases ----
  // This referee is alive for so long from now, by the clock of the store.
  // What it holds is its own until then.
  absl::Status RenewLease(absl::Duration time);
  // It stops: its lease ends now.
  absl::Status Leave();

  // ---- Who is there ----
  // Where bots reach this referee; nobody is told before.
  absl::Status Advertise(absl::string_view address);
  // Whether a process of a bot is connected to this referee; a new referee has
  // none.
  absl::Status SetPresent(const PresentSession& session);
  absl::Status SetAbsent(absl::string_view bot,
                         absl::string_view instance = "");
  // Those of the bots that are connected to this referee or one whose lease
  // lasts, in ascending order.
  absl::StatusOr<std::vector<std::string>> ListPresent(
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

#endif  // REFEREE_STORE_REFEREES_H_
