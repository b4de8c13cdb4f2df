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
// that no uploader can spoil the upload of another with wrong bytes.
struct Upload {
  // The account that hands the archive over. Empty: the archive is in the
  // store.
  std::string uploader;
  std::string sha256;
};

// An archive is known by its SHA-256 when its upload is complete and a version
// keeps it (Versions::Insert), or when Put has stored it. See Store for errors
// and threads.
class Archives {
 public:
  explicit Archives(Database& database) : database_(database) {}

  // ---- Uploads ----
  // Begins an upload, or goes on with an upload of the same hash and size;
  // returns how many of its bytes are there. RESOURCE_EXHAUSTED if the uploads
  // of this uploader and the archives of its bots would have more than
  // `most_bytes`; 0: no limit.
  absl::StatusOr<int64_t> Offer(const Upload& upload, int64_t size,
                                int64_t most_bytes);
  // Adds the bytes that begin at `offset`, where the upload ends. Repeated
  // calls are harmless. FAILED_PRECONDITION for another offset,
  // INVALID_ARGUMENT if the upload would become longer than its offer.
  absl::Status Append(const Upload& upload, int64_t offset,
                      absl::string_view bytes);
  // A piece of an upload, as ReadChunk.
  absl::StatusOr<std::string> ReadUpload(const Upload& upload, int64_t number);
  // Forgets an upload, if there is one; whole archives stay.
  absl::Status Drop(const Upload& upload);

  // ---- Whole archives ----
  // Keeps an archive, in several transactions; harmless if the archive is kept
  // already. INVALID_ARGUMENT if the bytes do not have this hash.
  absl::Status Put(absl::string_view sha256, absl::string_view bytes);
  // The piece with this number, from 0. NOT_FOUND after the last piece, and if
  // there is no such archive.
  absl::StatusOr<std::string> ReadChunk(absl::string_view sha256,
                                        int64_t number);
  // NOT_FOUND.
  absl::StatusOr<int64_t> Size(absl::string_view sha256);

  // Deletes archives, at most `limit`, that were not touched for longer than
  // `kept`: uploads, archives without a version, and archives of versions that
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
