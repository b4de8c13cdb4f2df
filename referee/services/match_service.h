// The service for matches, which creates, shows and lists them, and the
// catalogue of games.
#ifndef REFEREE_SERVICES_MATCH_SERVICE_H_
#define REFEREE_SERVICES_MATCH_SERVICE_H_

#include <grpcpp/grpcpp.h>

#include <memory>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/v1/catalogue_service.grpc.pb.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "referee/access/admission.h"
#include "referee/matches/match_host.h"
#include "referee/services/match_stream.h"
#include "referee/watching/audience.h"

namespace arena::referee {

// The constructor's arguments must outlive the server.
class MatchService final
    : public v1::MatchService::WithRawCallbackMethod_WatchMatch<
          v1::MatchService::CallbackService> {
 public:
  // Spectators see everything `spectator_delay` later than it happens, by
  // `executor`, which makes what they see.
  MatchService(Access& access, MatchHost& host, Executor& executor,
               absl::Duration spectator_delay);
  ~MatchService() override;

  // Matches have pages below this address from now on, such as
  // "http://127.0.0.1:8080".
  void ShowPagesAt(const std::string& site);

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
  // Thousands are sent the same messages, which are packed once.
  grpc::ServerWriteReactor<grpc::ByteBuffer>* WatchMatch(
      CallContext* context, const grpc::ByteBuffer* request) override;

 private:
  // Where the page of the match is; empty if there is none.
  std::string PageOf(const std::string& match_id);
  // Shows the match to one who watches, together with all others who do.
  void Admit(const std::string& match_id, std::shared_ptr<MatchStream> watcher);

  Access& access_;
  MatchHost& host_;
  Executor& executor_;
  const std::unique_ptr<Strand> strand_;
  const absl::Duration spectator_delay_;
  Audiences audiences_;
  Mutex mutex_;
  // Empty while matches have no pages.
  std::string site_ ABSL_GUARDED_BY(mutex_);
};

class CatalogueService final : public v1::CatalogueService::CallbackService {
 public:
  explicit CatalogueService(Access& access);
  ~CatalogueService() override;

  UnaryCall* ListGames(CallContext* context,
                       const v1::ListGamesRequest* request,
                       v1::ListGamesResponse* response) override;

 private:
  Access& access_;
};

}  // namespace arena::referee

#endif  // REFEREE_SERVICES_MATCH_SERVICE_H_
