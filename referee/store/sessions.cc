#include "referee/store/sessions.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"

namespace arena::referee {

absl::Status Sessions::Put(const SessionRow& session) {
  if (session.token_sha256.size() != kSha256Bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the hash of a session token has 32 bytes, not ",
                     session.token_sha256.size()));
  }
  return database_.Write(Repeat::kHarmless, [&](SqlConnection& sql) {
    Query(sql,
          "INSERT INTO sessions"
          " (token_sha256, bot, instance, one_match, last_seen)"
          " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (token_sha256) DO UPDATE"
          " SET bot = $2, instance = $3, one_match = $4, last_seen = $5",
          Blob{session.token_sha256}, session.bot, session.instance,
          int64_t{session.one_match}, absl::ToUnixMicros(session.last_seen))
        .Post();
    return absl::OkStatus();
  });
}

absl::StatusOr<SessionRow> Sessions::Find(absl::string_view token_sha256) {
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<SessionRow> {
    Query query(sql,
                "SELECT bot, instance, one_match, last_seen,"
                " (SELECT count(*) FROM matches m"
                "  JOIN seats s ON s.match = m.number"
                "  WHERE m.state = 2 AND s.session = token_sha256)"
                " FROM sessions WHERE token_sha256 = $1",
                Blob{token_sha256});
    if (!query.Next()) return absl::NotFoundError("no session has that token");
    return SessionRow{.token_sha256 = std::string(token_sha256),
                      .bot = query.Bytes(0),
                      .instance = query.Bytes(1),
                      .one_match = query.Int(2) != 0,
                      .seated = query.Int(4) != 0,
                      .last_seen = absl::FromUnixMicros(query.Int(3))};
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
