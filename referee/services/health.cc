#include "referee/services/health.h"

#include <list>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/text.h"
#include "referee/services/services.h"

namespace arena::referee {

Health::Watcher::Watcher(Health& health, bool known, std::shared_ptr<Call> call)
    : QueuedStream(1, "the watcher", std::move(call)),
      health_(health),
      known_(known) {}

void Health::Watcher::Begin() {
  MutexLock lock(health_.mutex_);
  health_.watchers_.insert(
      std::static_pointer_cast<Watcher>(shared_from_this()));
  health_.Tell(*this);
}

void Health::Watcher::OnDone() {
  QueuedStream::OnDone();
  MutexLock lock(health_.mutex_);
  health_.watchers_.erase(
      std::static_pointer_cast<Watcher>(shared_from_this()));
}

void Health::Watcher::DropOlder(const grpc::ByteBuffer& /*newer*/,
                                std::list<grpc::ByteBuffer>& queue) {
  queue.clear();
}

void Health::set_silent(bool silent) {
  MutexLock lock(mutex_);
  silent_ = silent;
  TellAll();
}

void Health::set_draining() {
  MutexLock lock(mutex_);
  draining_ = true;
  TellAll();
}

void Health::Stop() {
  std::set<std::shared_ptr<Watcher>> watchers;
  {
    MutexLock lock(mutex_);
    watchers = watchers_;
  }
  for (const auto& watcher : watchers) {
    watcher->End(absl::UnavailableError("the referee has stopped"));
  }
}

HealthStatus Health::Status() {
  MutexLock lock(mutex_);
  return StatusNow();
}

HealthStatus Health::StatusNow() const {
  HealthStatus status;
  status.set_status(silent_ || draining_ ? HealthStatus::NOT_SERVING
                                         : HealthStatus::SERVING);
  return status;
}

void Health::TellAll() {
  for (const auto& watcher : watchers_) Tell(*watcher);
}

void Health::Tell(Watcher& watcher) {
  HealthStatus status = StatusNow();
  if (!watcher.known_) status.set_status(HealthStatus::SERVICE_UNKNOWN);
  watcher.Push(Packed(status));
}

std::vector<Method> HealthMethods(Health& health,
                                  const std::vector<std::string>& names) {
  using Request = grpc::health::v1::HealthCheckRequest;
  const auto knows = [names](const std::string& name) {
    return name.empty() || absl::c_linear_search(names, name);
  };
  return {
      Unary("grpc.health.v1.Health.Check", kEverybody,
            [&health, knows](const Call&, const Request& request,
                             const Reply<HealthStatus>& reply) {
              if (knows(request.service())) return reply(health.Status());
              reply(absl::NotFoundError(absl::StrCat(
                  "there is no service \"",
                  Shortened(Printable(request.service())),
                  "\"; expected one of the referee's, e.g. "
                  "arena.v1.PlayService, or nothing")));
            }),
      ServerStream<Request>(
          "grpc.health.v1.Health.Watch", kEverybody,
          [&health, knows](const std::shared_ptr<Call>& call,
                           const Request& request) {
            return std::make_shared<Health::Watcher>(
                health, knows(request.service()), call);
          })};
}

}  // namespace arena::referee
