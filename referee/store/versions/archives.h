// Archives of submitted bots and of their builds.
#ifndef REFEREE_STORE_VERSIONS_ARCHIVES_H_
#define REFEREE_STORE_VERSIONS_ARCHIVES_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// Archives are kept in pieces of this size; the last one may be shorter.
inline constexpr int64_t kArchiveChunk = int64_t{1} << 20;

// An archive on its way to the store. Each uploader has uploads of its own, so
// that none can spoil another's by bytes that are not those of the hash.
struct Upload {
  // Who hands it over. Empty: the archive is there.
  std::string uploader;
  std::string sha256;
};

// An archive is known by its SHA-256 when an upload has become whole: a version
// keeps it (Versions::Insert), or Put has brought it. See Store for errors and
// threads.
class Archives {
 public:
  explicit Archives(Database& database) : database_(database) {}

  // ---- Uploads ----
  // Begins an upload, or goes on with one of the same hash and size; returns
  // how many bytes of it are there. RESOURCE_EXHAUSTED if the uploads of this
  // uploader and the archives of its bots would have more than `most_bytes`;
  // 0: no limit.
  absl::StatusOr<int64_t> Offer(const Upload& upload, int64_t size,
                                int64_t most_bytes);
  // Adds the bytes that begin at `offset`, which is where the upload ends.
  // Doing it again is harmless. FAILED_PRECONDITION for another offset,
  // INVALID_ARGUMENT if the upload would become longer than was offered.
  absl::Status Append(const Upload& upload, int64_t offset,
                      absl::string_view bytes);
  // A piece of an upload, as ReadChunk.
  absl::StatusOr<std::string> ReadUpload(const Upload& upload, int64_t number);
  // Forgets an upload, if there is one; whole archives stay.
  absl::Status Drop(const Upload& upload);

  // ---- Whole archives ----
  // Keeps an archive, in several transactions; harmless if it is kept already.
  // INVALID_ARGUMENT if these are not the bytes of this hash.
  absl::Status Put(absl::string_view sha256, absl::string_view bytes);
  // The piece with this number, from 0. NOT_FOUND behind the end, and if there
  // is no such archive.
  absl::StatusOr<std::string> ReadChunk(absl::string_view sha256,
                                        int64_t number);
  // NOT_FOUND.
  absl::StatusOr<int64_t> Size(absl::string_view sha256);

  // Deletes archives, at most `limit`, that were not touched for longer than
  // `kept`: uploads, archives that no version has, and those of versions that
  // have been failed or retired for so long. Returns how many.
  absl::StatusOr<int> DeleteUnused(absl::Duration kept, int limit);

 private:
  // KeepUpload in a transaction of its own.
  absl::Status Keep(const Upload& upload);

  Database& database_;
};

// Makes a whole upload the archive of its hash, within a transaction; harmless
// if the archive is kept already. NOT_FOUND if there is neither a whole upload
// nor an archive.
absl::Status KeepUpload(SqlConnection& sql, const Upload& upload);

}  // namespace arena::referee

#endif  // REFEREE_STORE_VERSIONS_ARCHIVES_H_
