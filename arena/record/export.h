// Records in two forms that other programs read. EXPORT.md documents both.
#ifndef ARENA_RECORD_EXPORT_H_
#define ARENA_RECORD_EXPORT_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/record/record.h"

namespace arena {

// The place of a match in a competition (see v1.CompetitionPlace).
struct ExportPlace {
  std::string competition;
  // Absent for a match without a result.
  std::optional<uint32_t> set;
  std::optional<uint32_t> match;
  std::optional<uint32_t> attempt;
};

// Facts about a match that its record does not contain.
struct ExportNames {
  // Tells the lines of several matches apart if there is no match id.
  std::string match = "";
  // The times at which the match was created, began and ended, e.g.
  // "2026-01-31T18:00:00Z"; empty if unknown.
  std::string created = "";
  std::string started = "";
  std::string ended = "";
  // Only for tables: the file of the record, if it is a file, the SHA-256 of
  // its bytes, and the place of the match in its competition.
  std::string file = "";
  std::string sha256 = "";
  std::optional<ExportPlace> place = std::nullopt;
};

// One JSON object per line: the match, each ply, the result. Errors as for
// Replay::Create.
absl::StatusOr<std::string> ExportJsonLines(
    const Record& record, absl::Span<const Game> games = AllGames(),
    const ExportNames& names = {});

// Tags in brackets and the plies in the game's notation, in lines of at most
// 80 characters. Errors as for Replay::Create.
absl::StatusOr<std::string> ExportNotation(
    const Record& record, absl::Span<const Game> games = AllGames());

}  // namespace arena

#endif  // ARENA_RECORD_EXPORT_H_
