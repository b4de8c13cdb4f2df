// The spelling of one entry in a record, nearly always one byte.
#ifndef ARENA_RECORD_ENTRY_CODE_H_
#define ARENA_RECORD_ENTRY_CODE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/core/bytes.h"
#include "arena/match/table.h"

namespace arena {

// Both functions look at the table at which the entry is about to be played,
// because an action is spelled as its index in the list of possible actions.
// The charged time is spelled elsewhere.

// INVALID_ARGUMENT if the entry is not possible now.
absl::Status SpellEntry(Table& table, const MatchEntry& entry,
                        std::string& out);

// Reads the entry at the front of `in`. Whether it is possible now is decided
// only when the table plays it. DATA_LOSS says what is wrong with the bytes.
absl::StatusOr<MatchEntry> ReadEntry(Table& table, ByteReader& in);

// Whether a record keeps the charged time of entries of this kind.
inline bool KeepsTime(EntryKind kind) {
  return kind == EntryKind::kChoice || kind == EntryKind::kAnnouncement ||
         kind == EntryKind::kFault || kind == EntryKind::kPause;
}

}  // namespace arena

#endif  // ARENA_RECORD_ENTRY_CODE_H_
