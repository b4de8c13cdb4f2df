// Play streams whose bots have not said hello.
#ifndef REFEREE_ACCESS_SILENT_STREAMS_H_
#define REFEREE_ACCESS_SILENT_STREAMS_H_

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/executor/executor.h"
#include "referee/base/peer.h"
#include "referee/door/peer_limits.h"

namespace arena::referee {

// Bounds their number and ends those that stay silent. Thread-safe. The
// executor must outlive it; stop the executor before destroying it.
class SilentStreams {
 public:
  using End = std::function<void(const absl::Status&)>;

  // Counts a stream until this is destroyed.
  class Place {
   public:
    Place(SilentStreams& streams, std::string address)
        : streams_(streams), address_(std::move(address)) {}
    ~Place() { streams_.Free(address_); }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;

   private:
    SilentStreams& streams_;
    const std::string address_;
  };
  using PlacePtr = std::shared_ptr<Place>;

  // Counts a stream of a connection until this is destroyed.
  class Visit {
   public:
    Visit(SilentStreams& streams, std::string connection)
        : streams_(streams), connection_(std::move(connection)) {}
    ~Visit() { streams_.Leave(connection_); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    SilentStreams& streams_;
    const std::string connection_;
  };

  // `cut` ends a connection that breaks the rules.
  SilentStreams(Executor& executor, const PeerLimits& limits,
                std::function<void(const std::string& connection)> cut)
      : executor_(executor),
        limits_(limits),
        cut_(std::move(cut)),
        strand_(executor.NewStrand()) {}

  // Counts a stream from its beginning to its end, even if the stream is
  // refused. gRPC limits the open streams of a connection, but does not count
  // streams that were reset. A connection that resets streams faster than they
  // can end is cut.
  std::unique_ptr<Visit> Arrive(const Peer& peer);
  // Takes in a stream that is about to wait for its hello. Give the place back
  // when the hello has come. Calls `end`, on a strand, if the place is still
  // held when the time is over. RESOURCE_EXHAUSTED if too many streams wait.
  absl::StatusOr<PlacePtr> Enter(const Peer& peer, End end);

 private:
  struct Waiting {
    absl::Time deadline;
    std::weak_ptr<Place> place;
    End end;
  };

  absl::Status Count(const Peer& peer) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Free(const std::string& address);
  void Leave(const std::string& connection);
  // Ends the streams whose time is over, and wakes for the next.
  void Sweep();

  Executor& executor_;
  const PeerLimits limits_;
  const std::function<void(const std::string&)> cut_;
  const std::unique_ptr<Strand> strand_;

  Mutex mutex_;
  int total_ ABSL_GUARDED_BY(mutex_) = 0;
  std::map<std::string, int> by_address_ ABSL_GUARDED_BY(mutex_);
  // Visits.
  std::map<std::string, int> by_connection_ ABSL_GUARDED_BY(mutex_);
  // In the order of their deadlines; some are no longer silent.
  std::deque<Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_SILENT_STREAMS_H_
