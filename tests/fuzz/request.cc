// Requests that ask for a match, and the hellos of bots.
#include <google/protobuf/stubs/logging.h>

#include "arena/match/match.h"
#include "referee/lobby/match_message.h"
#include "referee/lobby/match_request.h"
#include "referee/matches/hello.h"
#include "tests/fuzz/input.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {
namespace {

void CheckRequest(const v1::CreateMatchRequest& request) {
  const absl::StatusOr<referee::MatchRow> row =
      referee::RowForRequest(request, ClockSettings(), "id");
  if (!row.ok()) {
    ARENA_CHECK(row.status().code() == absl::StatusCode::kInvalidArgument,
                row.status().ToString());
    return;
  }
  // An accepted request can be played, and may be made again.
  const absl::StatusOr<MatchSettings> settings = referee::SettingsFor(*row);
  ARENA_CHECK(settings.ok(), settings.status().ToString());
  const absl::Status match = Match::Create(*settings).status();
  ARENA_CHECK(match.ok(), match.ToString());
  referee::MatchMessage(*row);
  const absl::Status again = referee::CheckRepetition(request, *row, *row);
  ARENA_CHECK(again.ok(), again.ToString());
}

}  // namespace

void FuzzRequest(absl::string_view bytes) {
  const google::protobuf::LogSilencer quiet;
  Input input(bytes);
  if (input.Below(2) == 0) {
    v1::CreateMatchRequest request;
    if (!request.ParseFromString(std::string(input.Rest()))) return;
    CheckRequest(request);
  } else {
    v1::Hello hello;
    if (!hello.ParseFromString(std::string(input.Rest()))) return;
    const auto profile = referee::ProfileFor(hello, /*max_matches=*/8);
    ARENA_CHECK(profile.ok() ||
                profile.status().code() == absl::StatusCode::kInvalidArgument);
  }
}

}  // namespace arena::fuzz
