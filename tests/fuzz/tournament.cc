// The tournament files of strangers.
#include "arena/competition/tournament_file/spec_file.h"
#include "arena/core/check.h"
#include "tests/fuzz/targets.h"

namespace arena::fuzz {

void FuzzTournament(absl::string_view bytes) {
  const auto file = competition::ReadTournamentFile(bytes, "fuzz.toml");
  ARENA_CHECK(
      file.ok() || file.status().code() == absl::StatusCode::kInvalidArgument,
      file.status().ToString());
}

}  // namespace arena::fuzz
