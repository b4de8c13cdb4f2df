// Sessions of bots: the tokens with which bots can come back.
#ifndef REFEREE_STORE_SESSIONS_H_
#define REFEREE_STORE_SESSIONS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// A bot that may come back with its session token.
struct SessionRow {
  // SHA-256 of the token; the token itself is never stored.
  std::string token_sha256;
  std::string bot;
  // The process of the bot; may be empty.
  std::string instance = "";
  // Whether the session plays one match only.
  bool one_match = false;
  // Whether the session holds a seat in a match under way; `Put` does not
  // change this.
  bool seated = false;
  // Whole microseconds.
  absl::Time last_seen;
};

// See Store for errors and threads.
class Sessions {
 public:
  explicit Sessions(Database& database) : database_(database) {}

  // Adds a session, or replaces the session of that token. When a match
  // finishes, its sessions that play one match only are deleted.
  absl::Status Put(const SessionRow& session);
  // NOT_FOUND if no session has that token.
  absl::StatusOr<SessionRow> Find(absl::string_view token_sha256);
  // Deletes the sessions last seen before `time`; returns how many.
  absl::StatusOr<int> DeleteBefore(absl::Time time);

 private:
  Database& database_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SESSIONS_H_
