// What an archive of a bot may hold.
#ifndef ARENA_SUBMISSION_ENTRY_RULES_H_
#define ARENA_SUBMISSION_ENTRY_RULES_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/submission/archive.h"

namespace arena::submission {

// Checks the entries of one archive, one after the other. Not thread-safe.
class EntryRules {
 public:
  // For an archive of that many bytes.
  EntryRules(const ArchiveLimits& limits, int64_t packed_bytes)
      : limits_(limits), packed_bytes_(packed_bytes) {}

  // The next entry. Returns its path below the bot's folder, without "./" and
  // without a slash at the end; empty for the folder itself.
  absl::StatusOr<std::string> CheckPath(absl::string_view path);
  // `type` as in stat's st_mode.
  static absl::Status CheckType(absl::string_view path, mode_t type);
  // Where a link at `path` leads must be inside, as far as names tell.
  static absl::Status CheckLink(absl::string_view path,
                                absl::string_view target);
  // So many bytes more were unpacked.
  absl::Status CountBytes(int64_t bytes);

 private:
  const ArchiveLimits limits_;
  const int64_t packed_bytes_;
  int64_t unpacked_bytes_ = 0;
  int entries_ = 0;
};

}  // namespace arena::submission

#endif  // ARENA_SUBMISSION_ENTRY_RULES_H_
