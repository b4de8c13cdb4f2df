// What the health service says about a referee.
#ifndef REFEREE_SERVICES_SERVING_STATUS_H_
#define REFEREE_SERVICES_SERVING_STATUS_H_

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "referee/services/health_service.h"

namespace arena::referee {

// SERVING, unless the referee is about to stop or its store is silent. Knows
// this before there is a service, which Attach then adds. Thread-safe.
class ServingStatus {
 public:
  void Attach(HealthService& service) {
    MutexLock lock(mutex_);
    service_ = &service;
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
    if (service_ != nullptr) service_->SetServing(!silent_ && !draining_);
  }

  Mutex mutex_;
  HealthService* service_ ABSL_GUARDED_BY(mutex_) = nullptr;
  bool silent_ ABSL_GUARDED_BY(mutex_) = false;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_SERVING_STATUS_H_
