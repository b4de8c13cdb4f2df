// The competitions of a referee, as the commands see them.
#ifndef ARENA_CLI_COMPETITION_CLIENT_H_
#define ARENA_CLI_COMPETITION_CLIENT_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/cli/referee_channel.h"
#include "arena/v1/competition_service.grpc.pb.h"

namespace arena::cli {

// A competition with all its results so far.
struct CompetitionData {
  v1::Competition competition;
  std::vector<v1::CompetitionMatch> results;
};

bool IsOver(const v1::Competition& competition);
bool AreOver(absl::Span<const CompetitionData> events);
// What has been played in all of them: matches, and faults.
v1::Progress SumOf(absl::Span<const CompetitionData> events);

// Calls that concern one competition, or all. Thread-safe.
class CompetitionClient {
 public:
  explicit CompetitionClient(const std::shared_ptr<grpc::Channel>& channel)
      : stub_(v1::CompetitionService::NewStub(channel)) {}

  absl::StatusOr<v1::Competition> Create(const v1::CompetitionSpec& spec);
  absl::StatusOr<v1::Competition> Get(const std::string& name);
  absl::StatusOr<v1::Competition> Stop(const std::string& name);
  absl::StatusOr<v1::Competition> Retry(const std::string& name);
  absl::StatusOr<v1::Competition> Enter(const std::string& name,
                                        const v1::Entrant& entrant);
  // All competitions of a tournament, or all if it is empty; oldest first.
  absl::StatusOr<std::vector<v1::Competition>> List(
      const std::string& tournament);
  // Brings the results and the competition itself up to date. If it is over,
  // all results are there. FAILED_PRECONDITION if it is quarantined.
  absl::Status Update(CompetitionData& data, std::string& page_token);
  absl::StatusOr<CompetitionData> GetAll(const std::string& name);

 private:
  absl::Status UpdateResults(const std::string& name, CompetitionData& data,
                             std::string& page_token);

  std::unique_ptr<v1::CompetitionService::Stub> stub_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITION_CLIENT_H_
