#include "referee/services/competition_service.h"

#include <memory>
#include <string>
#include <utility>

#include "referee/services/competition_stream.h"

namespace arena::referee {
namespace {

// Replies with a competition.
template <typename Response>
CompetitionHost::Answer<v1::Competition> CompetitionInto(
    const Reply<Response>& reply) {
  return [reply](absl::StatusOr<v1::Competition> competition) {
    if (!competition.ok()) return reply(competition.status());
    Response response;
    *response.mutable_competition() = *std::move(competition);
    reply(std::move(response));
  };
}

// What the caller says of itself in the metadata.
Runner RunnerOf(const CallContext& context) {
  const absl::string_view said = MetadataOf(context, "arena-runner");
  if (said.empty()) return Runner::kNone;
  return said == "gone" ? Runner::kGone : Runner::kHere;
}

}  // namespace

CompetitionService::CompetitionService(Access& access, CompetitionHost& host,
                                       StandingsCache& standings)
    : access_(access), host_(host), standings_(standings) {}
CompetitionService::~CompetitionService() = default;

UnaryCall* CompetitionService::CreateCompetition(
    CallContext* context, const v1::CreateCompetitionRequest* request,
    v1::CreateCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.CreateCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Create(request->spec(), CompetitionInto(reply),
                                   RunnerOf(*context));
                    });
}

UnaryCall* CompetitionService::GetCompetition(
    CallContext* context, const v1::GetCompetitionRequest* request,
    v1::GetCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.GetCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Get(request->name(), CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::ListCompetitions(
    CallContext* context, const v1::ListCompetitionsRequest* request,
    v1::ListCompetitionsResponse* response) {
  return ServeUnary(access_, "CompetitionService.ListCompetitions", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.List(*request, reply);
                    });
}

UnaryCall* CompetitionService::StopCompetition(
    CallContext* context, const v1::StopCompetitionRequest* request,
    v1::StopCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.StopCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Stop(request->name(), CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::DeleteCompetition(
    CallContext* context, const v1::DeleteCompetitionRequest* request,
    v1::DeleteCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.DeleteCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Delete(request->name(), reply);
                    });
}

UnaryCall* CompetitionService::RetryCompetition(
    CallContext* context, const v1::RetryCompetitionRequest* request,
    v1::RetryCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.RetryCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Retry(request->name(), CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::EnterCompetition(
    CallContext* context, const v1::EnterCompetitionRequest* request,
    v1::EnterCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.EnterCompetition", context,
                    response,
                    [=, this](const Caller& caller, const auto& reply) {
                      host_.Enter(*request, caller, CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::LeaveCompetition(
    CallContext* context, const v1::LeaveCompetitionRequest* request,
    v1::LeaveCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.LeaveCompetition", context,
                    response,
                    [=, this](const Caller& caller, const auto& reply) {
                      host_.Leave(*request, caller, CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::ChangeCompetition(
    CallContext* context, const v1::ChangeCompetitionRequest* request,
    v1::ChangeCompetitionResponse* response) {
  return ServeUnary(access_, "CompetitionService.ChangeCompetition", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.Change(*request, CompetitionInto(reply));
                    });
}

UnaryCall* CompetitionService::GetStandings(
    CallContext* context, const v1::GetStandingsRequest* request,
    v1::GetStandingsResponse* response) {
  return ServeUnary(
      access_, "CompetitionService.GetStandings", context, response,
      [=, this](const Caller&, const auto& reply) {
        host_.Get(request->name(),
                  [this, reply](absl::StatusOr<v1::Competition> competition) {
                    if (!competition.ok()) return reply(competition.status());
                    standings_.Get(
                        *std::move(competition),
                        [reply](absl::StatusOr<v1::Standings> standings) {
                          if (!standings.ok()) return reply(standings.status());
                          v1::GetStandingsResponse response;
                          *response.mutable_standings() = *std::move(standings);
                          reply(std::move(response));
                        });
                  });
      });
}

UnaryCall* CompetitionService::ListResults(
    CallContext* context, const v1::ListResultsRequest* request,
    v1::ListResultsResponse* response) {
  return ServeUnary(access_, "CompetitionService.ListResults", context,
                    response, [=, this](const Caller&, const auto& reply) {
                      host_.ListResults(*request, reply);
                    });
}

grpc::ServerWriteReactor<v1::WatchCompetitionResponse>*
CompetitionService::WatchCompetition(
    CallContext* context, const v1::WatchCompetitionRequest* request) {
  const auto stream =
      std::make_shared<CompetitionStream>(*context, host_, *request);
  stream->Serve(access_, "CompetitionService.WatchCompetition",
                [stream = stream.get()] { stream->Begin(); });
  return stream.get();
}

}  // namespace arena::referee
