#include "referee/competition_service.h"

#include <deque>
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
    Keep();
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
                 std::deque<v1::WatchCompetitionResponse>& queue) override {
    queue.clear();
  }
};

}  // namespace

grpc::ServerUnaryReactor* CompetitionService::CreateCompetition(
    grpc::CallbackServerContext* context,
    const v1::CreateCompetitionRequest* request,
    v1::CreateCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller = Admit(access_, "CompetitionService.CreateCompetition",
                            *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.Create(request->spec(), CompetitionInto(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::GetCompetition(
    grpc::CallbackServerContext* context,
    const v1::GetCompetitionRequest* request,
    v1::GetCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "CompetitionService.GetCompetition", *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.Get(request->name(), CompetitionInto(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::ListCompetitions(
    grpc::CallbackServerContext* context,
    const v1::ListCompetitionsRequest* request,
    v1::ListCompetitionsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "CompetitionService.ListCompetitions", *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.List(*request, IntoPage(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::StopCompetition(
    grpc::CallbackServerContext* context,
    const v1::StopCompetitionRequest* request,
    v1::StopCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "CompetitionService.StopCompetition", *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.Stop(request->name(), CompetitionInto(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::EnterCompetition(
    grpc::CallbackServerContext* context,
    const v1::EnterCompetitionRequest* request,
    v1::EnterCompetitionResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "CompetitionService.EnterCompetition", *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.Enter(*request, *caller, CompetitionInto(reactor, response));
  return reactor;
}

grpc::ServerUnaryReactor* CompetitionService::ListResults(
    grpc::CallbackServerContext* context, const v1::ListResultsRequest* request,
    v1::ListResultsResponse* response) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  const auto caller =
      Admit(access_, "CompetitionService.ListResults", *context, *reactor);
  if (!caller.has_value()) return reactor;
  host_.ListResults(*request, IntoPage(reactor, response));
  return reactor;
}

grpc::ServerWriteReactor<v1::WatchCompetitionResponse>*
CompetitionService::WatchCompetition(
    grpc::CallbackServerContext* context,
    const v1::WatchCompetitionRequest* request) {
  using Refusal =
      Refused<grpc::ServerWriteReactor<v1::WatchCompetitionResponse>>;
  const absl::StatusOr<Caller> caller =
      Admit(access_, "CompetitionService.WatchCompetition", *context);
  if (!caller.ok()) return new Refusal(caller.status());
  const auto reactor = std::make_shared<WatchCompetitionReactor>(*context);
  const absl::Status counted = reactor->Count(access_, *caller);
  if (!counted.ok()) return new Refusal(counted);
  reactor->Begin(host_, request->name());
  return reactor.get();
}

}  // namespace arena::referee
