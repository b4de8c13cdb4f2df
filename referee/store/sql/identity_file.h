// The file beside an SQLite database by which the database is recognised.
#ifndef REFEREE_STORE_SQL_IDENTITY_FILE_H_
#define REFEREE_STORE_SQL_IDENTITY_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/core/descriptor.h"

namespace arena::referee {

// The contents of the file.
struct Identity {
  // Random; the database has it, too.
  std::string id;
  // The least number of transactions that the database has.
  int64_t position = 0;
  // The machine's random name for its present run, from start to shutdown. A
  // power loss takes transactions that were not flushed before.
  std::string boot;
  // Whether the disk certainly has all of these transactions.
  bool flushed = false;
};

// The path of the file of a database.
std::string IdentityPath(const std::string& database);

// The contents of the file; absent if there is no file. DATA_LOSS, with what to
// do, if the contents cannot be understood.
absl::StatusOr<std::optional<Identity>> ReadIdentity(
    const std::string& database);

// Writes the file, or replaces it, as a whole.
absl::Status WriteIdentity(const std::string& database,
                           const Identity& identity);

// The random name of the time since the machine was started; empty where the
// system does not tell.
std::string CurrentBoot();

// Keeps the file up to date. Not thread-safe.
class IdentityFile {
 public:
  // Makes the file unless it is there, and writes the identity.
  static absl::StatusOr<std::unique_ptr<IdentityFile>> Open(
      const std::string& database, Identity identity);

  const Identity& identity() const { return identity_; }
  // The database has this many transactions now.
  absl::Status Note(int64_t position);
  // The disk has all transactions. Waits until the disk has this note, too.
  absl::Status NoteFlushed();

 private:
  IdentityFile(std::string path, Descriptor file, Identity identity);
  absl::Status Write();

  const std::string path_;
  const Descriptor file_;
  Identity identity_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_IDENTITY_FILE_H_
