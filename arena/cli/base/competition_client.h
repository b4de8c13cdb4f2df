// Calls of the commands about competitions of a referee.
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
// FAILED_PRECONDITION with the reason if the competition is quarantined.
absl::Status CheckNotQuarantined(const v1::Competition& competition);
bool AreOver(absl::Span<const CompetitionData> events);
// The sums of matches and faults over all competitions.
v1::Progress SumOf(absl::Span<const CompetitionData> events);

// Calls about one competition or all competitions. Thread-safe and copyable.
class CompetitionClient {
 public:
  explicit CompetitionClient(const std::shared_ptr<grpc::Channel>& channel)
      : channel_(channel),
        stub_(v1::CompetitionService::NewStub(channel)) {}

  // Waits a moment for a connection. Returns false if there is still none.
  bool IsConnected() const;

  absl::StatusOr<v1::Competition> Create(const v1::CompetitionSpec& spec);
  // The same for the program that runs the competition. The referee interrupts
  // the competition if Run or Renew has not been called for ten seconds, and
  // continues it at the next call.
  absl::StatusOr<v1::Competition> Run(const v1::CompetitionSpec& spec);
  // Tells the referee that the program still runs the competition. The
  // competition must exist. Does not wait long.
  absl::Status Renew(const v1::CompetitionSpec& spec);
  // The same for a program that begins to run the competition. An earlier
  // program may have been killed a moment ago, and its bots with it. So matches
  // under way are cancelled, and no bot gets a fault for them.
  absl::StatusOr<v1::Competition> RunAnew(const v1::CompetitionSpec& spec);
  // Makes the referee interrupt the competition at once.
  absl::Status Interrupt(const v1::CompetitionSpec& spec);
  absl::StatusOr<v1::Competition> Get(const std::string& name);
  absl::StatusOr<v1::Competition> Stop(const std::string& name);
  absl::Status Delete(const std::string& name);
  absl::StatusOr<v1::Competition> Retry(const std::string& name);
  absl::StatusOr<v1::Competition> Enter(const std::string& name,
                                        const v1::Entrant& entrant);
  absl::StatusOr<v1::Competition> Leave(const std::string& name,
                                        const std::string& entrant);
  // Makes all changes or none.
  absl::StatusOr<v1::Competition> Change(
      const std::string& name, absl::Span<const v1::CompetitionChange> changes);
  // All competitions of a tournament, or all competitions if `tournament` is
  // empty; oldest first.
  absl::StatusOr<v1::ListCompetitionsResponse> List(
      const std::string& tournament);
  // The names of all competitions; empty if the referee cannot be asked.
  std::vector<std::string> Names();
  // The competition with all results so far; if it is over, no result is
  // missing. FAILED_PRECONDITION if it is quarantined.
  absl::StatusOr<CompetitionData> GetAll(const std::string& name);
  // Begins to stream the news after the cursor (see WatchCompetition).
  std::unique_ptr<grpc::ClientReader<v1::WatchCompetitionResponse>> Watch(
      grpc::ClientContext& context, const std::string& name,
      const std::string& cursor);

 private:
  // A call about one competition. If no competition has the name, the error
  // suggests the nearest name.
  template <typename Request, typename Response>
  absl::StatusOr<Response> CallFor(
      const std::string& name,
      grpc::Status (v1::CompetitionService::Stub::*method)(
          grpc::ClientContext*, const Request&, Response*),
      const Request& request);
  // `runner` is the caller's text about itself; empty: none.
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
