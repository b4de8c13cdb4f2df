#include "referee/journal/entry_codec.h"

#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

constexpr uint8_t kFormat = 1;

absl::Status Damaged(absl::string_view what) {
  return absl::DataLossError(what);
}

}  // namespace

std::string EncodeEntry(const MatchEntry& entry) {
  const int64_t charged = absl::ToInt64Microseconds(entry.charged);
  ARENA_CHECK(static_cast<int>(entry.kind) <= kMaxEntryKind);
  ARENA_CHECK(static_cast<int>(entry.fault) <= v1::FaultKind_MAX);
  ARENA_CHECK(entry.seat >= kChance && entry.seat < kMaxSeats, entry.seat);
  ARENA_CHECK(charged >= 0 && absl::Microseconds(charged) == entry.charged,
              charged, " us");
  std::string bytes;
  bytes.push_back(
      static_cast<char>(kFormat << 4 | static_cast<uint8_t>(entry.kind)));
  bytes.push_back(static_cast<char>(static_cast<uint8_t>(entry.fault) << 4 |
                                    (entry.seat + 1)));
  PutVarint(entry.action, bytes);
  if (charged != 0) PutVarint(static_cast<uint64_t>(charged), bytes);
  return bytes;
}

absl::StatusOr<MatchEntry> DecodeEntry(absl::string_view bytes) {
  if (bytes.size() < 3) {
    return Damaged(absl::StrCat(bytes.size(), " bytes, not 3 to 16"));
  }
  const auto first = static_cast<uint8_t>(bytes[0]);
  const auto second = static_cast<uint8_t>(bytes[1]);
  ByteReader rest(bytes.substr(2));
  const int kind = first & 0xf;
  const int fault = second >> 4;
  const Seat seat = (second & 0xf) - 1;
  if (first >> 4 != kFormat) {
    return Damaged(absl::StrCat("format ", first >> 4, ", not ", kFormat));
  }
  if (kind > kMaxEntryKind) return Damaged(absl::StrCat("kind ", kind));
  if (fault > v1::FaultKind_MAX) return Damaged(absl::StrCat("fault ", fault));
  if (seat >= kMaxSeats) return Damaged(absl::StrCat("seat ", seat));
  uint64_t action = 0;
  if (!rest.Varint(std::numeric_limits<Action>::max(), action)) {
    return Damaged("the action is not a number of 32 bits");
  }
  uint64_t charged = 0;
  if (!rest.empty() &&
      (!rest.Varint(std::numeric_limits<int64_t>::max(), charged) ||
       charged == 0)) {
    return Damaged("the time charged is not a positive number of 63 bits");
  }
  if (!rest.empty()) {
    return Damaged(absl::StrCat(rest.rest().size(), " bytes too many"));
  }
  return MatchEntry{.kind = static_cast<EntryKind>(kind),
                    .fault = static_cast<v1::FaultKind>(fault),
                    .seat = seat,
                    .action = static_cast<Action>(action),
                    .charged = absl::Microseconds(charged)};
}

absl::StatusOr<std::vector<MatchEntry>> DecodeEntries(
    absl::string_view match_id, absl::Span<const std::string> encoded) {
  std::vector<MatchEntry> entries;
  for (const std::string& bytes : encoded) {
    absl::StatusOr<MatchEntry> entry = DecodeEntry(bytes);
    if (!entry.ok()) {
      return absl::DataLossError(absl::StrCat("match ", match_id,
                                              ": journal entry ",
                                              entries.size(), ": ",
                                              entry.status().message()));
    }
    entries.push_back(*entry);
  }
  return entries;
}

}  // namespace arena::referee
