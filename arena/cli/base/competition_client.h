// The competitions of a referee, as the commands see them.
#ifndef ARENA_CLI_BASE_COMPETITION_CLIENT_H_
#define ARENA_CLI_BASE_COMPETITION_CLIENT_H_

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/v1/competition_service.grpc.pb.h"

namespace arena::cli {

// A competition with all its results so far.
struct CompetitionData {
  v1::Competition competition;
  std::vector<v1::CompetitionMatch> results;
};

bool IsOver(const v1::Competition& competition);
// FAILED_PRECONDITION with the reason if it is quarantined.
absl::Status CheckNotQuarantined(const v1::Competition& competition);
bool AreOver(absl::Span<const CompetitionData> events);
// What has been played in all of them: matches, and faults.
v1::Progress SumOf(absl::Span<const CompetitionData> events);

// Calls that concern one competition, or all. Thread-safe; it can be copied.
class CompetitionClient {
 public:
  explicit CompetitionClient(const std::shared_ptr<grpc::Channel>& channel)
      : channel_(channel),
        stub_(v1::CompetitionService::NewStub(channel)) {}

  // Waits a moment for a connection; false if there is none then.
  bool IsConnected() const;

  absl::StatusOr<v1::Competition> Create(const v1::CompetitionSpec& spec);
  // The same for the program that runs it: the referee interrupts it when this
  // has not been called for ten seconds, and goes on when it is called again.
  absl::StatusOr<v1::Competition> Run(const v1::CompetitionSpec& spec);
  // Says so again; it must be there. Does not wait long.
  absl::Status Renew(const v1::CompetitionSpec& spec);
  // The same for a program that begins to run it. An earlier one may have been
  // killed a moment ago: its matches are cancelled, and nobody is blamed that
  // its bots have gone.
  absl::StatusOr<v1::Competition> RunAnew(const v1::CompetitionSpec& spec);
  // The referee interrupts it at once.
  absl::Status Interrupt(const v1::CompetitionSpec& spec);
  absl::StatusOr<v1::Competition> Get(const std::string& name);
  absl::StatusOr<v1::Competition> Stop(const std::string& name);
  absl::Status Delete(const std::string& name);
  absl::StatusOr<v1::Competition> Retry(const std::string& name);
  absl::StatusOr<v1::Competition> Enter(const std::string& name,
                                        const v1::Entrant& entrant);
  absl::StatusOr<v1::Competition> Leave(const std::string& name,
                                        const std::string& entrant);
  // All changes or none.
  absl::StatusOr<v1::Competition> Change(
      const std::string& name, absl::Span<const v1::CompetitionChange> changes);
  // All of a tournament, or all where it is empty; oldest first.
  absl::StatusOr<v1::ListCompetitionsResponse> List(
      const std::string& tournament);
  // The names of all; none if they cannot be asked for.
  std::vector<std::string> Names();
  // With all results by now; if it is over, none is missing.
  // FAILED_PRECONDITION if it is quarantined.
  absl::StatusOr<CompetitionData> GetAll(const std::string& name);
  // Begins to stream what comes behind the cursor (see WatchCompetition).
  std::unique_ptr<grpc::ClientReader<v1::WatchCompetitionResponse>> Watch(
      grpc::ClientContext& context, const std::string& name,
      const std::string& cursor);

 private:
  // A call that concerns one competition; where there is none of that name, the
  // error says which was probably meant.
  template <typename Request, typename Response>
  absl::StatusOr<Response> CallFor(
      const std::string& name,
      grpc::Status (v1::CompetitionService::Stub::*method)(
          grpc::ClientContext*, const Request&, Response*),
      const Request& request);
  // `runner` is what the caller says about itself; empty: nothing.
  absl::StatusOr<v1::Competition> CreateAs(const v1::CompetitionSpec& spec,
                                           const std::string& runner,
                                           std::chrono::seconds patience);
  // Adds the results that came since the last call.
  absl::Status AddResults(CompetitionData& data, std::string& cursor);

  std::shared_ptr<grpc::Channel> channel_;
  std::shared_ptr<v1::CompetitionService::Stub> stub_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_COMPETITION_CLIENT_H_
