// The file beside an SQLite database by which the database is known again.
#ifndef REFEREE_STORE_SQL_IDENTITY_FILE_H_
#define REFEREE_STORE_SQL_IDENTITY_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena::referee {

// What the file says of its database.
struct Identity {
  // Random; the database has it, too.
  std::string id;
  // How many transactions the database has at least.
  int64_t position = 0;
  // When the machine was started, as its random name for that; a power loss
  // takes what was not flushed before.
  std::string boot;
  // Whether the disk has all of these transactions for certain.
  bool flushed = false;
};

// The path of the file of a database.
std::string IdentityPath(const std::string& database);

// What the file says; absent if there is none. DATA_LOSS, with what to do, if
// the file cannot be understood.
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
  ~IdentityFile();
  IdentityFile(const IdentityFile&) = delete;
  IdentityFile& operator=(const IdentityFile&) = delete;

  const Identity& identity() const { return identity_; }
  // The database has this many transactions now.
  absl::Status Note(int64_t position);
  // The disk has them all; waits until the disk has this, too.
  absl::Status NoteFlushed();

 private:
  IdentityFile(std::string path, int descriptor, Identity identity);
  absl::Status Write();

  const std::string path_;
  const int descriptor_;
  Identity identity_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_IDENTITY_FILE_H_
