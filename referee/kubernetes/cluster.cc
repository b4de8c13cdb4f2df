#include "referee/kubernetes/cluster.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "referee/kubernetes/pod_manifest.h"

namespace arena::kubernetes {
namespace {

constexpr char kPartOf[] = "app.kubernetes.io%2Fpart-of%3Dpentathlon";
constexpr int kNotFound = 404;
constexpr int kConflict = 409;
constexpr int kBusy = 429;
constexpr int kLeaseSeconds = 60;
constexpr absl::Duration kFirstPause = absl::Milliseconds(100);
constexpr absl::Duration kLongestPause = absl::Seconds(2);

bool MayGoWellLater(const absl::StatusOr<ApiAnswer>& answer) {
  return !answer.ok() || answer->status == kBusy || answer->status >= 500;
}

absl::Status ConflictOr(const ApiAnswer& answer, absl::string_view what) {
  if (answer.status == kConflict) return absl::AbortedError(answer.message());
  return answer.ok() ? absl::OkStatus() : StatusOf(answer, what);
}

Lease LeaseOf(const Json& object) {
  const Json& metadata = Member(object, "metadata");
  return {.name = TextIn(metadata, "name"),
          .uid = TextIn(metadata, "uid"),
          .version = TextIn(metadata, "resourceVersion"),
          .holder = TextIn(Member(object, "spec"), "holderIdentity")};
}

}  // namespace

Cluster::Cluster(const ApiClient& client, const std::string& name_space)
    : client_(client),
      pods_(absl::StrCat("/api/v1/namespaces/", name_space, "/pods")),
      leases_(absl::StrCat("/apis/coordination.k8s.io/v1/namespaces/",
                           name_space, "/leases")) {}

std::string Cluster::LogPath(const std::string& pod) const {
  return absl::StrCat(pods_, "/", pod, "/log?container=", kBotContainer);
}

// ---- Pods ----

absl::Status Cluster::CreatePod(const Json& manifest, bool is_dry_run,
                                absl::Time deadline) const {
  const std::string path = absl::StrCat(pods_, is_dry_run ? "?dryRun=All" : "");
  absl::Duration pause = kFirstPause;
  for (bool is_first = true;; is_first = false) {
    const auto answer = client_.Call("POST", path, &manifest);
    // The pod may have been made although the answer was lost.
    const bool was_made =
        !is_first && answer.ok() && answer->status == kConflict;
    if (was_made || (answer.ok() && answer->ok())) return absl::OkStatus();
    if (!MayGoWellLater(answer) || absl::Now() + pause > deadline) {
      return answer.ok() ? StatusOf(*answer, "start a pod") : answer.status();
    }
    absl::SleepFor(pause);
    pause = std::min(pause * 2, kLongestPause);
  }
}

absl::Status Cluster::DeletePod(const std::string& name,
                                int grace_seconds) const {
  // With no seconds at all the server would forget the pod while it still runs.
  const Json options = {{"kind", "DeleteOptions"},
                        {"apiVersion", "v1"},
                        {"gracePeriodSeconds", std::max(grace_seconds, 1)}};
  ARENA_ASSIGN_OR_RETURN(
      const ApiAnswer answer,
      client_.Call("DELETE", absl::StrCat(pods_, "/", name), &options));
  if (answer.ok() || answer.status == kNotFound) return absl::OkStatus();
  return StatusOf(answer, "delete a pod");
}

absl::StatusOr<std::vector<PodName>> Cluster::Pods(
    const std::string& runner) const {
  std::string query = absl::StrCat("?labelSelector=", kPartOf);
  if (!runner.empty()) {
    absl::StrAppend(&query, "%2Cpentathlon.arena%2Frunner%3D", runner);
  }
  ARENA_ASSIGN_OR_RETURN(const ApiAnswer answer,
                         client_.Call("GET", absl::StrCat(pods_, query)));
  if (!answer.ok()) return StatusOf(answer, "list pods");
  std::vector<PodName> pods;
  const Json& items = Member(answer.body, "items");
  if (!items.is_array()) return pods;
  for (const Json& item : items) {
    const Json& metadata = Member(item, "metadata");
    pods.push_back({.name = TextIn(metadata, "name"),
                    .runner = TextIn(Member(metadata, "labels"),
                                     kRunnerLabel)});
  }
  return pods;
}

// ---- Leases ----

absl::StatusOr<Lease> Cluster::FindLease(const std::string& name) const {
  ARENA_ASSIGN_OR_RETURN(
      const ApiAnswer answer,
      client_.Call("GET", absl::StrCat(leases_, "/", name)));
  if (!answer.ok()) return StatusOf(answer, "read a lease");
  return LeaseOf(answer.body);
}

absl::StatusOr<std::vector<Lease>> Cluster::Leases() const {
  ARENA_ASSIGN_OR_RETURN(
      const ApiAnswer answer,
      client_.Call("GET",
                   absl::StrCat(leases_, "?labelSelector=", kPartOf)));
  if (!answer.ok()) return StatusOf(answer, "list leases");
  std::vector<Lease> leases;
  const Json& items = Member(answer.body, "items");
  if (!items.is_array()) return leases;
  for (const Json& item : items) leases.push_back(LeaseOf(item));
  return leases;
}

absl::StatusOr<Lease> Cluster::WriteLease(const Lease& lease,
                                          absl::Time now) const {
  const bool is_new = lease.version.empty();
  Json metadata = {{"name", lease.name},
                   {"labels", {{"app.kubernetes.io/part-of", "pentathlon"}}}};
  if (!is_new) metadata["resourceVersion"] = lease.version;
  const Json body = {
      {"apiVersion", "coordination.k8s.io/v1"},
      {"kind", "Lease"},
      {"metadata", metadata},
      {"spec",
       {{"holderIdentity", lease.holder},
        {"leaseDurationSeconds", kLeaseSeconds},
        {"renewTime", absl::FormatTime("%Y-%m-%d%ET%H:%M:%E6SZ", now,
                                       absl::UTCTimeZone())}}}};
  ARENA_ASSIGN_OR_RETURN(
      const ApiAnswer answer,
      is_new ? client_.Call("POST", leases_, &body)
             : client_.Call("PUT", absl::StrCat(leases_, "/", lease.name),
                            &body));
  ARENA_RETURN_IF_ERROR(ConflictOr(answer, "write the lease of this runner"));
  return LeaseOf(answer.body);
}

absl::Status Cluster::DeleteLease(const Lease& lease) const {
  const Json options = {
      {"kind", "DeleteOptions"},
      {"apiVersion", "v1"},
      {"preconditions",
       {{"uid", lease.uid}, {"resourceVersion", lease.version}}}};
  ARENA_ASSIGN_OR_RETURN(
      const ApiAnswer answer,
      client_.Call("DELETE", absl::StrCat(leases_, "/", lease.name),
                   &options));
  if (answer.status == kNotFound) return absl::OkStatus();
  return ConflictOr(answer, "delete a lease");
}

}  // namespace arena::kubernetes
