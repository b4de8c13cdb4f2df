// A small API server of Kubernetes that a test controls.
#ifndef TESTS_REFEREE_KUBERNETES_FAKE_API_H_
#define TESTS_REFEREE_KUBERNETES_FAKE_API_H_

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arena/core/descriptor.h"
#include "referee/kubernetes/fields.h"

namespace arena::kubernetes {

// Pods and leases of the namespace arena-bots, with versions, watches and logs.
// A pod that is deleted is gone at once. Thread-safe.
class FakeApi {
 public:
  FakeApi();
  ~FakeApi();

  std::string url() const;

  // ---- Events in the cluster ----
  // Waits for a pod that was not returned before.
  Json NextPod();
  void SetStatus(const std::string& pod, const Json& status);
  // The bot in the pod runs, or has ended as the JSON says.
  void SetRunning(const std::string& pod);
  void SetEnded(const std::string& pod, const Json& terminated);
  void Print(const std::string& pod, const std::string& line);
  void Remove(const std::string& pod);
  void Add(const std::string& collection, const Json& object);
  std::set<std::string> Names(const std::string& collection) const;
  // Waits until the collection has exactly these names.
  void AwaitNames(const std::string& collection,
                  const std::set<std::string>& names) const;

  // ---- Failures ----
  // Answers the next calls with this method, or watches ("WATCH"), in this way.
  // Status 0: the connection breaks.
  void FailNext(const std::string& method, int status,
                const std::string& message, int times = 1);
  // Ends all connections.
  void Break();
  // Ends new connections, too, until it is called with false.
  void SetAway(bool is_away);
  // Forgets all earlier versions, so that no watch can begin there.
  void Forget();
  int Count(const std::string& method) const;
  void AwaitCount(const std::string& method, int count) const;

 private:
  struct Failure {
    int status;
    std::string message;
  };
  struct Event {
    int64_t version;
    std::string type;
    Json object;
  };
  struct Call {
    std::string method, path, query, body;
  };

  void Accept();
  void Serve(int connection);
  // Returns false if the connection is to end.
  bool Answer(int connection, const Call& call);
  void Watch(int connection, int64_t from);
  void Log(int connection, const std::string& pod);
  bool Reply(int connection, int status, const Json& body) const;
  bool Piece(int connection, const std::string& bytes) const;
  void Note(const std::string& type, Json object);

  const Descriptor listener_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  bool stopping_ = false;
  bool is_away_ = false;
  int64_t version_ = 100;
  int64_t oldest_ = 0;
  // The objects by collection and name.
  std::map<std::string, std::map<std::string, Json>> objects_;
  std::deque<std::string> new_pods_;
  std::vector<Event> events_;
  std::map<std::string, std::vector<std::string>> logs_;
  std::map<std::string, std::deque<Failure>> failures_;
  std::map<std::string, int> counts_;
  std::set<int> connections_;
  int threads_ = 0;
  std::thread acceptor_;
};

}  // namespace arena::kubernetes

#endif  // TESTS_REFEREE_KUBERNETES_FAKE_API_H_
