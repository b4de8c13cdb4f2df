#include "referee/store/sql/database_witness.h"

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "absl/memory/memory.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/store/sql/lost_data.h"

namespace arena::referee {
namespace {

absl::Status FileIsGone(const std::string& path, absl::string_view what) {
  return absl::InternalError(
      absl::StrCat(path, " was ", what,
                   " while the referee used it; nothing more can be kept. "
                   "Restore a backup, or put the files back, before you start "
                   "the referee again"));
}

// The identity in the database itself; absent if it has none.
struct Stored {
  std::string id;
  int64_t position = 0;
};

bool HasTable(SqlConnection& sql) {
  return Query(sql, "SELECT 1 FROM sqlite_schema WHERE name = 'identity'")
      .Next();
}

absl::StatusOr<std::optional<Stored>> ReadStored(SqlConnection& sql) {
  if (!HasTable(sql)) return std::optional<Stored>();
  Query query(sql, "SELECT id, position FROM identity");
  if (!query.Next()) return std::optional<Stored>();
  return std::optional<Stored>({query.Bytes(0), query.Int(1)});
}

// The error for a database that is gone.
absl::Status Gone(const std::string& path, absl::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrCat(path, what, "; ", HowToRestore(), ". ",
                   HowToBeginAnew(path)));
}

// The error for a database that is not the one that was here.
absl::Status Changed(const std::string& path, absl::string_view what) {
  return absl::FailedPreconditionError(
      absl::StrCat(path, what, "; ", HowToRestore(),
                   ". To go on with this database without the lost data, move ",
                   IdentityPath(path), " elsewhere. ", HowToBeginAnew(path)));
}

}  // namespace

absl::Status KeptFiles::Add(const std::string& path) {
  struct stat about;
  if (stat(path.c_str(), &about) != 0)
    return FileIsGone(path, "deleted or moved");
  files_.push_back({path, about.st_dev, about.st_ino, about.st_size});
  return absl::OkStatus();
}

absl::Status KeptFiles::Check() {
  for (File& file : files_) {
    struct stat about;
    if (stat(file.path.c_str(), &about) != 0) {
      return FileIsGone(file.path, "deleted or moved");
    }
    if (about.st_dev != file.device || about.st_ino != file.inode) {
      return FileIsGone(file.path, "replaced");
    }
    if (about.st_size < file.size) return FileIsGone(file.path, "cut off");
    file.size = about.st_size;
  }
  return absl::OkStatus();
}

absl::Status CheckPresent(const std::string& path, const Identity& known) {
  const std::string had =
      absl::StrCat(", but the database had ", known.position, " transactions");
  struct stat about;
  if (stat(path.c_str(), &about) != 0) {
    return Gone(path, absl::StrCat(" is missing", had));
  }
  if (about.st_size > 0) return absl::OkStatus();
  return Gone(path, absl::StrCat(" is empty", had));
}

absl::Status CheckSame(SqlConnection& sql, const Identity& known,
                       std::vector<std::string>& notices) {
  ARENA_ASSIGN_OR_RETURN(const std::optional<Stored> stored,
                         Read(sql, ReadStored));
  const std::string path = sql.Name();
  if (stored.has_value() && stored->id != known.id) {
    return Changed(path, absl::StrCat(" is not the database that was here: its "
                                      "identity is ",
                                      stored->id, ", and ", IdentityPath(path),
                                      " tells of ", known.id));
  }
  const int64_t position = stored.has_value() ? stored->position : 0;
  const int64_t missing = known.position - position;
  if (missing <= 0) return absl::OkStatus();
  const bool was_shut_off = !known.flushed && known.boot != CurrentBoot();
  if (stored.has_value() && was_shut_off) {
    notices.push_back(absl::StrCat(
        path, " has lost its last ", missing,
        " transactions, because the machine stopped; --power-loss-safe would "
        "have kept them"));
    return absl::OkStatus();
  }
  return Changed(
      path, absl::StrCat(" is older than it was: of ", known.position,
                         " transactions, the last ", missing,
                         " are missing. It was replaced, or ", path,
                         "-wal was deleted"));
}

absl::StatusOr<std::unique_ptr<DatabaseWitness>> DatabaseWitness::Begin(
    SqlConnection& sql, const std::string& path, bool flushed) {
  ARENA_ASSIGN_OR_RETURN(
      const std::optional<Stored> stored,
      Write(sql, /*repeatable=*/true,
            [](SqlConnection& connection)
                -> absl::StatusOr<std::optional<Stored>> {
              Query(connection,
                    "INSERT INTO identity (id, position) SELECT $1, 0"
                    " WHERE NOT EXISTS (SELECT 1 FROM identity)",
                    RandomName())
                  .Run();
              // This always writes, so that from now on there is a -wal to
              // watch.
              Query(connection, "UPDATE identity SET position = position + 1")
                  .Run();
              return ReadStored(connection);
            }));
  if (!stored.has_value()) {
    return absl::InternalError(absl::StrCat(path, " takes no identity"));
  }
  const Identity identity{.id = stored->id,
                          .position = stored->position,
                          .boot = CurrentBoot(),
                          .flushed = flushed};
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<IdentityFile> file,
                         IdentityFile::Open(path, identity));
  auto witness =
      absl::WrapUnique(new DatabaseWitness(path, std::move(file)));
  for (const std::string& kept :
       {path, absl::StrCat(path, "-wal"), IdentityPath(path)}) {
    ARENA_RETURN_IF_ERROR(witness->files_.Add(kept));
  }
  return witness;
}

DatabaseWitness::DatabaseWitness(std::string path,
                                 std::unique_ptr<IdentityFile> file)
    : path_(std::move(path)), file_(std::move(file)) {}

void DatabaseWitness::Count(SqlConnection& sql) {
  const absl::Status there = files_.Check();
  if (!there.ok()) return sql.Fail(there);
  Query query(sql,
              "UPDATE identity SET position = position + 1"
              " RETURNING position");
  if (query.Next()) counted_ = query.Int(0);
}

absl::Status DatabaseWitness::NoteCommit() {
  ARENA_RETURN_IF_ERROR(files_.Check());
  return file_->Note(counted_);
}

void DatabaseWitness::NoteClosed() {
  struct stat about;
  // SQLite flushes the database and deletes the -wal when the last connection
  // is closed.
  if (stat(absl::StrCat(path_, "-wal").c_str(), &about) == 0) return;
  if (stat(path_.c_str(), &about) != 0) return;
  // If this fails, the next start is only more lenient.
  file_->NoteFlushed().IgnoreError();
}

}  // namespace arena::referee
