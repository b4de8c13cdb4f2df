#include "referee/runner/referee_link.h"

#include <algorithm>
#include <utility>

#include "absl/time/clock.h"
#include "arena/match/clock.h"
#include "arena/rpc/grpc_status.h"
#include "referee/base/log.h"

namespace arena::runner {
namespace {

using referee::Log;
using referee::LogError;

constexpr absl::Duration kFirstPause = absl::Milliseconds(100);
constexpr absl::Duration kLongestPause = absl::Seconds(5);

// Whether another attempt would get the same answer.
bool IsForGood(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::INVALID_ARGUMENT:
    case grpc::StatusCode::UNAUTHENTICATED:
    case grpc::StatusCode::PERMISSION_DENIED:
    case grpc::StatusCode::UNIMPLEMENTED:
      return true;
    default:
      return false;
  }
}

}  // namespace

RefereeLink::RefereeLink(std::string address,
                         std::shared_ptr<grpc::Channel> channel,
                         std::string token, v1::RunnerHello hello,
                         Workshop& workshop)
    : address_(std::move(address)),
      referee_(std::move(channel), std::move(token)),
      hello_(std::move(hello)),
      workshop_(workshop),
      thread_([this] { Run(); }) {}

RefereeLink::~RefereeLink() {
  {
    MutexLock lock(mutex_);
    closing_ = true;
    if (context_ != nullptr) context_->TryCancel();
    changed_.NotifyAll();
  }
  thread_.join();
}

void RefereeLink::Drain() {
  MutexLock lock(mutex_);
  draining_ = true;
  changed_.NotifyAll();
}

void RefereeLink::Flush(absl::Time deadline) {
  MutexLock lock(mutex_);
  changed_.WaitFor(mutex_, deadline - absl::Now(),
                   [this] { return !open_ || to_tell_.empty(); });
}

absl::Status RefereeLink::refusal() const {
  MutexLock lock(mutex_);
  return refusal_;
}

bool RefereeLink::connected() const {
  MutexLock lock(mutex_);
  return open_;
}

bool RefereeLink::Pause(absl::Duration time) {
  MutexLock lock(mutex_);
  return !changed_.WaitFor(mutex_, time, [this] { return closing_; });
}

void RefereeLink::Run() {
  absl::Duration pause = kFirstPause;
  do {
    const absl::Time began = absl::Now();
    const grpc::Status status = Serve();
    bool abandoned;
    {
      MutexLock lock(mutex_);
      if (closing_) return;
      if (IsForGood(status)) refusal_ = FromGrpc(status);
      abandoned = absl::Now() > lost_ + kMostAbsence;
    }
    LogError("referee lost", {{"address", address_}}, FromGrpc(status));
    if (abandoned) workshop_.StopAllOf(referee_);
    const bool served = absl::Now() - began > kLongestPause;
    pause = served ? kFirstPause : std::min(pause * 2, kLongestPause);
  } while (Pause(pause));
}

grpc::Status RefereeLink::Serve() {
  grpc::ClientContext context;
  referee_.Prove(context);
  {
    MutexLock lock(mutex_);
    if (closing_) return grpc::Status::CANCELLED;
    context_ = &context;
  }
  const auto stream = referee_.stub().Work(&context);
  v1::WorkRequest request;
  v1::RunnerHello& hello = *request.mutable_hello();
  hello = hello_;
  for (auto& process : workshop_.ProcessesOf(referee_)) {
    *hello.add_processes() = std::move(process);
  }
  for (const std::string& build : workshop_.BuildsOf(referee_)) {
    hello.add_builds(build);
  }
  v1::WorkResponse response;
  std::thread writer;
  if (stream->Write(request) && stream->Read(&response) &&
      response.has_welcome()) {
    Log("referee found", {{"address", address_},
                          {"server", response.welcome().server()}});
    {
      MutexLock lock(mutex_);
      open_ = true;
      lost_ = absl::InfiniteFuture();
      status_interval_ = FromMessage(response.welcome().status_interval());
    }
    writer = std::thread([this, &stream] { Write(*stream); });
    while (stream->Read(&response)) Take(response);
  }
  {
    MutexLock lock(mutex_);
    open_ = false;
    lost_ = std::min(lost_, absl::Now());
    context_ = nullptr;
    changed_.NotifyAll();
  }
  // A write in flight fails.
  context.TryCancel();
  if (writer.joinable()) writer.join();
  return stream->Finish();
}

void RefereeLink::Take(const v1::WorkResponse& response) {
  const auto tell = [this](v1::WorkRequest request) {
    Tell(std::move(request));
  };
  if (response.has_build()) {
    workshop_.Build(referee_, response.build(), tell);
  } else if (response.has_start()) {
    workshop_.Start(referee_, response.start(), tell);
  } else if (response.has_stop()) {
    workshop_.Stop(response.stop().process_id());
  }
}

void RefereeLink::Tell(v1::WorkRequest request) {
  MutexLock lock(mutex_);
  to_tell_.push_back(std::move(request));
  changed_.NotifyAll();
}

void RefereeLink::Write(Stream& stream) {
  absl::Time due = absl::Now();
  bool told_draining = false;
  MutexLock lock(mutex_);
  while (open_) {
    const bool status_due =
        absl::Now() >= due || (draining_ && !told_draining);
    v1::WorkRequest request;
    if (!to_tell_.empty()) {
      request = to_tell_.front();
    } else if (status_due) {
      request.mutable_status()->set_processes(workshop_.processes());
      request.mutable_status()->set_draining(draining_);
      told_draining = draining_;
      due = absl::Now() + status_interval_;
    } else {
      changed_.WaitForChange(mutex_, due - absl::Now());
      continue;
    }
    lock.Unlock();
    const bool written = stream.Write(request);
    lock.Lock();
    if (!written) return;
    // Messages that were not written are told again on the next stream.
    if (!request.has_status()) to_tell_.pop_front();
    if (to_tell_.empty()) changed_.NotifyAll();
  }
}

}  // namespace arena::runner
