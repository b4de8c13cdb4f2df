// Follows the state of this runner's pods.
#ifndef REFEREE_KUBERNETES_POD_WATCH_H_
#define REFEREE_KUBERNETES_POD_WATCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/kubernetes/api_client.h"
#include "referee/kubernetes/pod_state.h"

namespace arena::kubernetes {

// Lists the pods with a label and watches them from there, with one call for
// all. After a lost connection the watch goes on at the same place. When the
// server no longer knows that place, the pods are listed again. Thread-safe.
class PodWatch {
 public:
  // `path` is the path of the pods of a namespace, `selector` as the API takes
  // it. Returns when the pods are known; errors as of the API.
  static absl::StatusOr<std::unique_ptr<PodWatch>> Open(
      const ApiClient& client, std::string path, std::string selector);
  ~PodWatch();
  PodWatch(const PodWatch&) = delete;
  PodWatch& operator=(const PodWatch&) = delete;

  // The last known state of a pod.
  struct Seen {
    PodState state;
    // The pod is there no longer.
    bool is_gone = false;
  };

  // Follows the state of a pod, from before the pod is made until Forget.
  void Follow(const std::string& name);
  // The pod was made: from now on it is gone when it is missing from a list.
  void NoteMade(const std::string& name);
  void Forget(const std::string& name);
  // Waits until `enough` is true of a followed pod, or until the deadline.
  // Returns the last known state.
  Seen Await(const std::string& name,
             const std::function<bool(const Seen&)>& enough,
             absl::Time deadline) const;
  // Pods with the label that are there and that nobody follows.
  std::vector<std::string> Strangers() const;

 private:
  struct Followed {
    Seen seen;
    bool is_made = false;
    // How many times pods had been listed at that time. An earlier list may
    // lack the pod.
    int64_t made_at = 0;
  };

  PodWatch(const ApiClient& client, std::string path, std::string selector);
  void Run();
  absl::Status List();
  // OK: watch again from the same place. OUT_OF_RANGE: list again.
  absl::Status WatchOn();
  absl::Status TakeEvent(const Json& event);
  void TakePod(const Json& pod, bool is_gone);
  // Returns false if it was stopped.
  bool Rest(absl::Duration time);

  const ApiClient& client_;
  const std::string path_;
  const std::string query_;
  ApiStream stream_;
  // Used by one thread at a time.
  std::string version_;

  mutable Mutex mutex_;
  mutable CondVar changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // Counts lists.
  int64_t epoch_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, Followed> followed_ ABSL_GUARDED_BY(mutex_);
  // All pods that are there.
  std::set<std::string> present_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_WATCH_H_
