#include "referee/store/session_rows.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "referee/store/json_array.h"

namespace arena::referee {
namespace {

absl::Status CheckHash(absl::string_view what, absl::string_view hash) {
  if (hash.size() == kSha256Bytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the hash of ", what, " has 32 bytes, not ", hash.size()));
}

// A query for these columns of tokens is read by ReadToken.
constexpr char kTokenColumns[] =
    "token_id, secret_sha256, role, owner, created,"
    " (SELECT author FROM bots WHERE name = owner AND role = 1)";
static_assert(v1::ROLE_BOT == 1);

TokenRow ReadToken(const Query& query) {
  return {.token_id = query.Bytes(0),
          .secret_sha256 = query.Bytes(1),
          .role = static_cast<v1::Role>(query.Int(2)),
          .owner = query.Bytes(3),
          .author = query.Bytes(5),
          .created = absl::FromUnixMicros(query.Int(4))};
}

absl::Status NoToken(absl::string_view token_id) {
  return absl::NotFoundError(
      absl::StrCat("no token has the id ", Shortened(token_id)));
}

}  // namespace

// ---- Sessions ----

absl::Status WriteSession(SqlConnection& connection,
                          const SessionRow& session) {
  ARENA_RETURN_IF_ERROR(CheckHash("a session token", session.token_sha256));
  Query(connection,
        "INSERT INTO sessions (token_sha256, bot, last_seen)"
        " VALUES (?1, ?2, ?3) ON CONFLICT (token_sha256)"
        " DO UPDATE SET bot = ?2, last_seen = ?3",
        Blob{session.token_sha256}, session.bot,
        absl::ToUnixMicros(session.last_seen))
      .Post();
  return absl::OkStatus();
}

absl::StatusOr<SessionRow> FindSession(SqlConnection& connection,
                                       absl::string_view token_sha256) {
  Query query(connection,
              "SELECT bot, last_seen FROM sessions WHERE token_sha256 = ?1",
              Blob{token_sha256});
  if (!query.Next()) return absl::NotFoundError("no session has that token");
  return SessionRow{.token_sha256 = std::string(token_sha256),
                    .bot = query.Bytes(0),
                    .last_seen = absl::FromUnixMicros(query.Int(1))};
}

absl::Status EraseSession(SqlConnection& connection,
                          absl::string_view token_sha256) {
  Query(connection, "DELETE FROM sessions WHERE token_sha256 = ?1",
        Blob{token_sha256})
      .Post();
  return absl::OkStatus();
}

absl::StatusOr<int> EraseSessionsBefore(SqlConnection& connection,
                                        absl::Time time) {
  return Query(connection, "DELETE FROM sessions WHERE last_seen < ?1",
               absl::ToUnixMicros(time))
      .Run();
}

// ---- Tokens ----

absl::Status AddToken(SqlConnection& connection, const TokenRow& token) {
  ARENA_RETURN_IF_ERROR(CheckHash("a token", token.secret_sha256));
  const int added =
      Query(connection,
            "INSERT INTO tokens (token_id, secret_sha256, role, owner, created)"
            " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
            token.token_id, Blob{token.secret_sha256}, token.role, token.owner,
            absl::ToUnixMicros(token.created))
          .Run();
  if (added == 1) return absl::OkStatus();
  return absl::AlreadyExistsError(absl::StrCat(
      "a token with the id ", token.token_id, " or the same secret exists"));
}

absl::StatusOr<TokenRow> FindToken(SqlConnection& connection,
                                   absl::string_view secret_sha256) {
  static const std::string sql = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE secret_sha256 = ?1");
  Query query(connection, sql, Blob{secret_sha256});
  if (!query.Next()) return absl::NotFoundError("no token has that secret");
  return ReadToken(query);
}

absl::StatusOr<TokenRow> FindTokenById(SqlConnection& connection,
                                       absl::string_view token_id) {
  static const std::string sql = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE token_id = ?1");
  Query query(connection, sql, token_id);
  if (!query.Next()) return NoToken(token_id);
  return ReadToken(query);
}

absl::StatusOr<std::vector<TokenRow>> ReadTokens(SqlConnection& connection,
                                                 const TokenFilter& filter) {
  const std::string sql = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE ",
      filter.owner.empty() ? "?1 = ''" : "owner = ?1", " AND ",
      filter.author.empty() ? "?2 = ''"
                            : "role = 1 AND owner IN"
                              " (SELECT name FROM bots WHERE author = ?2)",
      " ORDER BY number");
  Query query(connection, sql, filter.owner, filter.author);
  std::vector<TokenRow> tokens;
  while (query.Next()) tokens.push_back(ReadToken(query));
  return tokens;
}

absl::StatusOr<std::set<std::string>> FindTokenIds(
    SqlConnection& connection, absl::Span<const std::string> token_ids) {
  Query query(connection,
              "SELECT token_id FROM tokens"
              " WHERE token_id IN (SELECT value FROM json_each(?1))",
              JsonArray({token_ids.begin(), token_ids.end()}));
  std::set<std::string> found;
  while (query.Next()) found.insert(query.Bytes(0));
  return found;
}

absl::StatusOr<TokenRow> EraseToken(SqlConnection& connection,
                                    absl::string_view token_id) {
  static const std::string sql = absl::StrCat(
      "DELETE FROM tokens WHERE token_id = ?1 RETURNING ", kTokenColumns);
  Query query(connection, sql, token_id);
  if (query.Next()) return ReadToken(query);
  return NoToken(token_id);
}

}  // namespace arena::referee
