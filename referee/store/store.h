// What a referee must not forget: matches, their journals and records,
// sessions, tokens, bots, competitions, and the referees that share all this.
#ifndef REFEREE_STORE_STORE_H_
#define REFEREE_STORE_STORE_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/store/bots.h"
#include "referee/store/competitions.h"
#include "referee/store/database.h"
#include "referee/store/journal_table.h"
#include "referee/store/matches.h"
#include "referee/store/records.h"
#include "referee/store/referees.h"
#include "referee/store/sessions.h"
#include "referee/store/tokens.h"

namespace arena::referee {

// What an acknowledged write survives.
enum class Durability {
  // The process being killed.
  kProcessKill,
  // Also the machine losing power; a commit then waits for the disk.
  kPowerLoss,
};

// The name of a referee that needs none, as it shares its store with nobody.
inline constexpr absl::string_view kDefaultReferee = "referee";

// One database, seen by one referee. Ends its lease when it is destroyed.
//
// Thread-safe; every call of the parts blocks until it is done. What a call
// acknowledged with OK survives the process being killed at any instant.
//
// NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION and INVALID_ARGUMENT refuse
// one request: nothing has changed and the store works on. Any other error
// means that the store itself has failed; IsRefusal tells the two apart.
//
// Several referees may share one database. Each opens it under a name of its
// own and holds a lease that it must renew (Referees).
class Store {
 public:
  // Errors are those of Referees::Enter.
  static absl::StatusOr<std::unique_ptr<Store>> Open(Connections connections,
                                                     absl::string_view referee);
  ~Store();

  // No call waits longer than a second for a database that does not answer, now
  // and from now on: for a process that has to end.
  void HurryUp() { database_->HurryUp(); }
  // For other connections to the same database; null where nothing waits.
  const std::shared_ptr<Hurry>& hurry() const { return database_->hurry(); }

  // Whether there can be other referees than this one.
  bool shared() const { return database_->shared(); }

  Matches& matches() { return matches_; }
  JournalTable& journal() { return journal_; }
  Records& records() { return records_; }
  Sessions& sessions() { return sessions_; }
  Tokens& tokens() { return tokens_; }
  Bots& bots() { return bots_; }
  Competitions& competitions() { return competitions_; }
  Referees& referees() { return referees_; }

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
};

// Whether an error refuses one request only (see Store).
bool IsRefusal(const absl::Status& status);
// Whether an error says what is wrong with the one match or competition that is
// being restored, and nothing of the store.
bool IsOfOneRow(const absl::Status& status);

}  // namespace arena::referee

#endif  // REFEREE_STORE_STORE_H_
