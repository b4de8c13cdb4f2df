// How one entry is spelled in a record: one byte for nearly all of them.
#ifndef ARENA_RECORD_ENTRY_CODE_H_
#define ARENA_RECORD_ENTRY_CODE_H_

#include <string>

#include "absl/status/statusor.h"
#include "arena/core/bytes.h"
#include "arena/match/table.h"

namespace arena {

// Both functions look at the table at which the entry is about to be played,
// since an action is spelled as its index in the list of what is possible
// there. The charged time is spelled elsewhere.

// INVALID_ARGUMENT if the entry is not possible now.
absl::Status SpellEntry(Table& table, const MatchEntry& entry,
                        std::string& out);

// The entry that the front of `in` spells; whether it is possible now, playing
// it will tell. DATA_LOSS says what is wrong with the bytes.
absl::StatusOr<MatchEntry> ReadEntry(Table& table, ByteReader& in);

// Whether a record keeps the charged time of entries of this kind.
inline bool KeepsTime(EntryKind kind) {
  return kind == EntryKind::kChoice || kind == EntryKind::kAnnouncement ||
         kind == EntryKind::kFault || kind == EntryKind::kPause;
}

}  // namespace arena

#endif  // ARENA_RECORD_ENTRY_CODE_H_
