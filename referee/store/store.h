// The lasting data of a referee: matches, their journals and records, sessions,
// tokens, bots and their submitted versions, competitions, and the referees
// that share the store.
#ifndef REFEREE_STORE_STORE_H_
#define REFEREE_STORE_STORE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/bots.h"
#include "referee/store/competitions.h"
#include "referee/store/matches/journal_table.h"
#include "referee/store/matches/matches.h"
#include "referee/store/matches/records.h"
#include "referee/store/matches/referees.h"
#include "referee/store/matches/seat_reports.h"
#include "referee/store/sessions.h"
#include "referee/store/sql/database.h"
#include "referee/store/tokens.h"
#include "referee/store/versions/archives.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {

// The failures that an acknowledged write survives.
enum class Durability {
  // The process is killed.
  kProcessKill,
  // The machine loses power, too; a commit then waits for the disk.
  kPowerLoss,
};

// How long the check of a database at the start may take.
inline constexpr absl::Duration kCheckTime = absl::Seconds(30);

// The name of a referee that shares its store with no other and needs no name.
inline constexpr absl::string_view kDefaultReferee = "referee";

// One database, seen by one referee. Ends its lease when it is destroyed.
//
// Thread-safe; every call of the parts blocks until it is done. Changes that a
// call has acknowledged with OK survive even if the process is killed at any
// instant.
//
// NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION and INVALID_ARGUMENT refuse
// one request: nothing has changed and the store still works. Any other error
// means that the store itself has failed; IsRefusal tells the two apart.
//
// Several referees may share one database. Each opens it under a different name
// and holds a lease that it must renew (Referees).
class Store {
 public:
  // Errors as Referees::Enter.
  static absl::StatusOr<std::unique_ptr<Store>> Open(Connections connections,
                                                     absl::string_view referee);
  ~Store();

  // From now on no call, including calls under way, waits longer than a second
  // for a database that does not answer. For a process that has to end.
  void HurryUp() { database_->HurryUp(); }
  // For other connections to the same database; null if nothing waits for it.
  const std::shared_ptr<Hurry>& hurry() const { return database_->hurry(); }

  // Whether other referees can use the database.
  bool shared() const { return database_->shared(); }
  // Findings of the start that do not prevent it, one sentence each.
  const std::vector<std::string>& notices() const {
    return database_->notices();
  }

  Matches& matches() { return matches_; }
  JournalTable& journal() { return journal_; }
  Records& records() { return records_; }
  Sessions& sessions() { return sessions_; }
  Tokens& tokens() { return tokens_; }
  Bots& bots() { return bots_; }
  Competitions& competitions() { return competitions_; }
  Referees& referees() { return referees_; }
  Archives& archives() { return archives_; }
  Versions& versions() { return versions_; }
  SeatReports& seat_reports() { return seat_reports_; }

 private:
  Store(std::unique_ptr<Database> database, int64_t referee);

  const std::unique_ptr<Database> database_;
  Referees referees_;
  Matches matches_;
  JournalTable journal_;
  Records records_;
  Sessions sessions_;
  Tokens tokens_;
  Bots bots_;
  Competitions competitions_;
  Archives archives_;
  Versions versions_;
  SeatReports seat_reports_;
};

// Whether an error refuses one request only (see Store).
bool IsRefusal(const absl::Status& status);
// Whether an error concerns only the match or competition that is being
// restored, and not the store.
bool IsOfOneRow(const absl::Status& status);

}  // namespace arena::referee

#endif  // REFEREE_STORE_STORE_H_
