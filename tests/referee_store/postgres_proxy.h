// Stands between a store and its PostgreSQL server, and loses what it is told
// to lose.
#ifndef TESTS_REFEREE_STORE_POSTGRES_PROXY_H_
#define TESTS_REFEREE_STORE_POSTGRES_PROXY_H_

#include <list>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "tests/referee_store/store_testing.h"

namespace arena::referee {

// One thread serves all connections. Thread-safe.
class PostgresProxy {
 public:
  // Stands before the socket of a server in this folder.
  explicit PostgresProxy(const std::string& server);
  ~PostgresProxy();
  PostgresProxy(const PostgresProxy&) = delete;
  PostgresProxy& operator=(const PostgresProxy&) = delete;

  // The folder of its own socket.
  const std::string& folder() const { return folder_; }

  // Passes on nothing any more, in neither direction, and accepts nobody.
  void Hold();
  // Passes on everything again, what was held first.
  void Release();
  // Waits until there is something that it holds.
  void AwaitHeld();
  // Once a client sends these bytes, the server gets them, but its answer gets
  // nowhere: the connection ends.
  void LoseAnswerTo(const std::string& bytes);

 private:
  // Two sockets; what comes from one goes to the other.
  struct Link {
    int client = -1;
    int server = -1;
    // The next answer of the server is to be lost.
    bool doomed = false;
  };

  void Run();
  void Accept();
  // Passes on what there is; false if the connection ends with it.
  bool Pass(Link& link, bool from_client);
  void Wake();

  const std::string server_;
  TemporaryFolder own_;
  const std::string folder_ = own_.File("");
  int listener_ = -1;
  int wake_ = -1;
  std::list<Link> links_;

  Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  bool held_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether something has come while everything was held.
  bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
  std::string fatal_ ABSL_GUARDED_BY(mutex_);

  std::thread thread_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_POSTGRES_PROXY_H_
