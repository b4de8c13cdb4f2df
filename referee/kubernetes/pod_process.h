// A bot in its pod.
#ifndef REFEREE_KUBERNETES_POD_PROCESS_H_
#define REFEREE_KUBERNETES_POD_PROCESS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/sandbox/sandbox.h"
#include "referee/kubernetes/cluster.h"
#include "referee/kubernetes/gateway.h"
#include "referee/kubernetes/pod_log.h"
#include "referee/kubernetes/pod_remover.h"
#include "referee/kubernetes/pod_watch.h"

namespace arena::kubernetes {

// The folder of a program that writes there, on its way back. Thread-safe.
class ReturningFolder {
 public:
  // `work` is a folder of the runner for temporary files.
  ReturningFolder(const sandbox::Job& job, std::string work);

  // For Grant::keep.
  absl::Status Take(const absl::StatusOr<std::string>& archive);
  // Whether Take was called before the deadline.
  bool Await(absl::Time deadline) const;

 private:
  absl::Status Replace(const std::string& archive) const;

  const std::string folder_;
  const int64_t most_bytes_;
  const std::function<void(const std::string& line)> tell_;
  const std::string work_;
  mutable Mutex mutex_;
  bool taken_ ABSL_GUARDED_BY(mutex_) = false;
};

// Thread-safe.
class PodProcess : public sandbox::Sandboxed {
 public:
  // The objects that pods share. They must outlive the pods.
  struct Surroundings {
    const Cluster& cluster;
    PodWatch& watch;
    PodRemover& remover;
    Gateway& gateway;
  };
  // `folder` is null if the folder does not come back.
  PodProcess(const Surroundings& surroundings, std::string name,
             std::string key, const sandbox::Job& job,
             std::shared_ptr<ReturningFolder> folder);
  // Afterwards the pod is gone, or the cluster was asked to delete it.
  ~PodProcess() override;

  // Waits until the bot runs or has run. UNAVAILABLE, NOT_FOUND and
  // INVALID_ARGUMENT as for Sandbox::Start. `is_own_image`: the operator has
  // chosen the image.
  absl::Status AwaitStart(absl::Time deadline, bool is_own_image,
                          const std::function<bool()>& gives_up);

  bool Wait(absl::Time deadline) override;
  std::string EndText() const override;
  void Terminate() override;
  void Kill() override;
  sandbox::Usage UsageSoFar() const override;
  void Freeze() override {}
  void Thaw() override {}
  bool WasTakenAway() const override;

 private:
  // Whether the bot has ended, or nothing more can be learned of it.
  bool HasEnded(const PodWatch::Seen& seen) const;
  bool AwaitFolder(absl::Time deadline);
  PodWatch::Seen Look() const;

  const Surroundings around_;
  const std::string name_;
  const std::string key_;
  const int64_t memory_bytes_;
  const bool is_folder_returned_;
  const std::shared_ptr<ReturningFolder> folder_;
  mutable Mutex mutex_;
  bool was_asked_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Time killed_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  // When the bot was first seen to have ended.
  absl::Time ended_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  bool is_folder_lost_ ABSL_GUARDED_BY(mutex_) = false;
  // Null: nobody reads the log.
  std::unique_ptr<PodLog> log_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_PROCESS_H_
