// Recognises an SQLite database at every start, and watches its files in
// between.
#ifndef REFEREE_STORE_SQL_DATABASE_WITNESS_H_
#define REFEREE_STORE_SQL_DATABASE_WITNESS_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "referee/store/sql/identity_file.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// Watches files. A process that writes to a deleted file gets no error, but
// nobody can read the written bytes again. Not thread-safe.
class KeptFiles {
 public:
  // Adds an existing file. From now on it must stay the same file and not
  // become smaller.
  absl::Status Add(const std::string& path);
  // INTERNAL, naming the file, if a file has been replaced or has shrunk. The
  // error is never a refusal: a referee whose data is gone must not go on.
  absl::Status Check();

 private:
  struct File {
    std::string path;
    dev_t device;
    ino_t inode;
    off_t size;
  };

  std::vector<File> files_;
};

// FAILED_PRECONDITION, with what to do, if the database of this identity is
// missing or empty. Looks at the file only.
absl::Status CheckPresent(const std::string& path, const Identity& known);

// The same if the database is another one, or lacks transactions that it had,
// because it was replaced or its -wal was lost. Transactions that a power loss
// may have taken are no error: a sentence about them is added to `notices`.
// Changes nothing.
absl::Status CheckSame(SqlConnection& sql, const Identity& known,
                       std::vector<std::string>& notices);

// Counts the transactions of a database, in the database and in the file beside
// it, and notices when one of the files is gone. Belongs to the connection that
// writes. Not thread-safe.
class DatabaseWitness {
 public:
  // Gives the database an identity unless it has one. `flushed`: every
  // transaction waits for the disk.
  static absl::StatusOr<std::unique_ptr<DatabaseWitness>> Begin(
      SqlConnection& sql, const std::string& path, bool flushed);

  // ---- Around every commit ----
  // Counts a transaction, within it. If a file is gone, the connection gets the
  // error.
  void Count(SqlConnection& sql);
  // The counted transaction is committed. After an error the commit must not be
  // acknowledged, because a file was gone by then.
  absl::Status NoteCommit();

  // The database was closed. If it was closed well, the disk has all
  // transactions.
  void NoteClosed();

 private:
  DatabaseWitness(std::string path, std::unique_ptr<IdentityFile> file);

  const std::string path_;
  const std::unique_ptr<IdentityFile> file_;
  KeptFiles files_;
  int64_t counted_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_DATABASE_WITNESS_H_
