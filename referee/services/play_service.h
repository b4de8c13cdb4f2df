// Play streams: thin gRPC reactors between bots and their sessions.
#ifndef REFEREE_SERVICES_PLAY_SERVICE_H_
#define REFEREE_SERVICES_PLAY_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <string>
#include <utility>

#include "arena/match/executor.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/access/silent_streams.h"
#include "referee/lobby/metrics.h"
#include "referee/matches/match_host.h"

namespace arena::referee {

// The constructor's arguments must outlive the server. Requests are timed by
// the clock of `match_executor`.
class PlayService final : public v1::PlayService::CallbackService {
 public:
  PlayService(Access& access, MatchHost& host, Executor& match_executor,
              Metrics& metrics, const SessionLimits& limits,
              const PeerLimits& peers,
              std::function<void(const std::string& connection)> cut);
  ~PlayService() override;

  grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Play(
      CallContext* context) override;
  grpc::ServerWriteReactor<v1::ReceiveResponse>* Receive(
      CallContext* context, const v1::ReceiveRequest* request) override;
  UnaryCall* Submit(CallContext* context, const v1::SubmitRequest* request,
                    v1::SubmitResponse* response) override;

 private:
  Access& access_;
  MatchHost& host_;
  const Executor& clock_;
  Metrics& metrics_;
  const SessionLimits limits_;
  SilentStreams silent_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_PLAY_SERVICE_H_
