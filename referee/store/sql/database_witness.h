// Knows an SQLite database again at every start, and watches it in between.
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

// A process that writes to a file that was deleted gets no error, but what it
// has written cannot be read again. Not thread-safe.
class KeptFiles {
 public:
  // A file that exists, and from now on must stay the same file and not become
  // smaller.
  absl::Status Add(const std::string& path);
  // INTERNAL, naming the file, if one is no longer what it was. Never a
  // refusal: a referee whose data is gone must not go on.
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

// FAILED_PRECONDITION, with what to do, if the database that the identity
// belongs to is missing or empty. Looks at the file only.
absl::Status CheckPresent(const std::string& path, const Identity& known);

// The same if the database is another one, or lacks transactions that it had,
// because it was replaced or its -wal was lost. Transactions that a power loss
// may have taken are no error: `notices` gets a sentence about them. Changes
// nothing.
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
  // Counts a transaction, within it; the connection gets the error if a file
  // is gone.
  void Count(SqlConnection& sql);
  // The transaction that was counted is committed. After an error it must not
  // be acknowledged, because a file was gone by then.
  absl::Status NoteCommit();

  // The database was closed; if it was closed well, the disk has everything.
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
