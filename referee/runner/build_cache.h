// The builds that are unpacked on this machine.
#ifndef REFEREE_RUNNER_BUILD_CACHE_H_
#define REFEREE_RUNNER_BUILD_CACHE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/core/mutex.h"
#include "arena/submission/manifest.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {

// A build that stays unpacked as long as this object exists.
struct Build {
  // The bot's files.
  std::string folder;
  submission::Manifest manifest;
};

// Unpacks builds below a folder, each once, and removes those that were not
// used for the longest time. Thread-safe.
class BuildCache {
 public:
  // Empties `folder`. UNAVAILABLE names the file that cannot be made or
  // removed.
  static absl::StatusOr<std::unique_ptr<BuildCache>> Open(
      const std::string& folder);

  // Fetches and unpacks the build if it is not here. Errors as FetchArchive,
  // Unpack and ReadManifest.
  absl::StatusOr<std::shared_ptr<const Build>> Take(RefereeCall& referee,
                                                    const std::string& sha256);

 private:
  // The most builds that stay although nobody uses them.
  static constexpr size_t kMostIdle = 64;

  struct Place {
    bool loading = false;
    std::shared_ptr<const Build> build;
    // The time of the last use, as a count of uses.
    int64_t used = 0;
  };

  explicit BuildCache(std::string folder) : folder_(std::move(folder)) {}
  absl::StatusOr<std::shared_ptr<const Build>> Load(
      RefereeCall& referee, const std::string& sha256) const;
  // Removes the builds that were idle for the longest time.
  void Tidy() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::string folder_;
  Mutex mutex_;
  CondVar loaded_;
  std::map<std::string, Place> places_ ABSL_GUARDED_BY(mutex_);
  int64_t takes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_BUILD_CACHE_H_
