#include "referee/store/sql/sqlite_connection.h"

#include <sqlite3.h>

#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/text.h"
#include "referee/store/sql/dialect.h"

namespace arena::referee {
namespace {

// A commit waits this long for a reader that blocks it, e.g. a backup.
constexpr int kBusyTimeoutMs = 5000;
// "PTLN": marks our files among the databases of all programs.
constexpr int64_t kApplicationId = 0x50544c4e;

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

// How many bytes the first character of a text has; 0 if it is not UTF-8.
size_t CharacterBytes(absl::string_view text) {
  const auto first = static_cast<uint8_t>(text[0]);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const size_t bytes = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < bytes) return 0;
  uint32_t value = first & (0x7f >> bytes);
  for (const char c : text.substr(1, bytes - 1)) {
    if ((c & 0xc0) != 0x80) return 0;
    value = value << 6 | (c & 0x3f);
  }
  // A character must not be longer than necessary, half of a pair, or too
  // large.
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool sound = value >= kLeast[bytes] && value <= 0x10ffff &&
                     (value < 0xd800 || value > 0xdfff);
  return sound ? bytes : 0;
}

bool IsUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t bytes = CharacterBytes(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

absl::Status StatusOf(const SQLite::Exception& error, absl::string_view path) {
  return absl::Status(
      CodeOf(error.getErrorCode()),
      absl::StrCat("database ", path, ": ", error.what(), " (SQLite error ",
                   error.getExtendedErrorCode(), ")"));
}

}  // namespace

class SqliteConnection::Statement : public SqlStatement {
 public:
  Statement(SqliteConnection& connection, const std::string& sql)
      : connection_(connection), statement_(connection.database_, sql) {
    // SQLite numbers $1, $2, ... in the order in which they come in the text.
    for (int i = 1; i <= statement_.getBindParameterCount(); ++i) {
      indices_.push_back(statement_.getIndex(absl::StrCat("$", i).c_str()));
    }
  }

  void Bind(int index, OptionalInt value) override {
    Catch([&] {
      if (value.value.has_value()) {
        statement_.bind(indices_.at(index - 1), *value.value);
      } else {
        statement_.bind(indices_.at(index - 1));
      }
    });
  }
  void Bind(int index, absl::string_view text) override {
    Catch([&] { statement_.bind(indices_.at(index - 1), std::string(text)); });
  }
  void Bind(int index, Blob blob) override {
    Catch([&] {
      if (!blob.bytes.has_value()) {
        statement_.bind(indices_.at(index - 1));
        return;
      }
      // SQLite takes a null pointer for NULL, and an empty view may hold one.
      const char* data = blob.bytes->empty() ? "" : blob.bytes->data();
      statement_.bind(indices_.at(index - 1), static_cast<const void*>(data),
                      static_cast<int>(blob.bytes->size()));
    });
  }

  bool Step() override {
    return Catch([&] { return statement_.executeStep(); });
  }
  int Run() override {
    return Catch([&] { return statement_.exec(); });
  }
  void Post() override { Run(); }
  void Reset() override { statement_.tryReset(); }

  int64_t Int(int column) const override {
    return statement_.getColumn(column).getInt64();
  }
  // Damaged text is read with escapes: a message cannot hold text that is not
  // UTF-8, and would be lost as a whole.
  std::string Bytes(int column) const override {
    const SQLite::Column value = statement_.getColumn(column);
    std::string bytes = value.getString();
    if (!value.isText() || IsUtf8(bytes)) return bytes;
    return Printable(bytes);
  }
  bool IsNull(int column) const override {
    return statement_.isColumnNull(column);
  }

 private:
  // Calls a function; the connection keeps the error that SQLite throws.
  template <typename Function>
  auto Catch(Function function) -> decltype(function()) {
    try {
      return function();
    } catch (const SQLite::Exception& error) {
      connection_.Fail(error);
      return decltype(function())();
    }
  }

  SqliteConnection& connection_;
  mutable SQLite::Statement statement_;
  // SQLite's numbers of the parameters.
  std::vector<int> indices_;
};

absl::StatusOr<std::unique_ptr<SqliteConnection>> SqliteConnection::Open(
    const std::string& path, int flags) {
  try {
    return absl::WrapUnique(new SqliteConnection(path, flags));
  } catch (const SQLite::Exception& error) {
    return StatusOf(error, path);
  }
}

void SqliteConnection::Closed::operator()(DatabaseWitness* witness) const {
  witness->NoteClosed();
  delete witness;
}

SqliteConnection::SqliteConnection(const std::string& path, int flags)
    : database_(path, flags, kBusyTimeoutMs) {}

void SqliteConnection::Fail(const SQLite::Exception& error) {
  error_code_ = error.getErrorCode();
  Fail(StatusOf(error, Name()));
}

SqlStatement* SqliteConnection::Prepared(absl::string_view sql) {
  auto found = statements_.find(sql);
  if (found == statements_.end()) {
    if (!error().ok()) return nullptr;
    try {
      auto statement =
          std::make_unique<Statement>(*this, Fill(sql, kSqliteDialect));
      found = statements_.emplace(sql, std::move(statement)).first;
    } catch (const SQLite::Exception& error) {
      Fail(error);
      return nullptr;
    }
  }
  return found->second.get();
}

void SqliteConnection::Execute(absl::string_view sql) {
  if (!error().ok()) return;
  try {
    database_.exec(Fill(sql, kSqliteDialect));
  } catch (const SQLite::Exception& error) {
    Fail(error);
  }
}

void SqliteConnection::Begin(bool) { Query(*this, "BEGIN IMMEDIATE").Run(); }

void SqliteConnection::Commit() {
  if (witness_ != nullptr) witness_->Count(*this);
  Query(*this, "COMMIT").Run();
  if (!error().ok()) return Rollback();
  if (witness_ == nullptr) return;
  const absl::Status noted = witness_->NoteCommit();
  if (!noted.ok()) Fail(noted);
}

void SqliteConnection::Rollback() {
  // SQLite has undone it already after some errors.
  if (sqlite3_get_autocommit(database_.getHandle()) == 0) {
    database_.tryExec("ROLLBACK");
  }
}

int64_t SqliteConnection::Now() { return absl::ToUnixMicros(absl::Now()); }

int64_t SqliteConnection::Pragma(absl::string_view name) {
  Query query(*this, absl::StrCat("PRAGMA ", name));
  query.Next();
  return query.Int(0);
}

absl::StatusOr<int64_t> SqliteConnection::SchemaVersion() {
  const int64_t id = Pragma("application_id");
  if (id == kApplicationId) return Pragma("user_version");
  Query tables(*this, "SELECT count(*) FROM sqlite_schema");
  tables.Next();
  if (id == 0 && tables.Int(0) == 0) return 0;
  return absl::FailedPreconditionError(absl::StrCat(
      Name(), " is the database of another program; name another file"));
}

void SqliteConnection::SetSchemaVersion(int64_t version) {
  Execute(absl::StrCat("PRAGMA application_id = ", kApplicationId,
                       "; PRAGMA user_version = ", version));
}

}  // namespace arena::referee
