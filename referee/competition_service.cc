#include "referee/competition_service.h"

#include <list>
#include <memory>
#include <string>
#include <utility>

#include "referee/admission.h"
#include "referee/grpc_status.h"
#include "referee/watch_stream.h"

namespace arena::referee {
namespace {

// Answers a unary call that returns a competition.
template <typename Response>
CompetitionHost::Answer<v1::Competition> CompetitionInto(
    grpc::ServerUnaryReactor* reactor, Response* response) {
  return [reactor, response](absl::StatusOr<v1::Competition> competition) {
    if (competition.ok()) {
      *response->mutable_competition() = *std::move(competition);
    }
    reactor->Finish(ToGrpc(competition.status()));
  };
}

// Answers a unary call that returns a page.
template <typename Response>
CompetitionHost::Answer<Response> IntoPage(grpc::ServerUnaryReactor* reactor,
                                           Response* response) {
  return [reactor, response](absl::StatusOr<Response> page) {
    if (page.ok()) *response = *std::move(page);
    reactor->Finish(ToGrpc(page.status()));
  };
}

// One follower of one competition. What it has not yet been sent is replaced
// by what is newer.
class WatchCompetitionReactor final
    : public WatchStream<v1::WatchCompetitionResponse>,
      public CompetitionWatcher {
 public:
  explicit WatchCompetitionReactor(grpc::CallbackServerContext& context)
      : WatchStream(1, context) {}

  void Begin(CompetitionHost& host, const std::string& name) {
    const auto self =
        std::static_pointer_cast<WatchCompetitionReactor>(shared_from_this());
    host.Watch(name, self,
               [self](const absl::StatusOr<v1::Competition>& found) {
                 if (!found.ok()) self->End(found.status());
               });
  }

  bool OnProgress(const v1::Competition& competition) override {
    v1::WatchCompetitionResponse response;
    *response.mutable_competition() = competition;
    Push(std::move(response));
    return !closing();
  }
  void OnOver() override { End(absl::OkStatus()); }

 private:
  void DropOlder(const v1::WatchCompetitionResponse& /*newer*/,
                 std::list<v1::WatchCompetitionResponse>& queue) override {
    queue.clear();
  }
};

}  // namespace

grpc::ServerUnaryReactor* CompetitionService::CreateCompetition(
    grpc::CallbackServerContext* context,
    const v1::CreateCompetitionRequest* request,
    v1::CreateCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.CreateCompetition", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.Create(request->spec(),
                                   CompetitionInto(reactor, response));
                    });
}

grpc::ServerUnaryReactor* CompetitionService::GetCompetition(
    grpc::CallbackServerContext* context,
    const v1::GetCompetitionRequest* request,
    v1::GetCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.GetCompetition", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.Get(request->name(),
                                CompetitionInto(reactor, response));
                    });
}

grpc::ServerUnaryReactor* CompetitionService::ListCompetitions(
    grpc::CallbackServerContext* context,
    const v1::ListCompetitionsRequest* request,
    v1::ListCompetitionsResponse* response) {
  return ServeUnary(access_, "CompetitionService.ListCompetitions", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.List(*request, IntoPage(reactor, response));
                    });
}

grpc::ServerUnaryReactor* CompetitionService::StopCompetition(
    grpc::CallbackServerContext* context,
    const v1::StopCompetitionRequest* request,
    v1::StopCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.StopCompetition", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.Stop(request->name(),
                                 CompetitionInto(reactor, response));
                    });
}

grpc::ServerUnaryReactor* CompetitionService::RetryCompetition(
    grpc::CallbackServerContext* context,
    const v1::RetryCompetitionRequest* request,
    v1::RetryCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.RetryCompetition", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.Retry(request->name(),
                                  CompetitionInto(reactor, response));
                    });
}

grpc::ServerUnaryReactor* CompetitionService::EnterCompetition(
    grpc::CallbackServerContext* context,
    const v1::EnterCompetitionRequest* request,
    v1::EnterCompetitionResponse* response) {
  return ServeUnary(
      access_, "CompetitionService.EnterCompetition", context,
      [this, request, response](const Caller& caller,
                                grpc::ServerUnaryReactor* reactor) {
        host_.Enter(*request, caller, CompetitionInto(reactor, response));
      });
}

grpc::ServerUnaryReactor* CompetitionService::ListResults(
    grpc::CallbackServerContext* context, const v1::ListResultsRequest* request,
    v1::ListResultsResponse* response) {
  return ServeUnary(access_, "CompetitionService.ListResults", context,
                    [this, request, response](
                        const Caller&, grpc::ServerUnaryReactor* reactor) {
                      host_.ListResults(*request, IntoPage(reactor, response));
                    });
}

grpc::ServerWriteReactor<v1::WatchCompetitionResponse>*
CompetitionService::WatchCompetition(
    grpc::CallbackServerContext* context,
    const v1::WatchCompetitionRequest* request) {
  const auto reactor = std::make_shared<WatchCompetitionReactor>(*context);
  reactor->Serve(access_, "CompetitionService.WatchCompetition",
                 [this, stream = reactor.get(), name = request->name()] {
                   stream->Begin(host_, name);
                 });
  return reactor.get();
}

}  // namespace arena::referee
