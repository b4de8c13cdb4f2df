#include "referee/kubernetes/runner_lease.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"

namespace arena::kubernetes {
namespace {

// Leases have names in small letters; labels need not.
std::string LeaseName(const std::string& runner) {
  return absl::AsciiStrToLower(runner);
}

}  // namespace

absl::StatusOr<RunnerLease> RunnerLease::Take(const Cluster& cluster,
                                              const std::string& runner,
                                              absl::Time now) {
  Lease lease = {.name = LeaseName(runner), .holder = RandomName()};
  constexpr int kAttempts = 5;
  for (int attempt = 1;; ++attempt) {
    const auto found = cluster.FindLease(lease.name);
    if (!found.ok() && !absl::IsNotFound(found.status())) {
      return found.status();
    }
    lease.version = found.ok() ? found->version : "";
    auto written = cluster.WriteLease(lease, now);
    if (written.ok()) return RunnerLease(cluster, *std::move(written));
    // The earlier process has changed the lease, too.
    if (!absl::IsAborted(written.status()) || attempt == kAttempts) {
      return absl::UnavailableError(written.status().message());
    }
  }
}

absl::Status RunnerLease::Renew(absl::Time now) {
  auto written = cluster_->WriteLease(lease_, now);
  if (!written.ok()) {
    // Another runner took this one for dead, or the answer to a change was
    // lost.
    auto found = cluster_->FindLease(lease_.name);
    if (found.ok() && found->holder != lease_.holder) {
      return absl::FailedPreconditionError(absl::StrCat(
          "another process calls itself the runner ", lease_.name,
          " in this namespace; every runner needs a --name of its own"));
    }
    if (found.ok()) lease_.version = found->version;
    if (absl::IsNotFound(found.status())) lease_.version.clear();
    return written.status();
  }
  lease_ = *std::move(written);
  return absl::OkStatus();
}

absl::Status RunnerLease::Drop() const { return cluster_->DeleteLease(lease_); }

absl::StatusOr<std::vector<std::string>> PodCollector::Collect(
    absl::Time now) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<PodName> pods, cluster_.Pods());
  ARENA_ASSIGN_OR_RETURN(const std::vector<Lease> leases, cluster_.Leases());
  std::map<std::string, Lease> by_name;
  for (const Lease& lease : leases) by_name[lease.name] = lease;
  std::set<std::string> runners;
  for (const PodName& pod : pods) runners.insert(LeaseName(pod.runner));
  for (const auto& [name, lease] : by_name) runners.insert(name);
  runners.erase(LeaseName(own_runner_));

  std::map<std::string, Sight> sights;
  std::set<std::string> dead;
  for (const std::string& runner : runners) {
    const Lease& lease = by_name[runner];
    const auto before = sights_.find(runner);
    const bool same =
        before != sights_.end() && before->second.version == lease.version;
    sights[runner] = same ? before->second : Sight{lease.version, now};
    if (now - sights[runner].since < kLeaseTime) continue;
    // The runner may still live, and change its lease in this very moment.
    if (lease.version.empty() || cluster_.DeleteLease(lease).ok()) {
      dead.insert(runner);
    }
  }
  sights_ = std::move(sights);
  std::vector<std::string> collected;
  for (const PodName& pod : pods) {
    if (!dead.contains(LeaseName(pod.runner))) continue;
    if (cluster_.DeletePod(pod.name, 1).ok()) collected.push_back(pod.name);
  }
  return collected;
}

}  // namespace arena::kubernetes
