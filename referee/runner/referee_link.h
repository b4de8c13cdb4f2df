// The connection of a runner to a referee.
#ifndef REFEREE_RUNNER_REFEREE_LINK_H_
#define REFEREE_RUNNER_REFEREE_LINK_H_

#include <grpcpp/grpcpp.h>

#include <deque>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/runner/referee_call.h"
#include "referee/runner/workshop.h"

namespace arena::runner {

// Keeps a stream to a referee open, gives the referee's tasks to the workshop,
// and tells the referee their outcomes. After a loss the link comes back: first
// at once, then after ever longer pauses. Outcomes that the referee has missed
// are told then.
//
// Without the referee, processes go on for kMostAbsence and end then.
class RefereeLink {
 public:
  static constexpr absl::Duration kMostAbsence = absl::Minutes(2);

  // `hello` has everything except the running tasks. The workshop must outlive
  // it.
  RefereeLink(std::string address, std::shared_ptr<grpc::Channel> channel,
              std::string token, v1::RunnerHello hello, Workshop& workshop);
  // Ends the stream. Requires: the workshop is closed.
  ~RefereeLink();

  // Takes no new work. Returns at once.
  void Drain();
  // Waits until the referee was told everything, if the link is connected.
  void Flush(absl::Time deadline);
  // Why the referee refuses this runner for good; OK: it does not.
  absl::Status refusal() const;
  // Whether the stream to the referee is open and welcomed.
  bool connected() const;

 private:
  using Stream = grpc::ClientReaderWriter<v1::WorkRequest, v1::WorkResponse>;

  // The work of the thread: one stream after the other.
  void Run();
  // One stream, from hello to its end.
  grpc::Status Serve();
  void Take(const v1::WorkResponse& response);
  // Writes waiting messages, and a status when one is due, until the stream is
  // over. The work of a second thread.
  void Write(Stream& stream);
  void Tell(v1::WorkRequest request);
  // Waits before the next attempt; false if there is no next attempt.
  bool Pause(absl::Duration time);

  const std::string address_;
  RefereeCall referee_;
  const v1::RunnerHello hello_;
  Workshop& workshop_;

  mutable Mutex mutex_;
  CondVar changed_;
  bool closing_ ABSL_GUARDED_BY(mutex_) = false;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  // Whether the present stream can be written to.
  bool open_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Duration status_interval_ ABSL_GUARDED_BY(mutex_) = absl::Seconds(1);
  absl::Time lost_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  absl::Status refusal_ ABSL_GUARDED_BY(mutex_);
  std::deque<v1::WorkRequest> to_tell_ ABSL_GUARDED_BY(mutex_);
  grpc::ClientContext* context_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::thread thread_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_REFEREE_LINK_H_
