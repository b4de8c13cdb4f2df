// Deletes pods in the background.
#ifndef REFEREE_KUBERNETES_POD_REMOVER_H_
#define REFEREE_KUBERNETES_POD_REMOVER_H_

#include <map>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/kubernetes/cluster.h"

namespace arena::kubernetes {

// Repeats each request until the server has answered. Thread-safe.
class PodRemover {
 public:
  explicit PodRemover(const Cluster& cluster);
  // Tries once more for each pod that is left.
  ~PodRemover();
  PodRemover(const PodRemover&) = delete;
  PodRemover& operator=(const PodRemover&) = delete;

  // The pod's processes have so many seconds after the server gets the request.
  void Remove(const std::string& pod, int grace_seconds);

 private:
  void Run();

  const Cluster& cluster_;
  Mutex mutex_;
  CondVar changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  // The seconds of the pods that are left, by pod.
  std::map<std::string, int> left_ ABSL_GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace arena::kubernetes

#endif  // REFEREE_KUBERNETES_POD_REMOVER_H_
