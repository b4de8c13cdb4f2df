// The only thing that the process of a bot can reach: the play service of its
// referee, for its one session.
#ifndef REFEREE_RUNNER_PLAY_PROXY_H_
#define REFEREE_RUNNER_PLAY_PROXY_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/rpc/play_relay.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "referee/door/turnstile.h"
#include "referee/runner/session_front.h"

namespace arena::runner {

// Sees the messages between a process and its referee. Calls come from threads
// of gRPC, one at a time for each direction of a stream.
class PlayListener {
 public:
  virtual ~PlayListener() = default;
  // A stream has begun with a hello. If `watch` is called and the process has
  // no stream, the proxy keeps a stream to the referee in place of the process.
  // The listener then still hears the messages for the process.
  virtual void OnHello(const std::function<void()>& watch) = 0;
  // A message goes to the process.
  virtual void OnMessage(const v1::PlayResponse& message) = 0;
  // A request goes to the referee.
  virtual void OnRequest(const v1::PlayRequest& request) = 0;
  // The process is about to be told that its stream is over, and no other
  // stream is open.
  virtual void OnStreamEnd() = 0;
  // The process has sent more than it may, and none of its requests is passed
  // on any more. Called from other threads, perhaps repeatedly.
  virtual void OnFlood(const absl::Status& why) = 0;
};

// A PlayService on a Unix socket that passes one session on. Whatever the
// process says of itself, the referee hears the name, the instance and the
// version of `ProxiedSession`, and that the process plays one match. The proxy
// answers the pings of both sides, because a frozen process cannot. It also
// answers a start that the process has answered before.
//
// A stream that breaks on one side ends on the other side with the same status.
// The process may then open another stream, which goes on with its session. A
// session that rehearses is disturbed on purpose: see mischief::MakeRehearsal.
//
// The process is a stranger: a FloodBudget limits how much it may send.
class PlayProxy final : public v1::PlayService::CallbackService {
 public:
  // Listens on the socket. `listener` must outlive it. UNAVAILABLE.
  static absl::StatusOr<std::unique_ptr<PlayProxy>> Open(
      const std::string& socket, std::shared_ptr<grpc::Channel> referee,
      const ProxiedSession& session, PlayListener& listener);
  // Ends all streams.
  ~PlayProxy() override;

  PlayRelay* Play(grpc::CallbackServerContext* context) override;

  // Whether a stream to the referee is open. Also true if the stream is closed
  // only because the process rehearses.
  bool connected() const;

 private:
  class Stream;
  // The state that the streams share. It may outlive the proxy, without a
  // stream.
  class Shared;

  explicit PlayProxy(std::shared_ptr<Shared> shared)
      : shared_(std::move(shared)) {}

  const std::shared_ptr<Shared> shared_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<referee::Turnstile> turnstile_;
};

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_PLAY_PROXY_H_
