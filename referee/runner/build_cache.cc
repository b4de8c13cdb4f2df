#include "referee/runner/build_cache.h"

#include <filesystem>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "referee/runner/referee_call.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;

// Bots run as other users and must reach their own files. The folder above
// stays private.
constexpr fs::perms kVisible = fs::perms::owner_all | fs::perms::group_read |
                               fs::perms::group_exec | fs::perms::others_read |
                               fs::perms::others_exec;

}  // namespace

absl::StatusOr<std::unique_ptr<BuildCache>> BuildCache::Open(
    const std::string& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot remove ", folder, ": ", error.message()));
  }
  ARENA_RETURN_IF_ERROR(MakePrivateFolder(folder));
  return std::unique_ptr<BuildCache>(new BuildCache(folder));
}

absl::StatusOr<std::shared_ptr<const Build>> BuildCache::Take(
    RefereeCall& referee, const std::string& sha256) {
  MutexLock lock(mutex_);
  Place& place = places_[sha256];
  place.used = ++takes_;
  loaded_.Wait(mutex_, [&] { return !place.loading; });
  if (place.build != nullptr) return place.build;
  place.loading = true;
  lock.Unlock();
  auto build = Load(referee, sha256);
  lock.Lock();
  place.loading = false;
  loaded_.NotifyAll();
  if (build.ok()) place.build = *build;
  Tidy();
  return build;
}

absl::StatusOr<std::shared_ptr<const Build>> BuildCache::Load(
    RefereeCall& referee, const std::string& sha256) const {
  ARENA_ASSIGN_OR_RETURN(const std::string archive,
                         FetchArchive(referee, sha256));
  const std::string folder =
      absl::StrCat(folder_, "/", absl::BytesToHexString(sha256));
  std::error_code error;
  fs::remove_all(folder, error);
  fs::create_directory(folder, error);
  fs::permissions(folder, kVisible, error);
  if (error) {
    return absl::UnavailableError(
        absl::StrCat("cannot make ", folder, ": ", error.message()));
  }
  ARENA_RETURN_IF_ERROR(submission::Unpack(archive, folder, {}));
  ARENA_ASSIGN_OR_RETURN(
      submission::Manifest manifest,
      submission::ReadManifestIn(folder, submission::kManifestName));
  return std::make_shared<const Build>(
      Build{.folder = folder, .manifest = std::move(manifest)});
}

void BuildCache::Tidy() {
  while (true) {
    size_t idle = 0;
    auto oldest = places_.end();
    for (auto place = places_.begin(); place != places_.end(); ++place) {
      const bool used =
          place->second.loading || place->second.build.use_count() > 1;
      if (used) continue;
      ++idle;
      if (oldest == places_.end() || place->second.used < oldest->second.used) {
        oldest = place;
      }
    }
    if (idle <= kMostIdle) return;
    std::error_code error;
    fs::remove_all(
        absl::StrCat(folder_, "/", absl::BytesToHexString(oldest->first)),
        error);
    places_.erase(oldest);
  }
}

}  // namespace arena::runner
