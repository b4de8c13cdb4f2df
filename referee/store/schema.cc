#include "referee/store/schema.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// "PTLN": marks our files among the databases of all programs.
constexpr int64_t kApplicationId = 0x50544c4e;

constexpr const char* kSteps[] = {
    // Version 1. Times are microseconds since 1970; a state is the number of
    // v1.Match.State; protocol messages are kept as they are serialised.
    R"sql(
CREATE TABLE matches (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  match_id TEXT NOT NULL UNIQUE,
  request_id TEXT UNIQUE,  -- NULL where the request had none
  state INTEGER NOT NULL CHECK (state BETWEEN 1 AND 3),
  game TEXT NOT NULL,
  rules_version INTEGER NOT NULL,
  options TEXT NOT NULL,
  clock BLOB,  -- v1.Clock; NULL: no limits
  max_faults INTEGER NOT NULL,
  seed BLOB NOT NULL CHECK (length(seed) = 32),
  label TEXT NOT NULL,
  result BLOB,  -- v1.MatchResult
  CHECK ((result IS NOT NULL) = (state = 3))
) STRICT;
CREATE INDEX matches_by_state ON matches (state, number);
CREATE INDEX matches_by_game ON matches (game, number);

CREATE TABLE seats (
  match INTEGER NOT NULL REFERENCES matches (number),
  seat INTEGER NOT NULL,
  bot TEXT,
  built_in TEXT,
  PRIMARY KEY (match, seat),
  CHECK ((bot IS NULL) <> (built_in IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE journal (
  match INTEGER NOT NULL REFERENCES matches (number),
  sequence INTEGER NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (match, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
  match INTEGER PRIMARY KEY REFERENCES matches (number),
  record_id TEXT NOT NULL UNIQUE,
  sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE sessions (
  token_sha256 BLOB PRIMARY KEY CHECK (length(token_sha256) = 32),
  bot TEXT NOT NULL,
  last_seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_last_seen ON sessions (last_seen);
)sql",
};

int64_t Pragma(SqliteConnection& connection, const char* name) {
  return connection.database()
      .execAndGet(absl::StrCat("PRAGMA ", name))
      .getInt64();
}

// Refuses to touch what is not ours.
absl::Status CheckOwner(SqliteConnection& connection) {
  const int64_t id = Pragma(connection, "application_id");
  if (id == kApplicationId) return absl::OkStatus();
  const int64_t tables = connection.database()
                             .execAndGet("SELECT count(*) FROM sqlite_schema")
                             .getInt64();
  if (id == 0 && tables == 0) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(connection.database().getFilename(),
                   " is the database of another program; name another file"));
}

}  // namespace

absl::Span<const char* const> SchemaSteps() { return kSteps; }

absl::Status Migrate(SqliteConnection& connection,
                     absl::Span<const char* const> steps) {
  if (absl::Status status = CheckOwner(connection); !status.ok()) {
    return status;
  }
  const int64_t newest = steps.size();
  const int64_t found = Pragma(connection, "user_version");
  if (found > newest) {
    return absl::FailedPreconditionError(absl::StrCat(
        connection.database().getFilename(), " has schema version ", found,
        ", this referee knows versions up to ", newest,
        "; use the newer referee that wrote it"));
  }
  for (int64_t version = found + 1; version <= newest; ++version) {
    SQLite::Transaction transaction(connection.database(),
                                    SQLite::TransactionBehavior::IMMEDIATE);
    connection.database().exec(steps[version - 1]);
    connection.database().exec(
        absl::StrCat("PRAGMA application_id = ", kApplicationId,
                     "; PRAGMA user_version = ", version));
    transaction.commit();
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
