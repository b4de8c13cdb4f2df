// Takes the archives that authors hand over.
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_INTAKE_H_
#define REFEREE_SUBMISSIONS_SUBMISSION_INTAKE_H_

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/player.pb.h"
#include "referee/access/access.h"
#include "referee/store/store_executor.h"
#include "referee/store/versions/versions.h"
#include "referee/submissions/version_pipeline.h"

namespace arena::referee {

// INVALID_ARGUMENT or RESOURCE_EXHAUSTED unless such an archive can be taken.
absl::Status CheckOffer(const v1::ArchiveOffer& offer);

// Unpacks the archive of an offer for a moment, starts none of its programs,
// and returns the version that its bot.toml describes. INVALID_ARGUMENT says
// what is wrong with the archive, or that a process needs more than each
// process is `given`; UNAVAILABLE says that this referee has no room for the
// archive.
absl::StatusOr<VersionRow> CheckArchive(const v1::ArchiveOffer& offer,
                                        absl::string_view archive,
                                        const v1::Resources& given);

// The outcome of an offer.
struct TakenOffer {
  // The version, if its archive was handed over before.
  std::optional<v1::SubmittedVersion> version;
  // Otherwise the upload of the archive, and how many of its bytes are there.
  Upload upload;
  int64_t offset = 0;
};

// The constructor's arguments must outlive it. Thread-safe.
class SubmissionIntake {
 public:
  // Archives are unpacked on `inspector`; no match waits for it. Each process
  // of a bot is given `resources`. `versions` is told of new versions.
  SubmissionIntake(const Access& access, StoreExecutor& store,
                   Executor& inspector, const v1::Resources& resources,
                   VersionPipeline& versions);

  StoreExecutor& store() { return store_; }

  // ---- On the store's thread ----
  // Errors as SubmitVersion.
  absl::StatusOr<TakenOffer> Take(Store& store, const Caller& caller,
                                  const v1::ArchiveOffer& offer) const;
  // Keeps the version with its upload, and registers its bot if necessary. The
  // upload is gone afterwards, unless the store is to blame.
  absl::StatusOr<v1::SubmittedVersion> Keep(Store& store, const Caller& caller,
                                            const VersionRow& row,
                                            const Upload& upload) const;

  // ---- Unpacking ----
  // Only one archive at a time is in memory and unpacked. Calls `begin` when
  // all earlier callers have called Leave, perhaps at once.
  void Enter(std::function<void()> begin);
  void Leave();
  // CheckArchive on the inspector's thread.
  void Inspect(const v1::ArchiveOffer& offer,
               std::shared_ptr<const std::string> archive,
               std::function<void(absl::StatusOr<VersionRow>)> done);

 private:
  // OK if the caller may hand over versions of this bot, in case it is
  // registered.
  absl::Status CheckMaySubmit(Store& store, const Caller& caller,
                              const std::string& bot) const;
  absl::StatusOr<VersionRow> Insert(Store& store, const Caller& caller,
                                    const VersionRow& row,
                                    const Upload& upload) const;
  // Registers the bot of a version, unless it is registered.
  absl::Status Register(Store& store, const Caller& caller,
                        const VersionRow& row) const;

  const Access& access_;
  StoreExecutor& store_;
  const std::unique_ptr<Strand> inspector_;
  const v1::Resources resources_;
  VersionPipeline& versions_;

  Mutex mutex_;
  // The `begin` functions that wait for their turn.
  std::deque<std::function<void()>> waiting_ ABSL_GUARDED_BY(mutex_);
  bool busy_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SUBMISSIONS_SUBMISSION_INTAKE_H_
