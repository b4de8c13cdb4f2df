// The calls of the API that a runner makes, in the namespace of the bots.
#ifndef REFEREE_KUBERNETES_CLUSTER_H_
#define REFEREE_KUBERNETES_CLUSTER_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/kubernetes/api_client.h"

namespace arena::kubernetes {

// A pod, as a list shows it.
struct PodName {
  std::string name;
  // The value of kRunnerLabel.
  std::string runner;
};

// The sign that a runner lives: the runner changes its lease now and then.
struct Lease {
  std::string name;
  std::string uid = "";
  // Different after each change.
  std::string version = "";
  // The process that has the lease.
  std::string holder = "";
};

// Errors as of ApiClient and StatusOf. Thread-safe.
class Cluster {
 public:
  Cluster(const ApiClient& client, const std::string& name_space);

  const ApiClient& client() const { return client_; }
  const std::string& pods_path() const { return pods_; }
  std::string LogPath(const std::string& pod) const;

  // ---- Pods ----
  // Tries again while the server is busy or away, up to the deadline. A dry run
  // makes no pod and returns only the answer.
  absl::Status CreatePod(const Json& manifest, bool is_dry_run,
                         absl::Time deadline) const;
  // The pod's processes have so many seconds to end. OK as well if there is no
  // such pod.
  absl::Status DeletePod(const std::string& name, int grace_seconds) const;
  // The pods of one runner, or of all.
  absl::StatusOr<std::vector<PodName>> Pods(
      const std::string& runner = "") const;

  // ---- Leases ----
  // NOT_FOUND if there is none.
  absl::StatusOr<Lease> FindLease(const std::string& name) const;
  absl::StatusOr<std::vector<Lease>> Leases() const;
  // Makes a lease, or changes the given one. ABORTED if another process was
  // quicker.
  absl::StatusOr<Lease> WriteLease(const Lease& lease, absl::Time now) const;
  // ABORTED if the lease was changed meanwhile.
  absl::Status DeleteLease(const Lease& lease) const;

 private:
  const ApiClient& client_;
  const std::string pods_;
  const std::string leases_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_CLUSTER_H_
