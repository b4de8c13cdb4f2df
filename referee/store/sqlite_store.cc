#include "referee/store/sqlite_store.h"

#include <sqlite3.h>

#include <type_traits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/mutex.h"
#include "referee/store/checkpointer.h"
#include "referee/store/schema.h"
#include "referee/store/sqlite_connection.h"
#include "referee/store/sqlite_matches.h"

namespace arena::referee {
namespace {

constexpr size_t kSha256Bytes = 32;

// ---- Journal ----

// Where the journal of a match goes on.
struct JournalTail {
  int64_t match = 0;
  int64_t next = 0;
};

absl::StatusOr<JournalTail> FindTail(SqliteConnection& connection,
                                     absl::string_view match_id) {
  Query query(connection,
              "SELECT number, state,"
              " (SELECT coalesce(max(sequence) + 1, 0) FROM journal"
              "  WHERE match = number)"
              " FROM matches WHERE match_id = ?1",
              match_id);
  if (!query.Next()) return NoMatch(match_id);
  if (query.Int(1) == v1::Match::STATE_FINISHED) return MatchIsOver(match_id);
  return JournalTail{.match = query.Int(0), .next = query.Int(2)};
}

// Checks an entry that does not go on behind the last one: harmless if it is
// there already.
absl::Status CheckRepeated(SqliteConnection& connection,
                           const JournalTail& tail, const JournalRow& row) {
  Query query(connection,
              "SELECT entry FROM journal WHERE match = ?1 AND sequence = ?2",
              tail.match, row.sequence);
  if (!query.Next()) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " leaves a gap, the next one is ", tail.next));
  }
  if (query.Bytes(0) != std::string(row.entry)) {
    return absl::FailedPreconditionError(
        absl::StrCat("match ", row.match_id, ": journal entry ", row.sequence,
                     " is there already with other bytes"));
  }
  return absl::OkStatus();
}

absl::Status AppendJournalTo(SqliteConnection& connection,
                             absl::Span<const JournalRow> rows) {
  absl::string_view match_id;
  JournalTail tail;
  for (const JournalRow& row : rows) {
    if (tail.match == 0 || row.match_id != match_id) {
      ARENA_ASSIGN_OR_RETURN(tail, FindTail(connection, row.match_id));
      match_id = row.match_id;
    }
    if (row.sequence != tail.next) {
      ARENA_RETURN_IF_ERROR(CheckRepeated(connection, tail, row));
      continue;
    }
    Query(connection,
          "INSERT INTO journal (match, sequence, entry) VALUES (?1, ?2, ?3)",
          tail.match, tail.next++, Blob{row.entry})
        .Run();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::string>> ReadJournalFrom(
    SqliteConnection& connection, absl::string_view match_id) {
  Query match(connection, "SELECT number FROM matches WHERE match_id = ?1",
              match_id);
  if (!match.Next()) return NoMatch(match_id);
  Query query(connection,
              "SELECT sequence, entry FROM journal WHERE match = ?1"
              " ORDER BY sequence",
              match.Int(0));
  std::vector<std::string> entries;
  while (query.Next()) {
    if (query.Int(0) != static_cast<int64_t>(entries.size())) {
      return absl::DataLossError(
          absl::StrCat("match ", match_id, ": journal entry ", entries.size(),
                       " is missing in the store"));
    }
    entries.push_back(query.Bytes(1));
  }
  return entries;
}

// ---- The store ----

// Writes through one connection and reads through another, so that reading
// waits for no commit.
class SqliteStore : public Store {
 public:
  SqliteStore(const std::string& path, std::unique_ptr<SqliteConnection> writer,
              std::unique_ptr<SqliteConnection> reader)
      : path_(path),
        writer_(std::move(writer)),
        reader_(std::move(reader)),
        checkpointer_(path) {
    checkpointer_.Watch(*writer_);
  }

  absl::StatusOr<InsertedMatch> InsertMatch(const MatchRow& match) override {
    return Write([&](SqliteConnection& connection) {
      return AddMatch(connection, match);
    });
  }

  absl::StatusOr<MatchRow> GetMatch(absl::string_view match_id) override {
    return Read([&](SqliteConnection& connection) {
      return FindMatch(connection, match_id);
    });
  }

  absl::StatusOr<std::vector<MatchRow>> ListMatches(const MatchFilter& filter,
                                                    int limit,
                                                    int64_t before) override {
    if (limit < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("a page has at least 1 match, not ", limit));
    }
    return Read([&](SqliteConnection& connection) {
      return ReadPage(connection, filter, limit, before);
    });
  }

  absl::StatusOr<std::vector<MatchRow>> LoadUnfinished() override {
    return Read([&](SqliteConnection& connection) {
      return ReadUnfinished(connection);
    });
  }

  absl::Status StartMatch(absl::string_view match_id) override {
    return Write([&](SqliteConnection& connection) {
      const int changed = Query(connection,
                                "UPDATE matches SET state = 2"
                                " WHERE match_id = ?1 AND state <> 3",
                                match_id)
                              .Run();
      if (changed == 1) return absl::OkStatus();
      const absl::Status found = FindMatch(connection, match_id).status();
      return found.ok() ? MatchIsOver(match_id) : found;
    });
  }

  absl::Status FinishMatch(const FinishedMatch& finished) override {
    return Write([&](SqliteConnection& connection) {
      return EndMatch(connection, finished);
    });
  }

  absl::Status AppendJournal(absl::Span<const JournalRow> rows) override {
    return Write([&](SqliteConnection& connection) {
      return AppendJournalTo(connection, rows);
    });
  }

  absl::StatusOr<std::vector<std::string>> ReadJournal(
      absl::string_view match_id) override {
    return Read([&](SqliteConnection& connection) {
      return ReadJournalFrom(connection, match_id);
    });
  }

  absl::StatusOr<std::string> GetRecord(absl::string_view record_id) override {
    return Read(
        [&](SqliteConnection& connection) -> absl::StatusOr<std::string> {
          Query query(connection,
                      "SELECT bytes FROM records WHERE record_id = ?1",
                      record_id);
          if (query.Next()) return query.Bytes(0);
          return absl::NotFoundError(
              absl::StrCat("no record has the id ", record_id));
        });
  }

  absl::Status PutSession(const SessionRow& session) override {
    if (session.token_sha256.size() != kSha256Bytes) {
      return absl::InvalidArgumentError(
          absl::StrCat("the hash of a session token has 32 bytes, not ",
                       session.token_sha256.size()));
    }
    return Write([&](SqliteConnection& connection) {
      Query(connection,
            "INSERT INTO sessions (token_sha256, bot, last_seen)"
            " VALUES (?1, ?2, ?3) ON CONFLICT (token_sha256)"
            " DO UPDATE SET bot = ?2, last_seen = ?3",
            Blob{session.token_sha256}, session.bot,
            absl::ToUnixMicros(session.last_seen))
          .Run();
      return absl::OkStatus();
    });
  }

  absl::StatusOr<SessionRow> FindSession(
      absl::string_view token_sha256) override {
    return Read(
        [&](SqliteConnection& connection) -> absl::StatusOr<SessionRow> {
          Query query(connection,
                      "SELECT bot, last_seen FROM sessions"
                      " WHERE token_sha256 = ?1",
                      Blob{token_sha256});
          if (!query.Next()) {
            return absl::NotFoundError("no session has that token");
          }
          return SessionRow{.token_sha256 = std::string(token_sha256),
                            .bot = query.Bytes(0),
                            .last_seen = absl::FromUnixMicros(query.Int(1))};
        });
  }

  absl::Status DeleteSession(absl::string_view token_sha256) override {
    return Write([&](SqliteConnection& connection) {
      Query(connection, "DELETE FROM sessions WHERE token_sha256 = ?1",
            Blob{token_sha256})
          .Run();
      return absl::OkStatus();
    });
  }

  absl::StatusOr<int> DeleteSessionsBefore(absl::Time time) override {
    return Write([&](SqliteConnection& connection) -> absl::StatusOr<int> {
      return Query(connection, "DELETE FROM sessions WHERE last_seen < ?1",
                   absl::ToUnixMicros(time))
          .Run();
    });
  }

 private:
  // Runs a function in a transaction, which is undone unless it returns OK.
  template <typename Function>
  std::invoke_result_t<Function, SqliteConnection&> Write(Function function)
      ABSL_LOCKS_EXCLUDED(write_mutex_) {
    MutexLock lock(write_mutex_);
    SqliteConnection& connection = *writer_;
    return CatchingSqlite(path_, [&] {
      SQLite::Transaction transaction(connection.database(),
                                      SQLite::TransactionBehavior::IMMEDIATE);
      auto result = function(connection);
      if (result.ok()) transaction.commit();
      return result;
    });
  }

  template <typename Function>
  std::invoke_result_t<Function, SqliteConnection&> Read(Function function)
      ABSL_LOCKS_EXCLUDED(read_mutex_) {
    MutexLock lock(read_mutex_);
    SqliteConnection& connection = *reader_;
    return CatchingSqlite(path_, [&] { return function(connection); });
  }

  const std::string path_;
  Mutex write_mutex_;
  const std::unique_ptr<SqliteConnection> writer_
      ABSL_PT_GUARDED_BY(write_mutex_);
  Mutex read_mutex_;
  const std::unique_ptr<SqliteConnection> reader_
      ABSL_PT_GUARDED_BY(read_mutex_);
  Checkpointer checkpointer_;
};

absl::StatusOr<std::unique_ptr<Store>> Open(const std::string& path,
                                            Durability durability) {
  auto writer = std::make_unique<SqliteConnection>(
      path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  // Before anything else, so that a file that is not ours stays as it is.
  ARENA_RETURN_IF_ERROR(Migrate(*writer, SchemaSteps()));
  writer->database().exec("PRAGMA journal_mode = WAL");
  writer->database().exec(durability == Durability::kPowerLoss
                              ? "PRAGMA synchronous = FULL"
                              : "PRAGMA synchronous = NORMAL");
  writer->database().exec("PRAGMA foreign_keys = ON");
  auto reader = std::make_unique<SqliteConnection>(path, SQLite::OPEN_READONLY);
  return std::make_unique<SqliteStore>(path, std::move(writer),
                                       std::move(reader));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Store>> OpenSqliteStore(absl::string_view path,
                                                       Durability durability) {
  const std::string file(path);
  return CatchingSqlite(file, [&]() -> absl::StatusOr<std::unique_ptr<Store>> {
    try {
      return Open(file, durability);
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_NOTADB) throw;
      return absl::FailedPreconditionError(
          absl::StrCat(file, " is not an SQLite database; name another file"));
    }
  });
}

}  // namespace arena::referee
