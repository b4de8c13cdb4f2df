// A proxy between a store and its PostgreSQL server. It loses answers on
// request.
#ifndef TESTS_REFEREE_STORE_POSTGRES_PROXY_H_
#define TESTS_REFEREE_STORE_POSTGRES_PROXY_H_

#include <list>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {

// One thread serves all connections. Thread-safe.
class PostgresProxy {
 public:
  // Opens a proxy for the socket of the server in this folder.
  explicit PostgresProxy(const std::string& server);
  ~PostgresProxy();
  PostgresProxy(const PostgresProxy&) = delete;
  PostgresProxy& operator=(const PostgresProxy&) = delete;

  // The folder of the proxy's own socket.
  const std::string& folder() const { return folder_; }

  // Passes on no bytes from now on, and accepts no client.
  void Hold();
  // Passes on all bytes again, the held ones first.
  void Release();
  // Waits until the proxy holds some bytes.
  void AwaitHeld();
  // Loses one answer. When a client sends these bytes, the server gets them,
  // but the connection ends before the answer reaches the client.
  void LoseAnswerTo(const std::string& bytes);

 private:
  // Two sockets; bytes from one go to the other.
  struct Link {
    int client = -1;
    int server = -1;
    // Whether the next answer of the server is to be lost.
    bool doomed = false;
  };

  void Run();
  void Accept();
  // Passes on the bytes that have come; returns false if the connection then
  // ends.
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
  // Whether bytes have come while everything was held.
  bool waiting_ ABSL_GUARDED_BY(mutex_) = false;
  std::string fatal_ ABSL_GUARDED_BY(mutex_);

  std::thread thread_;
};

}  // namespace arena::referee

#endif  // TESTS_REFEREE_STORE_POSTGRES_PROXY_H_
