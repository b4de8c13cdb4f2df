// The services around matches: creating, following and listing them, and the
// catalogue of games.
#ifndef REFEREE_MATCH_SERVICE_H_
#define REFEREE_MATCH_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include "arena/v1/catalogue_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "referee/match_host.h"

namespace arena::referee {

// The host must outlive the server.
class MatchService final : public v1::MatchService::CallbackService {
 public:
  explicit MatchService(MatchHost& host) : host_(host) {}

  grpc::ServerUnaryReactor* CreateMatch(
      grpc::CallbackServerContext* context,
      const v1::CreateMatchRequest* request,
      v1::CreateMatchResponse* response) override;
  grpc::ServerUnaryReactor* GetMatch(grpc::CallbackServerContext* context,
                                     const v1::GetMatchRequest* request,
                                     v1::GetMatchResponse* response) override;
  grpc::ServerUnaryReactor* ListMatches(
      grpc::CallbackServerContext* context,
      const v1::ListMatchesRequest* request,
      v1::ListMatchesResponse* response) override;
  grpc::ServerUnaryReactor* CancelMatch(
      grpc::CallbackServerContext* context,
      const v1::CancelMatchRequest* request,
      v1::CancelMatchResponse* response) override;
  grpc::ServerWriteReactor<v1::WatchMatchResponse>* WatchMatch(
      grpc::CallbackServerContext* context,
      const v1::WatchMatchRequest* request) override;

 private:
  MatchHost& host_;
};

class CatalogueService final : public v1::CatalogueService::CallbackService {
 public:
  grpc::ServerUnaryReactor* ListGames(grpc::CallbackServerContext* context,
                                      const v1::ListGamesRequest* request,
                                      v1::ListGamesResponse* response) override;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCH_SERVICE_H_
