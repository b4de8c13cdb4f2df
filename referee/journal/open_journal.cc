#include "referee/journal/open_journal.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "referee/journal/table_journal.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/sqlite_connection.h"

namespace arena::referee {
namespace {

// How long the process of a killed referee may still hold its lock.
constexpr absl::Duration kLockPatience = absl::Seconds(3);

// The identity of the journal's folder, as the database beside it knows it.
struct KnownFolder {
  uint64_t id = 0;
  bool begun = false;
};

// The folder of the database; a new one gets an id.
absl::StatusOr<KnownFolder> KnowFolder(SqlConnection& sql) {
  Query(sql,
        "INSERT INTO journal_folder (id, begun) SELECT random(), 0"
        " WHERE NOT EXISTS (SELECT 1 FROM journal_folder)")
      .Run();
  Query query(sql, "SELECT id, begun FROM journal_folder");
  query.Next();
  return KnownFolder{.id = static_cast<uint64_t>(query.Int(0)),
                     .begun = query.Int(1) != 0};
}

absl::StatusOr<std::vector<std::string>> RunningMatches(SqlConnection& sql) {
  std::vector<std::string> matches;
  Query query(sql, "SELECT match_id FROM matches WHERE state = 2");
  while (query.Next()) matches.push_back(query.Bytes(0));
  return matches;
}

using Entries = absl::StatusOr<std::vector<std::string>>;

// The entries of all running matches in the table of an earlier referee.
absl::StatusOr<std::map<std::string, Entries>> TableEntries(
    SqlConnection& sql) {
  std::map<std::string, Entries> all;
  Query query(sql,
              "SELECT match_id, sequence, entry FROM journal"
              " JOIN matches ON number = match WHERE state = 2"
              " ORDER BY match, sequence");
  while (query.Next()) {
    const auto [at, is_new] =
        all.try_emplace(query.Bytes(0), std::vector<std::string>());
    Entries& entries = at->second;
    if (!entries.ok()) continue;
    const auto next = static_cast<int64_t>(entries->size());
    if (query.Int(1) == next) {
      entries->push_back(query.Bytes(2));
    } else {
      entries = absl::DataLossError(
          absl::StrCat("journal entry ", next, " is missing in the store"));
    }
  }
  return all;
}

// Moves the entries that an earlier referee left in the table to the journal.
absl::Status ImportTable(SqlConnection& sql, JournalFile& journal) {
  ARENA_ASSIGN_OR_RETURN(const auto all, Read(sql, TableEntries));
  for (const auto& [match_id, entries] : all) {
    ARENA_RETURN_IF_ERROR(journal.Import(match_id, entries));
  }
  return Write(sql, /*repeatable=*/true,
               [](SqlConnection& connection) -> absl::Status {
                 connection.Execute("DELETE FROM journal");
                 connection.Execute("UPDATE journal_folder SET begun = 1");
                 return absl::OkStatus();
               });
}

absl::StatusOr<OpenedJournal> OpenFile(const std::string& path,
                                       Durability durability,
                                       JournalFile::Elsewhere elsewhere) {
  ARENA_ASSIGN_OR_RETURN(
      DataDirectory directory,
      DataDirectory::Open(absl::StrCat(path, ".journal"), kLockPatience));
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<SqliteConnection> sql,
                         SqliteConnection::Open(path, SQLite::OPEN_READWRITE));
  ARENA_ASSIGN_OR_RETURN(const KnownFolder known,
                         Write(*sql, /*repeatable=*/true, KnowFolder));
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> matches,
                         Read(*sql, RunningMatches));
  JournalFile::Options options;
  options.id = known.id;
  options.exists = known.begun;
  options.flush = durability == Durability::kPowerLoss;
  options.elsewhere = std::move(elsewhere);
  ARENA_ASSIGN_OR_RETURN(
      std::unique_ptr<JournalFile> journal,
      JournalFile::Open(std::make_unique<DiskFolder>(std::move(directory)),
                        matches, std::move(options)));
  if (!known.begun) ARENA_RETURN_IF_ERROR(ImportTable(*sql, *journal));
  std::vector<std::string> damages = journal->damages();
  return OpenedJournal{.journal = std::move(journal),
                       .damages = std::move(damages)};
}

// A journal in a table, with its own connections.
struct OwnTable {
  OwnTable(Connections connections, int64_t referee)
      : database(std::move(connections)), rows(database, referee) {}

  Database database;
  JournalTable rows;
};

absl::StatusOr<OpenedJournal> OpenTable(absl::string_view url, Store& store,
                                        Durability durability,
                                        absl::Duration patience) {
  ARENA_ASSIGN_OR_RETURN(
      Connections connections,
      ConnectToPostgres(url, durability, patience, store.hurry()));
  const auto table = std::make_shared<OwnTable>(std::move(connections),
                                                store.journal().referee());
  return OpenedJournal{
      .journal = std::make_unique<TableJournal>(
          [table](absl::Span<const JournalRow> rows) {
            return table->rows.Append(rows);
          },
          [table](absl::string_view id) { return table->rows.Read(id); }),
      .damages = {}};
}

}  // namespace

absl::StatusOr<OpenedJournal> OpenJournal(absl::string_view url, Store& store,
                                          Durability durability,
                                          JournalFile::Elsewhere elsewhere,
                                          absl::Duration patience) {
  absl::string_view path = url;
  if (absl::ConsumePrefix(&path, "sqlite:")) {
    return OpenFile(std::string(path), durability, std::move(elsewhere));
  }
  return OpenTable(url, store, durability, patience);
}

}  // namespace arena::referee
