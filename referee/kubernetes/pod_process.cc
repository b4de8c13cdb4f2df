#include "referee/kubernetes/pod_process.h"

#include <fcntl.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/core/secrets.h"
#include "arena/sandbox/copy_tree.h"
#include "arena/submission/archive.h"
#include "referee/kubernetes/pod_manifest.h"

namespace arena::kubernetes {
namespace {

namespace fs = std::filesystem;
using Phase = PodState::Phase;
using Trouble = PodState::Trouble;

// How long the cluster may take to end a pod that was killed.
constexpr absl::Duration kEndTimeout = absl::Seconds(20);
// How long the rest of a log may take.
constexpr absl::Duration kLogTimeout = absl::Seconds(5);
// How often a waiting thread looks whether it waits in vain.
constexpr absl::Duration kSlice = absl::Milliseconds(200);
constexpr int kKillSeconds = 1;

}  // namespace

// ---- ReturningFolder ----

ReturningFolder::ReturningFolder(const sandbox::Job& job, std::string work)
    : folder_(job.folder),
      most_bytes_(job.limits.scratch_bytes),
      tell_(job.on_line),
      work_(std::move(work)) {}

absl::Status ReturningFolder::Take(const absl::StatusOr<std::string>& archive) {
  const absl::Status kept =
      archive.ok() ? Replace(*archive) : archive.status();
  if (!kept.ok() && tell_) {
    tell_(absl::StrCat("[what it wrote is not kept: ", kept.message(), "]"));
  }
  MutexLock lock(mutex_);
  taken_ = true;
  return kept;
}

absl::Status ReturningFolder::Replace(const std::string& archive) const {
  const std::string unpacked = absl::StrCat(work_, "/", RandomName());
  std::error_code error;
  fs::create_directory(unpacked, error);
  const absl::Cleanup remove = [&unpacked] {
    std::error_code ignored;
    fs::remove_all(unpacked, ignored);
  };
  ARENA_RETURN_IF_ERROR(
      submission::Unpack(archive, unpacked, FolderLimits(most_bytes_)));
  const Descriptor from(
      open(unpacked.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return sandbox::ReplaceTree(from.get(), folder_, most_bytes_);
}

bool ReturningFolder::Await(absl::Time deadline) const {
  constexpr absl::Duration kLook = absl::Milliseconds(5);
  while (true) {
    {
      MutexLock lock(mutex_);
      if (taken_) return true;
    }
    if (absl::Now() >= deadline) return false;
    absl::SleepFor(kLook);
  }
}

// ---- PodProcess ----

PodProcess::PodProcess(const Surroundings& surroundings, std::string name,
                       std::string key, const sandbox::Job& job,
                       std::shared_ptr<ReturningFolder> folder)
    : around_(surroundings),
      name_(std::move(name)),
      key_(std::move(key)),
      memory_bytes_(job.limits.memory_bytes),
      is_folder_returned_(folder != nullptr),
      folder_(std::move(folder)) {
  if (!job.on_line) return;
  log_ = std::make_unique<PodLog>(
      around_.cluster.client(), around_.cluster.LogPath(name_),
      job.limits.output_bytes_per_second,
      [this] {
        const PodWatch::Seen seen = Look();
        return seen.is_gone ? Phase::kEnded : seen.state.phase;
      },
      job.on_line);
}

PodProcess::~PodProcess() {
  around_.gateway.Revoke(key_);
  const PodWatch::Seen seen = Look();
  if (log_ != nullptr && seen.state.phase == Phase::kEnded && !seen.is_gone) {
    log_->AwaitEnd(absl::Now() + kLogTimeout);
  }
  if (!seen.is_gone) around_.remover.Remove(name_, kKillSeconds);
  around_.watch.Await(
      name_, [](const PodWatch::Seen& now) { return now.is_gone; },
      absl::Now() + kEndTimeout);
  log_.reset();
  around_.watch.Forget(name_);
}

PodWatch::Seen PodProcess::Look() const {
  return around_.watch.Await(
      name_, [](const PodWatch::Seen&) { return true; }, absl::InfinitePast());
}

absl::Status PodProcess::AwaitStart(absl::Time deadline, bool is_own_image,
                                    const std::function<bool()>& gives_up) {
  PodWatch::Seen seen;
  do {
    seen = around_.watch.Await(
        name_,
        [](const PodWatch::Seen& now) {
          return now.is_gone || now.state.phase != Phase::kWaiting ||
                 now.state.trouble != Trouble::kNone;
        },
        std::min(deadline, absl::Now() + kSlice));
    if (seen.state.phase != Phase::kWaiting) {
      if (!seen.state.was_taken_away) return absl::OkStatus();
      return absl::UnavailableError(
          absl::StrCat("the cluster has ended the pod: ", seen.state.end));
    }
    const std::string& why = seen.state.waits_for;
    switch (seen.state.trouble) {
      case Trouble::kNone:
        break;
      case Trouble::kCompanion:
        return absl::UnavailableError(absl::StrCat(
            "the companion of the bot does not start: ", why));
      case Trouble::kBotImage:
        if (is_own_image) {
          return absl::UnavailableError(
              absl::StrCat("the cluster cannot get the image: ", why));
        }
        return absl::NotFoundError(
            absl::StrCat("the cluster cannot get the image: ", why));
      case Trouble::kBot:
        // In images of the operator pod-init is the first process, not the bot.
        if (is_own_image) {
          return absl::UnavailableError(
              absl::StrCat("the node cannot start the container: ", why));
        }
        return absl::InvalidArgumentError(
            absl::StrCat("the image cannot be started: ", why));
    }
    if (seen.is_gone) {
      return absl::UnavailableError("the pod was deleted before it began");
    }
    if (gives_up()) return absl::UnavailableError("the runner ends");
  } while (absl::Now() < deadline);
  return absl::UnavailableError(absl::StrCat(
      "the cluster has not started the pod in time",
      seen.state.waits_for.empty() ? "" : ": ", seen.state.waits_for));
}

bool PodProcess::HasEnded(const PodWatch::Seen& seen) const {
  MutexLock lock(mutex_);
  return seen.is_gone || seen.state.phase == Phase::kEnded ||
         absl::Now() >= killed_ + kEndTimeout;
}

bool PodProcess::Wait(absl::Time deadline) {
  while (true) {
    const PodWatch::Seen seen = around_.watch.Await(
        name_, [this](const PodWatch::Seen& now) { return HasEnded(now); },
        std::min(deadline, absl::Now() + kSlice));
    if (HasEnded(seen)) return !is_folder_returned_ || AwaitFolder(deadline);
    if (absl::Now() >= deadline) return false;
  }
}

// The runner decides when the folder comes back: only the API knows that no
// process of the bot is left.
bool PodProcess::AwaitFolder(absl::Time deadline) {
  absl::Time most;
  {
    MutexLock lock(mutex_);
    if (killed_ != absl::InfiniteFuture() || is_folder_lost_) return true;
    ended_ = std::min(ended_, absl::Now());
    most = ended_ + absl::Seconds(kKeepSeconds);
  }
  around_.gateway.SayEnded(key_);
  while (!folder_->Await(std::min({deadline, most, absl::Now() + kSlice}))) {
    const bool is_over = absl::Now() >= most || Look().is_gone;
    // The folder may have come at the last moment.
    if (is_over && !folder_->Await(absl::InfinitePast())) {
      MutexLock lock(mutex_);
      is_folder_lost_ = true;
      return true;
    }
    if (absl::Now() >= deadline) return false;
  }
  return true;
}

std::string PodProcess::EndText() const {
  const PodWatch::Seen seen = Look();
  if (seen.state.out_of_memory) {
    return sandbox::WithFullMemory(seen.state.end, memory_bytes_);
  }
  if (!seen.state.end.empty()) return seen.state.end;
  MutexLock lock(mutex_);
  return was_asked_ ? "signal 9 (Killed)" : "its pod was deleted";
}

void PodProcess::Terminate() {
  {
    MutexLock lock(mutex_);
    was_asked_ = true;
  }
  around_.remover.Remove(name_, kEndSeconds);
}

void PodProcess::Kill() {
  {
    MutexLock lock(mutex_);
    was_asked_ = true;
    killed_ = std::min(killed_, absl::Now());
  }
  around_.gateway.Revoke(key_);
  around_.remover.Remove(name_, kKillSeconds);
}

sandbox::Usage PodProcess::UsageSoFar() const {
  return {.is_measured = false,
          .out_of_memory = Look().state.out_of_memory};
}

bool PodProcess::WasTakenAway() const {
  const PodWatch::Seen seen = Look();
  MutexLock lock(mutex_);
  if (was_asked_) return false;
  if (is_folder_lost_ || seen.state.was_taken_away) return true;
  return seen.state.phase != Phase::kEnded || seen.state.is_deleted;
}

}  // namespace arena::kubernetes
