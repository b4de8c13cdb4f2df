// The service for matches, which creates, shows and lists them, and the
// catalogue of games.
#ifndef REFEREE_MATCH_SERVICE_H_
#define REFEREE_MATCH_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/v1/catalogue_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "referee/admission.h"
#include "referee/audiences.h"
#include "referee/match_host.h"

namespace arena::referee {

class WatchMatchReactor;

// The constructor's arguments must outlive the server.
class MatchService final : public v1::MatchService::CallbackService {
 public:
  // Spectators see everything `spectator_delay` later than it happens.
  MatchService(Access& access, MatchHost& host, Executor& executor,
               absl::Duration spectator_delay)
      : access_(access),
        host_(host),
        executor_(executor),
        spectator_delay_(spectator_delay) {}

  UnaryCall* CreateMatch(CallContext* context,
                         const v1::CreateMatchRequest* request,
                         v1::CreateMatchResponse* response) override;
  UnaryCall* GetMatch(CallContext* context, const v1::GetMatchRequest* request,
                      v1::GetMatchResponse* response) override;
  UnaryCall* ListMatches(CallContext* context,
                         const v1::ListMatchesRequest* request,
                         v1::ListMatchesResponse* response) override;
  UnaryCall* CancelMatch(CallContext* context,
                         const v1::CancelMatchRequest* request,
                         v1::CancelMatchResponse* response) override;
  UnaryCall* RetryMatch(CallContext* context,
                        const v1::RetryMatchRequest* request,
                        v1::RetryMatchResponse* response) override;
  UnaryCall* VoidMatch(CallContext* context,
                       const v1::VoidMatchRequest* request,
                       v1::VoidMatchResponse* response) override;
  grpc::ServerWriteReactor<v1::WatchMatchResponse>* WatchMatch(
      CallContext* context, const v1::WatchMatchRequest* request) override;

 private:
  // Shows the match to one who watches, together with all others who do.
  void Admit(const std::string& match_id,
             std::shared_ptr<WatchMatchReactor> watcher);

  Access& access_;
  MatchHost& host_;
  Executor& executor_;
  const absl::Duration spectator_delay_;
  Audiences audiences_;
};

class CatalogueService final : public v1::CatalogueService::CallbackService {
 public:
  explicit CatalogueService(Access& access) : access_(access) {}

  UnaryCall* ListGames(CallContext* context,
                       const v1::ListGamesRequest* request,
                       v1::ListGamesResponse* response) override;

 private:
  Access& access_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCH_SERVICE_H_
