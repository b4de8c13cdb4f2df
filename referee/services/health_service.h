// Tells callers whether the referee takes calls.
#ifndef REFEREE_SERVICES_HEALTH_SERVICE_H_
#define REFEREE_SERVICES_HEALTH_SERVICE_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "referee/access/admission.h"
#include "referee/base/health.grpc.pb.h"

namespace arena::referee {

// Open to all callers. In place of gRPC's own, whose watchers are not counted:
// a stranger could open as many as there is memory. Thread-safe.
class HealthService final
    : public grpc::health::v1::Health::CallbackService {
 public:
  using Request = grpc::health::v1::HealthCheckRequest;
  using Response = grpc::health::v1::HealthCheckResponse;

  // `names` are the services that may be asked for; they are told alike, and so
  // is the empty name. `access` must outlive the server.
  HealthService(Access& access, const std::vector<std::string>& names);
  ~HealthService() override;

  // One call at a time.
  void SetServing(bool serving);
  // Ends the streams of all watchers.
  void Stop();

  UnaryCall* Check(CallContext* context, const Request* request,
                   Response* response) override;
  grpc::ServerWriteReactor<Response>* Watch(CallContext* context,
                                            const Request* request) override;

 private:
  class Watcher;

  bool Knows(const std::string& name) const {
    return name.empty() || names_.count(name) > 0;
  }
  Response Status(const std::string& name) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Forget(const std::shared_ptr<Watcher>& watcher);

  Access& access_;
  const std::set<std::string> names_;
  mutable Mutex mutex_;
  bool serving_ ABSL_GUARDED_BY(mutex_) = false;
  // With the names that they ask for; each until its stream is over.
  std::map<std::shared_ptr<Watcher>, std::string> watchers_
      ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_HEALTH_SERVICE_H_
