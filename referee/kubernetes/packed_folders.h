// Folders of bots as archives.
#ifndef REFEREE_KUBERNETES_PACKED_FOLDERS_H_
#define REFEREE_KUBERNETES_PACKED_FOLDERS_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"

namespace arena::kubernetes {

struct PackedFolder {
  std::shared_ptr<const std::string> archive;
  // Of its files, and files, folders and links.
  int64_t bytes = 0;
  int64_t entries = 0;
};

// Packs a folder once for many pods: builds do not change while they are used.
// Thread-safe.
class PackedFolders {
 public:
  // A folder that changes is packed each time. INVALID_ARGUMENT, NOT_FOUND and
  // UNAVAILABLE as from submission::Pack.
  absl::StatusOr<PackedFolder> Pack(const std::string& folder,
                                    bool may_change);

 private:
  // Archives that are remembered.
  static constexpr size_t kMost = 8;

  Mutex mutex_;
  // By what identifies a folder; the last one is the newest.
  std::deque<std::pair<std::string, PackedFolder>> packed_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_PACKED_FOLDERS_H_
