// Tells other runners that this one lives, and collects the pods of dead
// runners.
#ifndef REFEREE_KUBERNETES_RUNNER_LEASE_H_
#define REFEREE_KUBERNETES_RUNNER_LEASE_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/kubernetes/cluster.h"

namespace arena::kubernetes {

// A lease in the namespace of the bots. Its name is the label of the runner.
// Not thread-safe.
class RunnerLease {
 public:
  // Takes the lease, even from an earlier process of that name.
  static absl::StatusOr<RunnerLease> Take(const Cluster& cluster,
                                          const std::string& runner,
                                          absl::Time now);

  const Lease& lease() const { return lease_; }
  // Says that this runner lives, every few seconds. FAILED_PRECONDITION:
  // another process has taken the name.
  absl::Status Renew(absl::Time now);
  // Gives the lease up; the cluster removes everything that belongs to it.
  absl::Status Drop() const;

 private:
  RunnerLease(const Cluster& cluster, Lease lease)
      : cluster_(&cluster), lease_(std::move(lease)) {}

  const Cluster* cluster_;
  Lease lease_;
};

// Finds pods that belong to no living runner. A runner lives while its lease
// changes, by the clock of this machine alone. Not thread-safe.
class PodCollector {
 public:
  // The time after which a runner is dead if its lease has not changed.
  static constexpr absl::Duration kLeaseTime = absl::Seconds(60);

  PodCollector(const Cluster& cluster, std::string own_runner)
      : cluster_(cluster), own_runner_(std::move(own_runner)) {}

  // Deletes the pods of runners that were dead for kLeaseTime, as far as
  // earlier calls have shown. Returns the names of the pods.
  absl::StatusOr<std::vector<std::string>> Collect(absl::Time now);

 private:
  struct Sight {
    // Empty: there was no lease.
    std::string version;
    absl::Time since;
  };

  const Cluster& cluster_;
  const std::string own_runner_;
  // By runner.
  std::map<std::string, Sight> sights_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_RUNNER_LEASE_H_
