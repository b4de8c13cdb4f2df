// Encodes match entries as the bytes that the journal keeps.
#ifndef REFEREE_JOURNAL_ENTRY_CODEC_H_
#define REFEREE_JOURNAL_ENTRY_CODEC_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/match/entry.h"

namespace arena::referee {

// The bytes of an entry, 3 to 16 of them:
//
//   byte 0       format (high 4 bits, now 1) and kind (low 4 bits)
//   byte 1       fault (high 4 bits) and seat + 1 (low 4 bits)
//   then         the action, as a base-128 varint, low groups first
//   then         the time charged in microseconds, likewise; nothing if zero
//
// Every entry has exactly one encoding. Requires: a kind, fault and seat that
// exist, and a charged time of whole microseconds that is not negative.
std::string EncodeEntry(const MatchEntry& entry);

// The entry of these bytes. DATA_LOSS says what is wrong with bytes that
// EncodeEntry never makes.
absl::StatusOr<MatchEntry> DecodeEntry(absl::string_view bytes);

// The entries of a match, from the first one on. The error names the match and
// the number of the entry.
absl::StatusOr<std::vector<MatchEntry>> DecodeEntries(
    absl::string_view match_id, absl::Span<const std::string> encoded);

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_ENTRY_CODEC_H_
