#include <memory>
#include <utility>

#include "referee/services/competition_stream.h"
#include "referee/services/services.h"

namespace arena::referee {
namespace {

// Replies with a competition.
template <typename Response>
RunningCompetitions::Answer<v1::Competition> CompetitionInto(
    const Reply<Response>& reply) {
  return [reply](absl::StatusOr<v1::Competition> competition) {
    if (!competition.ok()) return reply(competition.status());
    Response response;
    *response.mutable_competition() = *std::move(competition);
    reply(std::move(response));
  };
}

// The runner state that the caller gives in the metadata.
Runner RunnerOf(const Call& call) {
  const absl::string_view said = call.MetadataOf("arena-runner");
  if (said.empty()) return Runner::kNone;
  return said == "gone" ? Runner::kGone : Runner::kHere;
}

// Replies with the standings of the competition.
void GetStandings(RunningCompetitions& host, StandingsCache& standings,
                  const std::string& name,
                  const Reply<v1::GetStandingsResponse>& reply) {
  host.Get(
      name, [&standings, reply](absl::StatusOr<v1::Competition> competition) {
        if (!competition.ok()) return reply(competition.status());
        standings.Get(*std::move(competition),
                      [reply](absl::StatusOr<v1::Standings> computed) {
                        if (!computed.ok()) return reply(computed.status());
                        v1::GetStandingsResponse response;
                        *response.mutable_standings() = *std::move(computed);
                        reply(std::move(response));
                      });
      });
}

}  // namespace

std::vector<Method> CompetitionMethods(RunningCompetitions& host,
                                       StandingsCache& standings) {
  return {
      Unary("CompetitionService.ChangeCompetition", kAdmins,
            [&host](const Call&, const v1::ChangeCompetitionRequest& request,
                    const Reply<v1::ChangeCompetitionResponse>& reply) {
              host.Change(request, CompetitionInto(reply));
            }),
      Unary(
          "CompetitionService.CreateCompetition", kAdmins,
          [&host](const Call& call, const v1::CreateCompetitionRequest& request,
                  const Reply<v1::CreateCompetitionResponse>& reply) {
            host.Create(request.spec(), CompetitionInto(reply), RunnerOf(call));
          }),
      Unary("CompetitionService.DeleteCompetition", kAdmins,
            [&host](const Call&, const v1::DeleteCompetitionRequest& request,
                    const Reply<v1::DeleteCompetitionResponse>& reply) {
              host.Delete(request.name(), reply);
            }),
      Unary(
          "CompetitionService.EnterCompetition", kAuthors,
          [&host](const Call& call, const v1::EnterCompetitionRequest& request,
                  const Reply<v1::EnterCompetitionResponse>& reply) {
            host.Enter(request, call.caller(), CompetitionInto(reply));
          }),
      Unary("CompetitionService.GetCompetition", kWatchers,
            [&host](const Call&, const v1::GetCompetitionRequest& request,
                    const Reply<v1::GetCompetitionResponse>& reply) {
              host.Get(request.name(), CompetitionInto(reply));
            }),
      Unary("CompetitionService.GetStandings", kWatchers,
            [&host, &standings](const Call&,
                                const v1::GetStandingsRequest& request,
                                const Reply<v1::GetStandingsResponse>& reply) {
              GetStandings(host, standings, request.name(), reply);
            }),
      Unary(
          "CompetitionService.LeaveCompetition", kAuthors,
          [&host](const Call& call, const v1::LeaveCompetitionRequest& request,
                  const Reply<v1::LeaveCompetitionResponse>& reply) {
            host.Leave(request, call.caller(), CompetitionInto(reply));
          }),
      Unary("CompetitionService.ListCompetitions", kWatchers,
            [&host](const Call&, const v1::ListCompetitionsRequest& request,
                    const Reply<v1::ListCompetitionsResponse>& reply) {
              host.List(request, reply);
            }),
      Unary("CompetitionService.ListResults", kWatchers,
            [&host](const Call&, const v1::ListResultsRequest& request,
                    const Reply<v1::ListResultsResponse>& reply) {
              host.ListResults(request, reply);
            }),
      Unary("CompetitionService.RetryCompetition", kAdmins,
            [&host](const Call&, const v1::RetryCompetitionRequest& request,
                    const Reply<v1::RetryCompetitionResponse>& reply) {
              host.Retry(request.name(), CompetitionInto(reply));
            }),
      Unary("CompetitionService.StopCompetition", kAdmins,
            [&host](const Call&, const v1::StopCompetitionRequest& request,
                    const Reply<v1::StopCompetitionResponse>& reply) {
              host.Stop(request.name(), CompetitionInto(reply));
            }),
      ServerStream<v1::WatchCompetitionRequest>(
          "CompetitionService.WatchCompetition", kWatchers,
          [&host](const std::shared_ptr<Call>& call,
                  const v1::WatchCompetitionRequest& request) {
            return std::make_shared<CompetitionStream>(call, host, request);
          })};
}

}  // namespace arena::referee
