// Archives of bots: .tar.gz, .tar.zst and .zip, which strangers may have made.
#ifndef ARENA_SUBMISSION_ARCHIVE_H_
#define ARENA_SUBMISSION_ARCHIVE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::submission {

struct ArchiveLimits {
  int64_t most_packed_bytes = int64_t{64} << 20;
  int64_t most_unpacked_bytes = int64_t{512} << 20;
  // Unpacked bytes for each packed one, in archives that unpack to more than
  // `ratio_from`.
  int64_t most_ratio = 100;
  int64_t ratio_from = int64_t{16} << 20;
  // Files, folders and links.
  int most_entries = 10'000;
  size_t longest_path = 240;
  int most_folders_deep = 24;
};

// Unpacks into an existing empty folder. Makes files, folders and links to
// things inside, and nothing else; files are readable for everybody, writable
// for their owner, and executable if anybody might execute them.
// INVALID_ARGUMENT names the entry and what would be right, UNAVAILABLE says
// what the disk refuses. After an error the folder is empty.
absl::Status Unpack(absl::string_view archive, const std::string& folder,
                    const ArchiveLimits& limits);

// A folder as a .tar.zst, of the same bytes for the same contents. Leaves out
// entries with one of these names, at any depth. INVALID_ARGUMENT names an
// entry that Unpack would refuse. NOT_FOUND if there is no such folder.
absl::StatusOr<std::string> Pack(const std::string& folder,
                                 const ArchiveLimits& limits,
                                 const std::vector<std::string>& left_out = {
                                     ".git", "__pycache__"});

}  // namespace arena::submission

#endif  // ARENA_SUBMISSION_ARCHIVE_H_
