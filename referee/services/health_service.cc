#include "referee/services/health_service.h"

#include <list>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/text.h"
#include "arena/rpc/write_queue.h"

namespace arena::referee {

// One caller who wants to hear of changes. Only the newest status waits for it.
class HealthService::Watcher final
    : public grpc::ServerWriteReactor<Response>,
      public WriteQueue<Response>,
      public std::enable_shared_from_this<Watcher> {
 public:
  Watcher(HealthService& service, CallContext& context)
      : WriteQueue<Response>(1, "the watcher"),
        service_(service),
        context_(context) {}

  // Keeps it alive until its stream is over.
  void Begin(absl::StatusOr<std::unique_ptr<Access::Stream>> counted) {
    self_ = shared_from_this();
    if (!counted.ok()) return End(counted.status());
    counted_ = *std::move(counted);
  }
  void Tell(const Response& status) { Push(status); }
  void Stop() { End(absl::UnavailableError("the referee has stopped")); }

  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override { End(absl::CancelledError("cancelled")); }
  void OnDone() override {
    Abandon();
    service_.Forget(self_);
    counted_.reset();
    self_.reset();
  }

 private:
  void StartWriting(const Response& status) override { StartWrite(&status); }
  void FinishStream(const absl::Status& status) override {
    Finish(ToGrpc(status));
  }
  void CancelStream() override { context_.TryCancel(); }
  void DropOlder(const Response& /*newer*/,
                 std::list<Response>& queue) override {
    queue.clear();
  }

  HealthService& service_;
  CallContext& context_;
  std::shared_ptr<Watcher> self_;
  std::unique_ptr<Access::Stream> counted_;
};

HealthService::HealthService(Access& access,
                             const std::vector<std::string>& names)
    : access_(access), names_(names.begin(), names.end()) {}

HealthService::~HealthService() = default;

void HealthService::SetServing(bool serving) {
  std::vector<std::pair<std::shared_ptr<Watcher>, Response>> news;
  {
    MutexLock lock(mutex_);
    serving_ = serving;
    for (const auto& [watcher, name] : watchers_) {
      news.emplace_back(watcher, Status(name));
    }
  }
  for (const auto& [watcher, status] : news) watcher->Tell(status);
}

void HealthService::Stop() {
  std::map<std::shared_ptr<Watcher>, std::string> watchers;
  {
    MutexLock lock(mutex_);
    watchers = watchers_;
  }
  for (const auto& [watcher, name] : watchers) watcher->Stop();
}

UnaryCall* HealthService::Check(CallContext* context, const Request* request,
                                Response* response) {
  UnaryCall* const call = context->DefaultReactor();
  const std::string& name = request->service();
  if (!Knows(name)) {
    call->Finish(ToGrpc(absl::NotFoundError(
        absl::StrCat("there is no service \"", Shortened(Printable(name)),
                     "\"; expected one of the referee's, e.g. "
                     "arena.v1.PlayService, or nothing"))));
    return call;
  }
  {
    MutexLock lock(mutex_);
    *response = Status(name);
  }
  call->Finish(grpc::Status::OK);
  return call;
}

grpc::ServerWriteReactor<HealthService::Response>* HealthService::Watch(
    CallContext* context, const Request* request) {
  const auto watcher = std::make_shared<Watcher>(*this, *context);
  watcher->Begin(
      access_.OpenStream(Caller{}, PeerOf(access_, *context), nullptr));
  // Under the lock, so that no news overtakes it; gRPC sends nothing before
  // this returns.
  MutexLock lock(mutex_);
  watchers_[watcher] = request->service();
  watcher->Tell(Status(request->service()));
  return watcher.get();
}

HealthService::Response HealthService::Status(const std::string& name) const {
  Response response;
  response.set_status(!Knows(name) ? Response::SERVICE_UNKNOWN
                      : serving_   ? Response::SERVING
                                   : Response::NOT_SERVING);
  return response;
}

void HealthService::Forget(const std::shared_ptr<Watcher>& watcher) {
  MutexLock lock(mutex_);
  watchers_.erase(watcher);
}

}  // namespace arena::referee
