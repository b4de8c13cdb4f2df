#include "arena/cli/base/competition_client.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/bot_sessions.h"
#include "arena/core/check.h"

namespace arena::cli {
namespace {

using CompetitionStub = v1::CompetitionService::Stub;

constexpr uint32_t kResultsAtOnce = 10000;
// A referee that does not answer must not hold up a program that ends.
constexpr std::chrono::seconds kRunnerPatience(5);
// Planning a large competition takes long on a slow machine.
constexpr std::chrono::minutes kPlanPatience(10);

}  // namespace

bool IsOver(const v1::Competition& competition) {
  return competition.state() == v1::Competition::STATE_FINISHED;
}

absl::Status CheckNotQuarantined(const v1::Competition& competition) {
  if (competition.quarantine().empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat("competition ", competition.spec().name(),
                   " is quarantined: ", competition.quarantine()));
}

bool AreOver(absl::Span<const CompetitionData> events) {
  return absl::c_all_of(events, [](const CompetitionData& event) {
    return IsOver(event.competition);
  });
}

v1::Progress SumOf(absl::Span<const CompetitionData> events) {
  v1::Progress sum;
  for (const CompetitionData& event : events) {
    const v1::Progress& progress = event.competition.progress();
    sum.set_matches_over(sum.matches_over() + progress.matches_over());
    sum.set_matches_total(sum.matches_total() + progress.matches_total());
    sum.set_faults(sum.faults() + progress.faults());
  }
  return sum;
}

bool CompetitionClient::IsConnected() const {
  return channel_->WaitForConnected(std::chrono::system_clock::now() +
                                    std::chrono::milliseconds(100));
}

template <typename Request, typename Response>
absl::StatusOr<Response> CompetitionClient::CallFor(
    const std::string& name,
    grpc::Status (CompetitionStub::*method)(grpc::ClientContext*,
                                            const Request&, Response*),
    const Request& request) {
  absl::StatusOr<Response> response = Call(*stub_, method, request);
  if (!absl::IsNotFound(response.status())) return response;
  return WithNearest(response.status(), name, Names());
}

absl::StatusOr<v1::Competition> CompetitionClient::Create(
    const v1::CompetitionSpec& spec) {
  return CreateAs(spec, "", kPlanPatience);
}

absl::StatusOr<v1::Competition> CompetitionClient::Run(
    const v1::CompetitionSpec& spec) {
  return CreateAs(spec, "here", kPlanPatience);
}

absl::Status CompetitionClient::Renew(const v1::CompetitionSpec& spec) {
  return CreateAs(spec, "here", kRunnerPatience).status();
}

absl::StatusOr<v1::Competition> CompetitionClient::RunAnew(
    const v1::CompetitionSpec& spec) {
  if (Get(spec.name()).ok()) ARENA_RETURN_IF_ERROR(Interrupt(spec));
  return Run(spec);
}

absl::Status CompetitionClient::Interrupt(const v1::CompetitionSpec& spec) {
  return CreateAs(spec, "gone", kRunnerPatience).status();
}

absl::StatusOr<v1::Competition> CompetitionClient::CreateAs(
    const v1::CompetitionSpec& spec, const std::string& runner,
    std::chrono::seconds patience) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + patience);
  if (!runner.empty()) context.AddMetadata("arena-runner", runner);
  v1::CreateCompetitionRequest request;
  *request.mutable_spec() = spec;
  v1::CreateCompetitionResponse response;
  const grpc::Status status =
      stub_->CreateCompetition(&context, request, &response);
  if (!status.ok()) return FromReferee(status);
  return response.competition();
}

absl::StatusOr<v1::Competition> CompetitionClient::Get(
    const std::string& name) {
  v1::GetCompetitionRequest request;
  request.set_name(name);
  ARENA_ASSIGN_OR_RETURN(
      const v1::GetCompetitionResponse response,
      CallFor(name, &CompetitionStub::GetCompetition, request));
  return response.competition();
}

std::vector<std::string> CompetitionClient::Names() {
  std::vector<std::string> names;
  const absl::StatusOr<v1::ListCompetitionsResponse> all = List("");
  if (!all.ok()) return names;
  for (const v1::Competition& competition : all->competitions()) {
    names.push_back(competition.spec().name());
  }
  return names;
}

absl::StatusOr<v1::Competition> CompetitionClient::Stop(
    const std::string& name) {
  v1::StopCompetitionRequest request;
  request.set_name(name);
  ARENA_ASSIGN_OR_RETURN(
      const v1::StopCompetitionResponse response,
      CallFor(name, &CompetitionStub::StopCompetition, request));
  return response.competition();
}

absl::Status CompetitionClient::Delete(const std::string& name) {
  v1::DeleteCompetitionRequest request;
  request.set_name(name);
  return CallFor(name, &CompetitionStub::DeleteCompetition, request).status();
}

absl::StatusOr<v1::Competition> CompetitionClient::Retry(
    const std::string& name) {
  v1::RetryCompetitionRequest request;
  request.set_name(name);
  ARENA_ASSIGN_OR_RETURN(
      const v1::RetryCompetitionResponse response,
      CallFor(name, &CompetitionStub::RetryCompetition, request));
  return response.competition();
}

absl::StatusOr<v1::Competition> CompetitionClient::Enter(
    const std::string& name, const v1::Entrant& entrant) {
  v1::EnterCompetitionRequest request;
  request.set_name(name);
  *request.mutable_entrant() = entrant;
  ARENA_ASSIGN_OR_RETURN(
      const v1::EnterCompetitionResponse response,
      CallFor(name, &CompetitionStub::EnterCompetition, request));
  return response.competition();
}

absl::StatusOr<v1::Competition> CompetitionClient::Leave(
    const std::string& name, const std::string& entrant) {
  v1::LeaveCompetitionRequest request;
  request.set_name(name);
  request.set_entrant(entrant);
  ARENA_ASSIGN_OR_RETURN(
      const v1::LeaveCompetitionResponse response,
      CallFor(name, &CompetitionStub::LeaveCompetition, request));
  return response.competition();
}

absl::StatusOr<v1::Competition> CompetitionClient::Change(
    const std::string& name, absl::Span<const v1::CompetitionChange> changes) {
  v1::ChangeCompetitionRequest request;
  request.set_name(name);
  request.mutable_changes()->Add(changes.begin(), changes.end());
  ARENA_ASSIGN_OR_RETURN(
      const v1::ChangeCompetitionResponse response,
      CallFor(name, &CompetitionStub::ChangeCompetition, request));
  return response.competition();
}

absl::StatusOr<v1::ListCompetitionsResponse> CompetitionClient::List(
    const std::string& tournament) {
  v1::ListCompetitionsRequest request;
  request.set_tournament(tournament);
  ARENA_ASSIGN_OR_RETURN(
      v1::ListCompetitionsResponse all,
      AllPages(*stub_, &CompetitionStub::ListCompetitions, request));
  std::reverse(all.mutable_competitions()->pointer_begin(),
               all.mutable_competitions()->pointer_end());
  return all;
}

absl::Status CompetitionClient::AddResults(CompetitionData& data,
                                           std::string& cursor) {
  v1::ListResultsRequest request;
  request.set_name(data.competition.spec().name());
  request.set_page_size(kResultsAtOnce);
  request.set_page_token(cursor);
  return ForEachPage(*stub_, &CompetitionStub::ListResults, request,
                     [&](v1::ListResultsResponse page) {
                       std::move(page.mutable_matches()->begin(),
                                 page.mutable_matches()->end(),
                                 std::back_inserter(data.results));
                       cursor = page.cursor();
                       return true;
                     });
}

absl::StatusOr<CompetitionData> CompetitionClient::GetAll(
    const std::string& name) {
  CompetitionData data;
  data.competition.mutable_spec()->set_name(name);
  std::string cursor;
  ARENA_RETURN_IF_ERROR(AddResults(data, cursor));
  // Read after the results, so that it has all entrants that occur in them.
  ARENA_ASSIGN_OR_RETURN(data.competition, Get(name));
  ARENA_RETURN_IF_ERROR(CheckNotQuarantined(data.competition));
  // The competition may have ended in between.
  if (IsOver(data.competition)) {
    ARENA_RETURN_IF_ERROR(AddResults(data, cursor));
  }
  return data;
}

std::unique_ptr<grpc::ClientReader<v1::WatchCompetitionResponse>>
CompetitionClient::Watch(grpc::ClientContext& context, const std::string& name,
                         const std::string& cursor) {
  v1::WatchCompetitionRequest request;
  request.set_name(name);
  request.set_cursor(cursor);
  return stub_->WatchCompetition(&context, request);
}

}  // namespace arena::cli
