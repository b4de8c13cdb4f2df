#include "referee/store/sql/copy_database.h"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "referee/store/sql/database_witness.h"
#include "referee/store/sql/file_check.h"
#include "referee/store/sql/identity_file.h"
#include "referee/store/sql/lost_data.h"
#include "referee/store/sql/sqlite_connection.h"

namespace arena::referee {
namespace {

// How long the copy waits for a referee that is closing the database.
constexpr int kCopyTimeoutMs = 10000;

absl::Status CopyPages(const std::string& from, const std::string& to) {
  try {
    SQLite::Database source(from, SQLite::OPEN_READONLY, kCopyTimeoutMs);
    SQLite::Database copy(to, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    // Before it has contents.
    if (chmod(to.c_str(), 0600) != 0) {
      return FileError("change", to);
    }
    // All pages in one step, so that they are of one instant.
    SQLite::Backup(copy, source).executeStep(-1);
    return absl::OkStatus();
  } catch (const SQLite::Exception& error) {
    const int code = error.getErrorCode();
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
      return DamagedDatabase(from, error.what());
    }
    return absl::UnavailableError(
        absl::StrCat("cannot copy ", from, ": ", error.what()));
  }
}

// Reads the identity file while a referee may be writing it. Reads it twice,
// because a half written number is not read twice.
absl::StatusOr<std::optional<Identity>> ReadSettled(const std::string& path) {
  constexpr int kMostTries = 100;
  auto last = ReadIdentity(path);
  for (int i = 0; i < kMostTries; ++i) {
    auto again = ReadIdentity(path);
    const bool same = last.ok() && again.ok() && last->has_value() &&
                      again->has_value() &&
                      (*last)->position == (*again)->position;
    last = std::move(again);
    if (same) break;
  }
  return last;
}

// Gives a copy its own identity, and returns it.
absl::StatusOr<Identity> IdentityOf(SqlConnection& sql) {
  Query query(sql, "SELECT id, position FROM identity");
  if (!query.Next()) {
    return absl::FailedPreconditionError("the database has no identity");
  }
  return Identity{.id = query.Bytes(0),
                  .position = query.Int(1),
                  .boot = CurrentBoot(),
                  .flushed = true};
}

}  // namespace

absl::Status CheckHasIdentity(const std::string& database) {
  if (access(IdentityPath(database).c_str(), R_OK) == 0) {
    return absl::OkStatus();
  }
  const std::string folder = std::filesystem::path(database).parent_path();
  if (!folder.empty() && access(folder.c_str(), F_OK) != 0) {
    return absl::NotFoundError(absl::StrCat(
        "the folder ", folder, " does not exist; name the folder of a referee "
        "or a complete backup"));
  }
  if (access(database.c_str(), F_OK) != 0) {
    return absl::NotFoundError(absl::StrCat(
        "there is no file ", database, "; name the folder of a referee or a "
        "complete backup"));
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "there is no file ", IdentityPath(database),
      ", so nothing tells whether the data is complete; name the folder of a "
      "referee or a complete backup. If an earlier version made the folder, "
      "start this version of the referee on it once"));
}

absl::Status CopyDatabase(const std::string& from, const std::string& to,
                          absl::Duration check_time) {
  // Read first, so that the copy has all transactions of the identity file.
  ARENA_ASSIGN_OR_RETURN(const std::optional<Identity> known,
                         ReadSettled(from));
  ARENA_RETURN_IF_ERROR(CheckHasIdentity(from));
  if (!known.has_value()) {
    return absl::UnavailableError(
        absl::StrCat("cannot read ", IdentityPath(from)));
  }
  ARENA_RETURN_IF_ERROR(CheckPresent(from, *known));
  ARENA_RETURN_IF_ERROR(CopyPages(from, to));
  ARENA_ASSIGN_OR_RETURN(const std::unique_ptr<SqliteConnection> copy,
                         SqliteConnection::Open(to, SQLite::OPEN_READWRITE));
  std::vector<std::string> notices;
  const absl::Status sound = CheckFile(*copy, check_time, notices);
  if (!sound.ok()) {
    // The copy goes away.
    return absl::Status(sound.code(),
                        absl::StrReplaceAll(sound.message(), {{to, from}}));
  }
  ARENA_RETURN_IF_ERROR(CheckSame(*copy, *known, notices));
  ARENA_ASSIGN_OR_RETURN(const Identity identity, Read(*copy, IdentityOf));
  return WriteIdentity(to, identity);
}

}  // namespace arena::referee
