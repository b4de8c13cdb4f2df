// The open connections of a referee, and which of them must give way.
#ifndef REFEREE_DOOR_CONNECTION_TABLE_H_
#define REFEREE_DOOR_CONNECTION_TABLE_H_

#include <atomic>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/base/peer.h"

namespace arena::referee {

// One connection as the operating system knows it.
class Socket {
 public:
  virtual ~Socket() = default;
  // Whether the connection is still open.
  virtual bool IsOpen() const = 0;
  // Bytes that have come in, and bytes that have gone out and were
  // acknowledged; 0 if the number is not known.
  struct Bytes {
    int64_t received = 0;
    int64_t sent = 0;
  };
  virtual Bytes Passed() const = 0;
  // Lets more bytes wait to be read than a stranger may have.
  virtual void Widen() = 0;
  // Ends the connection; gRPC notices and closes.
  virtual void Cut() = 0;
};

// Strangers can fill all places of a referee, but cannot keep others out: when
// there is no place, the oldest connection without an admitted call makes room.
// A connection with an admitted call never gives way. It is cut only if it
// sends more than any bot, or sends much without a call or a message: gRPC
// keeps headers for as long as they do not end, at thirty times their size.
// gRPC closes connections without telling, so the table polls them.
// Thread-safe.
class ConnectionTable {
 public:
  struct Limits {
    int most = 20000;
    // From one address that is not local.
    int most_of_address = 512;
    // The most bytes that a connection may send before a call on it is
    // admitted, and between two calls of the public.
    int64_t most_unproven_bytes = 256 * 1024;
    // The most bytes that a connection with an admitted call may send without
    // another admitted call and without a message of a stream. Some of the
    // bytes are forgiven: so many in a second, and one byte for so many bytes
    // that were sent to the connection, because a client acknowledges what it
    // has read.
    int64_t most_idle_bytes = 256 * 1024;
    int64_t forgiven_bytes_per_second = 1024;
    int64_t sent_bytes_per_forgiven = 64;
    // A connection that ends without an admitted call after so many bytes was
    // not one of a bot. Perhaps gRPC closed it because of these bytes.
    int64_t suspicious_bytes = 16 * 1024;
    // The most bytes that a connection with an admitted call may send in a
    // second on average, and how many of them it may save up.
    int64_t most_proven_bytes_per_second = 8 * 1024 * 1024;
    int64_t most_saved_bytes = 128 * 1024 * 1024;
  };

  explicit ConnectionTable(const Limits& limits) : limits_(limits) {}

  // Takes a connection in. False if there is no place for it.
  bool Add(const Peer& peer, std::unique_ptr<Socket> socket);
  // A call on it was admitted.
  void Prove(const std::string& connection);
  // A flag to set when a message of a stream has come on the connection.
  using Progress = std::shared_ptr<std::atomic<bool>>;
  Progress ProgressOf(const std::string& connection) const;
  // A call of the public was admitted on the connection: the connection may
  // send as much again until the next call, but makes room like any stranger.
  void Extend(const std::string& connection);
  // Cuts a connection that breaks the rules, proven or not.
  void Cut(const std::string& connection);
  void CutAll();
  // Cuts connections that have sent too much; call it at least ten times a
  // second. Calm connections are left to Tend, so thousands of watchers cost no
  // time. Returns whether there are connections that are not calm.
  struct Busy {
    bool strangers = false;
    bool proven = false;
  };
  Busy Check();
  // Forgets closed connections, and cuts connections that send too much, calm
  // ones included; `passed` is the time since the last call. Call it about ten
  // times a second.
  void Tend(absl::Duration passed);

  int size() const;
  // How many were cut or refused since the last call.
  int TakeTurnedAway();
  // The addresses of connections that broke the rules or sent too much, since
  // the last call.
  std::vector<std::string> TakeOffenders();

 private:
  struct Open {
    Peer peer;
    std::unique_ptr<Socket> socket;
    bool proven = false;
    int64_t received = 0;  // when it was last looked at
    int64_t extended = 0;  // what of that is forgiven
    int64_t sent = 0;      // what of that it was sent is accounted for
    int64_t tended = 0;    // what had come at the last Tend, when proven
    int64_t saved = 0;     // what it may send in addition, when proven
    // Whether the connection sends nothing, because it watches a match for
    // example.
    bool calm = false;
    Progress progress = std::make_shared<std::atomic<bool>>(false);
  };
  // In the order in which the connections came.
  using Queue = std::list<Open>;

  bool MakeRoom(const Peer& peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsFull(const Peer& peer) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Cuts a connection that must give way to the peer, if there is one.
  bool CutFor(const Peer& peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void ForgetClosedOnes() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns the next connection.
  Queue::iterator Forget(Queue& queue, Queue::iterator open)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Queue::iterator CutAndForget(Queue& queue, Queue::iterator open)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Returns the bytes that the connection has sent. Bytes that were sent to it
  // forgive a part of them.
  int64_t LookAt(Open& open) const;
  // Returns the next connection.
  Queue::iterator CheckStranger(Queue::iterator open)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Queue::iterator CheckProven(Queue::iterator open, int64_t received)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Whether the connection, which has sent `received` bytes, sends more than
  // any bot.
  bool SendsTooFast(Open& open, int64_t received, absl::Duration passed) const;
  Queue::iterator CutOffender(Queue& queue, Queue::iterator open)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Limits limits_;
  mutable Mutex mutex_;
  Queue proven_ ABSL_GUARDED_BY(mutex_);
  Queue unproven_ ABSL_GUARDED_BY(mutex_);
  // All connections that have names, by Peer::connection.
  std::map<std::string, Queue::iterator> by_name_ ABSL_GUARDED_BY(mutex_);
  // All connections, by Peer::address.
  std::map<std::string, int> by_address_ ABSL_GUARDED_BY(mutex_);
  int turned_away_ ABSL_GUARDED_BY(mutex_) = 0;
  std::vector<std::string> offenders_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_CONNECTION_TABLE_H_
