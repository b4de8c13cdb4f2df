#include "referee/kubernetes/pods.h"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/job_check.h"
#include "arena/submission/archive.h"
#include "referee/kubernetes/wire/request.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;

// The identity of a folder. Two folders have different identities, unless one
// has taken the other's place within a tick of the disk's clock.
std::string IdentityOf(const std::string& folder) {
  struct stat found = {};
  if (stat(folder.c_str(), &found) != 0) return folder;
  return absl::StrCat(folder, " ", found.st_dev, " ", found.st_ino, " ",
                      found.st_ctim.tv_sec, ".", found.st_ctim.tv_nsec);
}

// How long the server may be busy while a pod is made.
constexpr absl::Duration kCreateTime = absl::Seconds(20);
// How long pods of an earlier process may take to go.
constexpr absl::Duration kLeftoverTime = absl::Seconds(30);
constexpr absl::Duration kLeftoverLook = absl::Milliseconds(200);

std::string NewPodName() { return absl::StrCat("bot-", RandomName()); }

std::vector<std::string> SocketsIn(const std::string& folder) {
  std::vector<std::string> names;
  if (folder.empty()) return names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    if (entry.is_socket(error) && IsSocketName(name)) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Refuses jobs that read other folders of this machine: a pod does not have
// them.
absl::Status CheckFolders(const sandbox::Job& job) {
  if (job.readable.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "the job \"", job.id, "\" needs the folder \"", job.readable[0],
      "\" of the runner's machine, which is not in pods; put it into the "
      "image"));
}

}  // namespace

absl::StatusOr<PackedFolder> PackedFolders::Pack(const std::string& folder,
                                                 bool may_change) {
  const std::string identity = IdentityOf(folder);
  if (!may_change) {
    MutexLock lock(mutex_);
    for (const auto& [known, packed] : packed_) {
      if (known == identity) return packed;
    }
  }
  ARENA_ASSIGN_OR_RETURN(
      std::string archive,
      submission::Pack(folder,
                       FolderLimits(std::numeric_limits<int64_t>::max())));
  PackedFolder packed;
  packed.archive = std::make_shared<const std::string>(std::move(archive));
  std::error_code error;
  for (fs::recursive_directory_iterator it(folder, error);
       !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    ++packed.entries;
    if (it->is_regular_file(error) && !it->is_symlink(error)) {
      packed.bytes += static_cast<int64_t>(it->file_size(error));
    }
  }
  if (may_change) return packed;
  MutexLock lock(mutex_);
  packed_.emplace_back(identity, packed);
  if (packed_.size() > kMost) packed_.pop_front();
  return packed;
}

// ---- Beginning and end ----

absl::StatusOr<std::unique_ptr<Pods>> Pods::Open(
    PodsOptions options, const std::string& work_folder) {
  std::error_code ignored;
  fs::remove_all(work_folder, ignored);
  ARENA_RETURN_IF_ERROR(MakePrivateFolder(work_folder));
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<ApiClient> client,
                         ApiClient::Open(options.api));
  std::unique_ptr<Pods> pods(
      new Pods(std::move(options), work_folder, std::move(client)));
  ARENA_ASSIGN_OR_RETURN(pods->gateway_,
                         Gateway::Open(pods->options_.gateway));
  ARENA_RETURN_IF_ERROR(pods->Try());
  ARENA_RETURN_IF_ERROR(pods->TakeLease());
  ARENA_RETURN_IF_ERROR(pods->Begin());
  return pods;
}

Pods::Pods(PodsOptions options, std::string work_folder,
           std::unique_ptr<ApiClient> client)
    : options_(std::move(options)),
      work_folder_(std::move(work_folder)),
      client_(std::move(client)),
      cluster_(*client_, options_.name_space) {}

Pods::~Pods() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  if (keeper_.joinable()) keeper_.join();
  gateway_.reset();
  remover_.reset();
  watch_.reset();
  if (lease_.has_value()) lease_->Drop().IgnoreError();
}

// Tries to make a pod without making it: missing rights, quotas and rules for
// pods show now, not when the first bot is to play.
absl::Status Pods::Try() {
  if (options_.images.empty()) {
    return absl::InvalidArgumentError("no image is named for any runtime");
  }
  sandbox::Job job;
  job.id = "try";
  job.command = {"true"};
  const PodPlan plan = {.name = NewPodName(),
                        .image = options_.images[0],
                        .key = "none"};
  const absl::Status tried =
      cluster_.CreatePod(PodManifest(Settings(), plan, job), true,
                         absl::Now() + kCreateTime);
  // A full quota passes. Any other error of this manifest does not.
  if (tried.ok() || absl::StrContains(tried.message(), "exceeded quota")) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(absl::StrCat(
      "the cluster would take no pod in the namespace ", options_.name_space,
      ": ", tried.message()));
}

absl::Status Pods::TakeLease() {
  const std::string runner = Settings().runner;
  ARENA_ASSIGN_OR_RETURN(
      RunnerLease lease, RunnerLease::Take(cluster_, runner, absl::Now()));
  {
    MutexLock lock(mutex_);
    lease_ = std::move(lease);
  }
  const absl::Time deadline = absl::Now() + kLeftoverTime;
  while (true) {
    ARENA_ASSIGN_OR_RETURN(const std::vector<PodName> left,
                           cluster_.Pods(runner));
    for (const PodName& pod : left) {
      ARENA_RETURN_IF_ERROR(cluster_.DeletePod(pod.name, 1));
    }
    // Pods of a dead node stay until the cluster gives the node up.
    if (left.empty() || absl::Now() >= deadline) return absl::OkStatus();
    absl::SleepFor(kLeftoverLook);
  }
}

absl::Status Pods::Begin() {
  ARENA_ASSIGN_OR_RETURN(
      watch_, PodWatch::Open(*client_, cluster_.pods_path(),
                             absl::StrCat(kRunnerLabel, "=",
                                          Settings().runner)));
  remover_ = std::make_unique<PodRemover>(cluster_);
  keeper_ = std::thread([this] { KeepHouse(); });
  return absl::OkStatus();
}

PodSettings Pods::Settings() const {
  PodSettings settings;
  settings.name_space = options_.name_space;
  settings.runner = LabelOf(options_.runner);
  settings.companion_image = options_.companion_image;
  settings.runtime_class = options_.runtime_class;
  settings.gateway = gateway_->address();
  MutexLock lock(mutex_);
  if (lease_.has_value()) {
    settings.lease_name = lease_->lease().name;
    settings.lease_uid = lease_->lease().uid;
  }
  return settings;
}

std::vector<std::string> Pods::Missing() const {
  std::vector<std::string> missing = {
      "pods cannot be stopped for a while: a bot that owes no answer can think",
      "pods do not tell how much processor time and memory they use",
      "processes and threads of a pod are limited by its node alone "
      "(podPidsLimit of the kubelet), and by its memory"};
  if (options_.runtime_class.empty()) {
    missing.push_back(
        "bots share the kernel of their node; see --pod-runtime-class");
  }
  return missing;
}

// ---- Pods ----

absl::Status Pods::CheckImage(const sandbox::Job& job) const {
  const auto& own = options_.images;
  if (std::find(own.begin(), own.end(), job.image) != own.end()) {
    return absl::OkStatus();
  }
  if (job.image.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the job \"", job.id, "\" names no image"));
  }
  for (const std::string& prefix : options_.allowed_images) {
    if (absl::StartsWith(job.image, prefix)) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "the image \"", job.image, "\" is not allowed here; allowed are ",
      absl::StrJoin(own, ", "),
      options_.allowed_images.empty() ? "" : ", and images that begin with ",
      absl::StrJoin(options_.allowed_images, ", ")));
}

absl::StatusOr<std::unique_ptr<sandbox::Sandboxed>> Pods::Start(
    sandbox::Job job) {
  ARENA_RETURN_IF_ERROR(sandbox::CheckJob(job, true));
  ARENA_RETURN_IF_ERROR(CheckFolders(job));
  ARENA_RETURN_IF_ERROR(CheckImage(job));
  const bool has_path =
      !job.command.empty() && absl::StrContains(job.command[0], '/');
  if (has_path) ARENA_RETURN_IF_ERROR(sandbox::CheckProgram(job));
  ARENA_ASSIGN_OR_RETURN(const PackedFolder folder,
                         folders_.Pack(job.folder, job.writes_folder));
  PodPlan plan = {.name = NewPodName(),
                  .image = job.image,
                  .sockets = SocketsIn(job.socket_folder),
                  .folder_bytes = folder.bytes,
                  .folder_entries = folder.entries,
                  .archive_bytes =
                      static_cast<int64_t>(folder.archive->size())};
  Grant grant = {.archive = folder.archive,
                 .socket_folder = job.socket_folder,
                 .sockets = {plan.sockets.begin(), plan.sockets.end()}};
  std::shared_ptr<ReturningFolder> returning;
  if (job.writes_folder) {
    returning = std::make_shared<ReturningFolder>(job, work_folder_);
    grant.keep = [returning](const absl::StatusOr<std::string>& archive) {
      return returning->Take(archive);
    };
  }
  plan.key = gateway_->Admit(std::move(grant));
  watch_->Follow(plan.name);
  absl::Cleanup undo = [&] {
    gateway_->Revoke(plan.key);
    watch_->Forget(plan.name);
    // The server may have made the pod all the same.
    remover_->Remove(plan.name, 1);
  };
  ARENA_RETURN_IF_ERROR(
      cluster_.CreatePod(PodManifest(Settings(), plan, job), false,
                         absl::Now() + kCreateTime));
  watch_->NoteMade(plan.name);
  std::move(undo).Cancel();
  const PodProcess::Surroundings surroundings = {cluster_, *watch_, *remover_,
                                                 *gateway_};
  auto process = std::make_unique<PodProcess>(surroundings, plan.name, plan.key,
                                              job, std::move(returning));
  const auto& own = options_.images;
  const bool is_own_image =
      std::find(own.begin(), own.end(), job.image) != own.end();
  ARENA_RETURN_IF_ERROR(
      process->AwaitStart(absl::Now() + options_.start_time, is_own_image,
                          [this] { return gives_up_.load(); }));
  return process;
}

// ---- Pods of dead runners ----

void Pods::Warn(const absl::Status& status) const {
  if (!status.ok() && options_.warn) {
    options_.warn(std::string(status.message()));
  }
}

void Pods::KeepHouse() {
  PodCollector collector(cluster_, Settings().runner);
  std::set<std::string> strangers;
  MutexLock lock(mutex_);
  while (!changed_.WaitFor(mutex_, options_.keep_time,
                           [this] { return stopping_; })) {
    RunnerLease lease = *lease_;
    lock.Unlock();
    Warn(lease.Renew(absl::Now()));
    const auto collected = collector.Collect(absl::Now());
    Warn(collected.status());
    if (collected.ok() && !collected->empty() && options_.warn) {
      options_.warn(absl::StrCat("removed ", collected->size(),
                                 " pods of runners that are gone"));
    }
    // Pods of this runner that nobody follows, seen twice in a row.
    std::set<std::string> now_strange;
    for (const std::string& pod : watch_->Strangers()) {
      if (strangers.contains(pod)) remover_->Remove(pod, 1);
      now_strange.insert(pod);
    }
    strangers = std::move(now_strange);
    lock.Lock();
    lease_ = std::move(lease);
  }
}

}  // namespace arena::kubernetes
