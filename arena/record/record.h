// A finished match as a value, and as the bytes that FORMAT.md
// documents.
#ifndef ARENA_RECORD_RECORD_H_
#define ARENA_RECORD_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/games/registry.h"
#include "arena/match/table.h"
#include "arena/v1/record.pb.h"

namespace arena {

// The kept part of a match: its inputs and its result.
struct Record {
  v1::RecordHeader header;
  // In canonical order (see Table::entries); times in whole milliseconds.
  std::vector<MatchEntry> entries;
  v1::MatchResult result;
};

// ---- Making a record ----

// Facts about a match that its table does not know.
struct MatchNames {
  // Public names by seat; missing ones are taken as empty.
  std::vector<std::string> players;
  std::string match_id;
  std::string label;
  // Absent: no limits.
  std::optional<v1::Clock> clock;
  // By seat; empty if no bot was told a private seed.
  std::vector<std::string> private_seeds;
  // By seat; none for a match without a referee.
  std::vector<v1::PlayerInfo> player_infos = {};
};

// Requires: table.over().
Record RecordOf(const Table& table, const MatchNames& names);

// Equal records give equal bytes. INVALID_ARGUMENT names the ply if the entries
// break the rules or do not lead to the result.
absl::StatusOr<std::string> WriteRecord(
    const Record& record, absl::Span<const Game> games = AllGames());

// ---- Reading a record ----

// Plays the whole match again, so that only genuine records are returned.
// DATA_LOSS names the byte of the damage, or the ply that contradicts the rules
// or the seed. FAILED_PRECONDITION: the record was made by other rules or a
// newer program. Safe for any bytes.
absl::StatusOr<Record> ReadRecord(absl::string_view bytes,
                                  absl::Span<const Game> games = AllGames());
// FAILED_PRECONDITION if a record claims more than `most` entries: plies,
// faults and pauses. Otherwise OK, even for bytes that are no record:
// ReadRecord refuses these. Does not play the match, and takes little time and
// memory. Safe for any bytes.
absl::Status CheckLength(absl::string_view record, uint64_t most);

// ---- Playing a record ----

// The table of the header's match, before its first ply. FAILED_PRECONDITION if
// other rules made the header, DATA_LOSS if the header contradicts itself.
absl::StatusOr<Table> TableOf(const v1::RecordHeader& header,
                              absl::Span<const Game> games = AllGames());

// The charged time as a record keeps it: rounded to milliseconds.
absl::Duration RecordedTime(absl::Duration charged);

}  // namespace arena

#endif  // ARENA_RECORD_RECORD_H_
