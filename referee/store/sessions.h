// Sessions of bots: which tokens let which bots come back.
#ifndef REFEREE_STORE_SESSIONS_H_
#define REFEREE_STORE_SESSIONS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/database.h"

namespace arena::referee {

// A bot that may come back with its session token.
struct SessionRow {
  // SHA-256 of the token; the token itself is never stored.
  std::string token_sha256;
  std::string bot;
  // Whole microseconds.
  absl::Time last_seen;
};

// See Store for errors and threads.
class Sessions {
 public:
  explicit Sessions(Database& database) : database_(database) {}

  // Adds a session, or replaces the session of that token.
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
