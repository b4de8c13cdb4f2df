#include "referee/store/sqlite_connection.h"

#include <sqlite3.h>

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// A commit waits this long for a reader that is in its way, e.g. a backup.
constexpr int kBusyTimeoutMs = 5000;

absl::StatusCode CodeOf(int sqlite_code) {
  switch (sqlite_code) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return absl::StatusCode::kDataLoss;
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::StatusCode::kUnavailable;
    case SQLITE_FULL:
    case SQLITE_NOMEM:
      return absl::StatusCode::kResourceExhausted;
    default:
      return absl::StatusCode::kInternal;
  }
}

}  // namespace

SqliteConnection::SqliteConnection(const std::string& path, int flags)
    : database_(path, flags, kBusyTimeoutMs) {}

SQLite::Statement& SqliteConnection::Prepared(absl::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    std::string text(sql);
    SQLite::Statement statement(database_, text);
    found = statements_.emplace(std::move(text), std::move(statement)).first;
  }
  return found->second;
}

void Query::Bind(int index, Blob blob) {
  if (!blob.bytes.has_value()) {
    statement_.bind(index);
    return;
  }
  // SQLite takes a null pointer for NULL, and an empty view may hold one.
  const char* data = blob.bytes->empty() ? "" : blob.bytes->data();
  statement_.bind(index, static_cast<const void*>(data),
                  static_cast<int>(blob.bytes->size()));
}

absl::Status StatusOf(const SQLite::Exception& error, absl::string_view path) {
  return absl::Status(
      CodeOf(error.getErrorCode()),
      absl::StrCat("database ", path, ": ", error.what(), " (SQLite error ",
                   error.getExtendedErrorCode(), ")"));
}

}  // namespace arena::referee
