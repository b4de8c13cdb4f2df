// What the health service says about a referee.
#ifndef REFEREE_SERVING_STATUS_H_
#define REFEREE_SERVING_STATUS_H_

#include <grpcpp/health_check_service_interface.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"

namespace arena::referee {

// SERVING, unless the referee is about to stop or its store is silent. Knows
// this before there is a service, which Attach then adds. Thread-safe.
class ServingStatus {
 public:
  // `names` are the services that may be asked for; they are told alike.
  void Attach(grpc::HealthCheckServiceInterface* service,
              std::vector<std::string> names) {
    MutexLock lock(mutex_);
    service_ = service;
    names_ = std::move(names);
    Tell();
  }
  void set_silent(bool silent) {
    MutexLock lock(mutex_);
    silent_ = silent;
    Tell();
  }
  void set_draining() {
    MutexLock lock(mutex_);
    draining_ = true;
    Tell();
  }

 private:
  void Tell() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (service_ == nullptr) return;
    const bool serving = !silent_ && !draining_;
    service_->SetServingStatus(serving);
    for (const std::string& name : names_) {
      service_->SetServingStatus(name, serving);
    }
  }

  Mutex mutex_;
  grpc::HealthCheckServiceInterface* service_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::vector<std::string> names_ ABSL_GUARDED_BY(mutex_);
  bool silent_ ABSL_GUARDED_BY(mutex_) = false;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVING_STATUS_H_
