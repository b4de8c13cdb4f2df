// Tells callers whether the referee takes calls.
#ifndef REFEREE_SERVICES_HEALTH_H_
#define REFEREE_SERVICES_HEALTH_H_

#include <memory>
#include <set>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "referee/base/health.pb.h"
#include "referee/services/queued_stream.h"

namespace arena::referee {

using HealthStatus = grpc::health::v1::HealthCheckResponse;

// SERVING, unless the referee is about to stop or its store is silent. gRPC's
// own service is not used because it does not count its watchers: a stranger
// could open watches until memory runs out. Thread-safe.
class Health {
 public:
  // The stream of a caller that wants to hear of changes. Only the newest
  // status waits.
  class Watcher final : public QueuedStream {
   public:
    // `known`: whether the requested service exists.
    Watcher(Health& health, bool known, std::shared_ptr<Call> call);

    void Begin() override;
    void OnDone() override;

   private:
    friend class Health;

    void DropOlder(const grpc::ByteBuffer& newer,
                   std::list<grpc::ByteBuffer>& queue) override;

    Health& health_;
    const bool known_;
  };

  void set_silent(bool silent);
  void set_draining();
  // Ends the streams of all watchers.
  void Stop();

  HealthStatus Status();

 private:
  HealthStatus StatusNow() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Under the lock, so that no news overtakes other news.
  void TellAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Tell(Watcher& watcher) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  Mutex mutex_;
  bool silent_ ABSL_GUARDED_BY(mutex_) = false;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  // Each watcher until its stream is over.
  std::set<std::shared_ptr<Watcher>> watchers_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_HEALTH_H_
