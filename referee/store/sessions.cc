#include "referee/store/sessions.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/store/match_row.h"

namespace arena::referee {

absl::Status Sessions::Put(const SessionRow& session) {
  if (session.token_sha256.size() != kSha256Bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the hash of a session token has 32 bytes, not ",
                     session.token_sha256.size()));
  }
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "INSERT INTO sessions (token_sha256, bot, last_seen)"
          " VALUES ($1, $2, $3) ON CONFLICT (token_sha256)"
          " DO UPDATE SET bot = $2, last_seen = $3",
          Blob{session.token_sha256}, session.bot,
          absl::ToUnixMicros(session.last_seen))
        .Post();
    return absl::OkStatus();
  });
}

absl::StatusOr<SessionRow> Sessions::Find(absl::string_view token_sha256) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<SessionRow> {
    Query query(sql,
                "SELECT bot, last_seen FROM sessions WHERE token_sha256 = $1",
                Blob{token_sha256});
    if (!query.Next()) return absl::NotFoundError("no session has that token");
    return SessionRow{.token_sha256 = std::string(token_sha256),
                      .bot = query.Bytes(0),
                      .last_seen = absl::FromUnixMicros(query.Int(1))};
  });
}

absl::StatusOr<int> Sessions::DeleteBefore(absl::Time time) {
  return database_.Write(
      Repeat::kHarmless, [&](SqlConnection& sql) -> absl::StatusOr<int> {
        return Query(sql, "DELETE FROM sessions WHERE last_seen < $1",
                     absl::ToUnixMicros(time))
            .Run();
      });
}

}  // namespace arena::referee
