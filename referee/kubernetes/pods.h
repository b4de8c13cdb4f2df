// A sandbox for programs of strangers: each is a pod of a cluster.
#ifndef REFEREE_KUBERNETES_PODS_H_
#define REFEREE_KUBERNETES_PODS_H_

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/sandbox/sandbox.h"
#include "referee/kubernetes/api_client.h"
#include "referee/kubernetes/cluster.h"
#include "referee/kubernetes/gateway.h"
#include "referee/kubernetes/pod_manifest.h"
#include "referee/kubernetes/pod_process.h"
#include "referee/kubernetes/pod_remover.h"
#include "referee/kubernetes/pod_watch.h"
#include "referee/kubernetes/runner_lease.h"

namespace arena::kubernetes {

struct PackedFolder {
  std::shared_ptr<const std::string> archive;
  // The bytes of the folder's files, and the number of files, folders and
  // links.
  int64_t bytes = 0;
  int64_t entries = 0;
};

// Packs a folder once for many pods: builds do not change while they are used.
// Thread-safe.
class PackedFolders {
 public:
  // A folder that may change is packed each time. INVALID_ARGUMENT, NOT_FOUND
  // and UNAVAILABLE as from submission::Pack.
  absl::StatusOr<PackedFolder> Pack(const std::string& folder, bool may_change);

 private:
  // Archives that are remembered.
  static constexpr size_t kMost = 8;

  Mutex mutex_;
  // By the identity of the folder; the last one is the newest.
  std::deque<std::pair<std::string, PackedFolder>> packed_
      ABSL_GUARDED_BY(mutex_);
};

struct PodsOptions {
  ApiOptions api;
  std::string name_space = "arena-bots";
  // The name of the runner, which no other runner in the namespace has.
  std::string runner;
  // The runner's own image.
  std::string companion_image;
  // Images that the operator has chosen for runtimes; the first one is tried
  // at the start.
  std::vector<std::string> images;
  // Jobs may name other images that begin with one of these.
  std::vector<std::string> allowed_images;
  std::string runtime_class;
  GatewayOptions gateway;
  // How long a pod may wait for a node, and for its image.
  absl::Duration start_time = absl::Minutes(3);
  // The time between two searches for the pods of dead runners.
  absl::Duration keep_time = absl::Seconds(15);
  // Called with everything that goes wrong meanwhile.
  std::function<void(const std::string& what)> warn = nullptr;
};

// Thread-safe.
class Pods : public sandbox::Sandbox {
 public:
  // `work_folder` is for this object alone. Removes everything that an earlier
  // process with this name has left, and tries whether the cluster would take a
  // pod. UNAVAILABLE says what is missing, INVALID_ARGUMENT what is wrong with
  // the options.
  static absl::StatusOr<std::unique_ptr<Pods>> Open(
      PodsOptions options, const std::string& work_folder);
  ~Pods() override;

  absl::StatusOr<std::unique_ptr<sandbox::Sandboxed>> Start(
      sandbox::Job job) override;
  sandbox::Kind kind() const override { return sandbox::Kind::kKubernetes; }
  bool CanFreeze() const override { return false; }
  std::vector<std::string> Missing() const override;
  void GiveUpStarts() override { gives_up_ = true; }

 private:
  Pods(PodsOptions options, std::string work_folder,
       std::unique_ptr<ApiClient> client);
  // The steps of Open.
  absl::Status Try();
  absl::Status TakeLease();
  absl::Status Begin();

  absl::Status CheckImage(const sandbox::Job& job) const;
  PodSettings Settings() const;
  // Renews the lease and collects pods of dead runners, until the end.
  void KeepHouse();
  void Warn(const absl::Status& status) const;

  const PodsOptions options_;
  const std::string work_folder_;
  const std::unique_ptr<ApiClient> client_;
  const Cluster cluster_;
  PackedFolders folders_;
  std::atomic<bool> gives_up_ = false;
  mutable Mutex mutex_;
  CondVar changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::optional<RunnerLease> lease_ ABSL_GUARDED_BY(mutex_);
  // Each of these uses the ones before it.
  std::unique_ptr<PodWatch> watch_;
  std::unique_ptr<PodRemover> remover_;
  std::unique_ptr<Gateway> gateway_;
  std::thread keeper_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_PODS_H_
