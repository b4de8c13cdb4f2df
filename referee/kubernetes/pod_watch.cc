#include "referee/kubernetes/pod_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"

namespace arena::kubernetes {
namespace {

constexpr int kGone = 410;
// The server ends a watch by itself after this time.
constexpr int kWatchSeconds = 300;
// Between two attempts.
constexpr absl::Duration kFirstRest = absl::Milliseconds(100);
constexpr absl::Duration kLongestRest = absl::Seconds(5);
// The most bytes of one event.
constexpr size_t kLongestEvent = size_t{4} << 20;

std::string NameOf(const Json& pod) {
  return TextIn(Member(pod, "metadata"), "name");
}

}  // namespace

absl::StatusOr<std::unique_ptr<PodWatch>> PodWatch::Open(
    const ApiClient& client, std::string path, std::string selector) {
  std::unique_ptr<PodWatch> watch(
      new PodWatch(client, std::move(path), std::move(selector)));
  ARENA_RETURN_IF_ERROR(watch->List());
  watch->thread_ = std::thread([self = watch.get()] { self->Run(); });
  return watch;
}

PodWatch::PodWatch(const ApiClient& client, std::string path,
                   std::string selector)
    : client_(client),
      path_(std::move(path)),
      query_(absl::StrCat(
          "?labelSelector=",
          absl::StrReplaceAll(selector,
                              {{"/", "%2F"}, {"=", "%3D"}, {",", "%2C"}}))),
      stream_(client) {}

PodWatch::~PodWatch() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    changed_.NotifyAll();
  }
  stream_.Stop();
  if (thread_.joinable()) thread_.join();
}

// ---- Known pods ----

void PodWatch::Follow(const std::string& name) {
  MutexLock lock(mutex_);
  followed_[name];
}

void PodWatch::NoteMade(const std::string& name) {
  MutexLock lock(mutex_);
  const auto found = followed_.find(name);
  if (found == followed_.end()) return;
  found->second.is_made = true;
  found->second.made_at = epoch_;
}

void PodWatch::Forget(const std::string& name) {
  MutexLock lock(mutex_);
  followed_.erase(name);
}

PodWatch::Seen PodWatch::Await(const std::string& name,
                               const std::function<bool(const Seen&)>& enough,
                               absl::Time deadline) const {
  MutexLock lock(mutex_);
  while (true) {
    const auto found = followed_.find(name);
    ARENA_CHECK(found != followed_.end(), name, " is not followed");
    const Seen& seen = found->second.seen;
    const absl::Duration rest = deadline - absl::Now();
    if (enough(seen) || rest <= absl::ZeroDuration()) return seen;
    changed_.WaitForChange(mutex_, rest);
  }
}

std::vector<std::string> PodWatch::Strangers() const {
  MutexLock lock(mutex_);
  std::vector<std::string> strangers;
  for (const std::string& name : present_) {
    if (!followed_.contains(name)) strangers.push_back(name);
  }
  return strangers;
}

void PodWatch::TakePod(const Json& pod, bool is_gone) {
  const std::string name = NameOf(pod);
  MutexLock lock(mutex_);
  if (is_gone) {
    present_.erase(name);
  } else {
    present_.insert(name);
  }
  const auto found = followed_.find(name);
  if (found == followed_.end()) return;
  Seen& seen = found->second.seen;
  found->second.is_made = true;
  PodState state = StateOf(pod);
  // The end of a bot is never taken back.
  if (seen.state.phase != PodState::Phase::kEnded ||
      state.phase == PodState::Phase::kEnded) {
    seen.state = std::move(state);
  }
  seen.is_gone = is_gone;
  changed_.NotifyAll();
}

// ---- Messages of the server ----

bool PodWatch::Rest(absl::Duration time) {
  MutexLock lock(mutex_);
  return !changed_.WaitFor(mutex_, time, [this] { return stopping_; });
}

void PodWatch::Run() {
  absl::Duration rest = kFirstRest;
  bool must_list = false;
  while (true) {
    const absl::Time began = absl::Now();
    const absl::Status done = must_list ? List() : WatchOn();
    if (stream_.stopped()) return;
    must_list = must_list ? !done.ok()
                          : absl::IsOutOfRange(done) ||
                                absl::IsInvalidArgument(done);
    const bool went_well = done.ok() || absl::Now() - began > kLongestRest;
    rest = went_well ? kFirstRest : std::min(rest * 2, kLongestRest);
    if (!Rest(rest)) return;
  }
}

absl::Status PodWatch::List() {
  int64_t epoch;
  {
    MutexLock lock(mutex_);
    epoch = ++epoch_;
  }
  ARENA_ASSIGN_OR_RETURN(const ApiAnswer answer,
                         client_.Call("GET", absl::StrCat(path_, query_)));
  if (!answer.ok()) return StatusOf(answer, "list pods");
  std::set<std::string> present;
  const Json& items = Member(answer.body, "items");
  if (items.is_array()) {
    for (const Json& pod : items) present.insert(NameOf(pod));
  }
  {
    MutexLock lock(mutex_);
    present_.clear();
    for (auto& [name, followed] : followed_) {
      const bool was_there = followed.is_made && followed.made_at < epoch;
      if (was_there && !present.contains(name)) followed.seen.is_gone = true;
    }
    changed_.NotifyAll();
  }
  if (items.is_array()) {
    for (const Json& pod : items) TakePod(pod, false);
  }
  version_ = TextIn(Member(answer.body, "metadata"), "resourceVersion");
  return absl::OkStatus();
}

absl::Status PodWatch::WatchOn() {
  std::string rest;
  absl::Status taken;
  const auto answer = stream_.Run(
      absl::StrCat(path_, query_, "&watch=1&allowWatchBookmarks=true",
                   "&timeoutSeconds=", kWatchSeconds,
                   "&resourceVersion=", version_),
      [&](absl::string_view bytes) {
        rest.append(bytes.data(), bytes.size());
        size_t begin = 0;
        for (size_t end; (end = rest.find('\n', begin)) != std::string::npos;
             begin = end + 1) {
          const Json event =
              Json::parse(rest.substr(begin, end - begin), nullptr, false);
          if (taken.ok()) taken = TakeEvent(event);
        }
        rest.erase(0, begin);
        if (rest.size() > kLongestEvent) rest.clear();
      });
  ARENA_RETURN_IF_ERROR(taken);
  ARENA_RETURN_IF_ERROR(answer.status());
  if (answer->status == kGone) return absl::OutOfRangeError("list again");
  return answer->ok() ? absl::OkStatus() : StatusOf(*answer, "watch pods");
}

absl::Status PodWatch::TakeEvent(const Json& event) {
  const std::string type = TextIn(event, "type");
  const Json& object = Member(event, "object");
  if (type == "ERROR") {
    if (NumberIn(object, "code") == kGone) {
      return absl::OutOfRangeError("list again");
    }
    return absl::UnavailableError(TextIn(object, "message"));
  }
  const std::string version =
      TextIn(Member(object, "metadata"), "resourceVersion");
  if (!version.empty()) version_ = version;
  if (type == "ADDED" || type == "MODIFIED" || type == "DELETED") {
    TakePod(object, type == "DELETED");
  }
  return absl::OkStatus();
}

}  // namespace arena::kubernetes
