#include "referee/store/tokens.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "referee/store/sql/stored_values.h"

namespace arena::referee {
namespace {

// A query for these columns of tokens is read by ReadToken.
constexpr char kTokenColumns[] =
    "token_id, secret_sha256, role, owner, created,"
    " (SELECT author FROM bots WHERE name = owner AND role = 1), number,"
    " expires";
static_assert(v1::ROLE_BOT == 1);

absl::Time ReadTokenTime(const Query& query, int column) {
  return absl::FromUnixMicros(SoundMicros(query.Int(column)));
}

TokenRow ReadToken(const Query& query) {
  return {.number = query.Int(6),
          .token_id = query.Bytes(0),
          .secret_sha256 = query.Bytes(1),
          .role = static_cast<v1::Role>(query.Int(2)),
          .owner = query.Bytes(3),
          .author = query.Bytes(5),
          .created = ReadTokenTime(query, 4),
          .expires = query.IsNull(7)
                         ? std::nullopt
                         : std::optional<absl::Time>(ReadTokenTime(query, 7))};
}

absl::Status NoToken(absl::string_view token_id) {
  return absl::NotFoundError(
      absl::StrCat("no token has the id ", Shortened(token_id)));
}

// Deletes the token that the same request has made, if that was a short time
// ago, and returns the token's id. An older request keeps its token; the
// present request then counts as new.
absl::StatusOr<std::string> DeleteRepeated(SqlConnection& sql,
                                           const TokenRow& token) {
  if (token.request.empty()) return std::string();
  Query query(sql,
              "SELECT token_id, role, owner, created FROM tokens"
              " WHERE request = $1",
              token.request);
  if (!query.Next()) return std::string();
  const std::string first = query.Bytes(0);
  if (absl::FromUnixMicros(query.Int(3)) + kRepetition <= token.created) {
    Query(sql, "UPDATE tokens SET request = NULL WHERE token_id = $1", first)
        .Post();
    return std::string();
  }
  if (query.Int(1) != token.role || query.Bytes(2) != token.owner) {
    return absl::AlreadyExistsError(
        absl::StrCat("the request_id belongs to token ", first,
                     ", which was asked for with another role or owner; use a "
                     "new id for another token"));
  }
  Query(sql, "DELETE FROM tokens WHERE token_id = $1", first).Post();
  return first;
}

}  // namespace

absl::StatusOr<std::string> Tokens::Insert(const TokenRow& token) {
  if (token.secret_sha256.size() != kSha256Bytes) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the hash of a token has 32 bytes, not ", token.secret_sha256.size()));
  }
  return database_.Write(
      Repeat::kHarmful, [&](SqlConnection& sql) -> absl::StatusOr<std::string> {
        ARENA_ASSIGN_OR_RETURN(const std::string replaced,
                               DeleteRepeated(sql, token));
        const OptionalInt expires =
            token.expires.has_value()
                ? OptionalInt{absl::ToUnixMicros(*token.expires)}
                : OptionalInt{};
        const int added =
            Query(sql,
                  "INSERT INTO tokens (token_id, secret_sha256,"
                  " role, owner, created, expires, request)"
                  " VALUES ($1, $2, $3, $4, $5, $6, nullif($7, ''))"
                  " ON CONFLICT DO NOTHING",
                  token.token_id, Blob{token.secret_sha256}, token.role,
                  token.owner, absl::ToUnixMicros(token.created), expires,
                  token.request)
                .Run();
        if (added == 1) return replaced;
        return absl::AlreadyExistsError(
            absl::StrCat("a token with the id ", token.token_id,
                         " or the same secret exists"));
      });
}

absl::StatusOr<TokenRow> Tokens::Find(absl::string_view secret_sha256) {
  static const std::string text = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE secret_sha256 = $1",
      " AND (expires IS NULL OR expires > $2)");
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<TokenRow> {
    Query query(sql, text, Blob{secret_sha256}, sql.Now());
    if (!query.Next()) return absl::NotFoundError("no token has that secret");
    return ReadToken(query);
  });
}

absl::StatusOr<TokenRow> Tokens::Get(absl::string_view token_id) {
  static const std::string text = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE token_id = $1");
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<TokenRow> {
    Query query(sql, text, token_id);
    if (!query.Next()) return NoToken(token_id);
    return ReadToken(query);
  });
}

absl::StatusOr<std::vector<TokenRow>> Tokens::List(const TokenFilter& filter,
                                                   int limit, int64_t after) {
  ARENA_RETURN_IF_ERROR(CheckLimit(limit));
  const std::string text = absl::StrCat(
      "SELECT ", kTokenColumns, " FROM tokens WHERE ",
      filter.owner.empty() ? "$1 = ''" : "owner = $1", " AND ",
      filter.author.empty() ? "$2 = ''"
                            : "role = 1 AND owner IN"
                              " (SELECT name FROM bots WHERE author = $2)",
      after == 0 ? " AND $3 = 0" : " AND number > $3",
      " ORDER BY number LIMIT $4");
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::vector<TokenRow>> {
        Query query(sql, text, filter.owner, filter.author, after, limit);
        std::vector<TokenRow> tokens;
        while (query.Next()) tokens.push_back(ReadToken(query));
        return tokens;
      });
}

absl::StatusOr<int> Tokens::Count(v1::Role role, absl::string_view owner,
                                  absl::string_view request) {
  const std::string text =
      absl::StrCat("SELECT count(*) FROM tokens WHERE role = $1 AND ",
                   owner.empty() ? "$2 = ''" : "owner = $2",
                   " AND (expires IS NULL OR expires > $3)"
                   " AND (request IS NULL OR request <> $4)");
  return database_.Read([&](SqlConnection& sql) -> absl::StatusOr<int> {
    Query query(sql, text, role, owner, sql.Now(), request);
    return query.Next() ? static_cast<int>(query.Int(0)) : 0;
  });
}

absl::StatusOr<std::set<std::string>> Tokens::FindIds(
    absl::Span<const std::string> token_ids) {
  return database_.Read(
      [&](SqlConnection& sql) -> absl::StatusOr<std::set<std::string>> {
        Query query(sql,
                    "SELECT token_id FROM tokens"
                    " WHERE token_id IN ({texts})"
                    " AND (expires IS NULL OR expires > $2)",
                    JsonArray({token_ids.begin(), token_ids.end()}), sql.Now());
        std::set<std::string> found;
        while (query.Next()) found.insert(query.Bytes(0));
        return found;
      });
}

absl::StatusOr<TokenRow> Tokens::Delete(absl::string_view token_id) {
  static const std::string text = absl::StrCat(
      "DELETE FROM tokens WHERE token_id = $1 RETURNING ", kTokenColumns);
  return database_.Write(Repeat::kHarmful,
                         [&](SqlConnection& sql) -> absl::StatusOr<TokenRow> {
                           Query query(sql, text, token_id);
                           if (query.Next()) return ReadToken(query);
                           return NoToken(token_id);
                         });
}

}  // namespace arena::referee
