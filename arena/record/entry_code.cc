#include "arena/record/entry_code.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// First bytes. Below kWide: the index itself. From kWide: four more bits of
// the index, whose rest is in the next byte.
constexpr uint32_t kWide = 0xe0;
constexpr uint32_t kEscapes = 0xf0;
static_assert(kWide + ((kEscapes - kWide) << 8) >= kMaxLegalActions);

enum Escape : uint8_t {
  kWhoChooses = 0xf0,
  kAnnounces = 0xf1,
  kFails = 0xf2,
  kCancels = 0xf3,
  kAbandons = 0xf4,
  kPauses = 0xf5,
};

// Seat and fault in one byte.
char Who(const MatchEntry& entry) {
  return static_cast<char>(entry.seat | static_cast<int>(entry.fault) << 4);
}

absl::Status WrongEntry(absl::string_view what) {
  return absl::DataLossError(what);
}

void PutIndex(uint32_t index, std::string& out) {
  if (index < kWide) {
    out.push_back(static_cast<char>(index));
  } else {
    index -= kWide;
    out.push_back(static_cast<char>(kWide + (index >> 8)));
    out.push_back(static_cast<char>(index));
  }
}

void PutAction(absl::Span<const Action> list, Action action, std::string& out) {
  const auto* at = std::lower_bound(list.begin(), list.end(), action);
  ARENA_CHECK(at != list.end() && *at == action, "action ", action,
              " passed the table's check, but is not in its list");
  PutIndex(static_cast<uint32_t>(at - list.begin()), out);
}

// The action whose index begins with the byte `first`.
absl::StatusOr<Action> TakeAction(absl::Span<const Action> list, uint8_t first,
                                  ByteReader& in) {
  uint32_t index = first;
  if (first >= kEscapes) {
    return WrongEntry(absl::StrCat("byte ", first, " where an index is due"));
  }
  if (first >= kWide) {
    uint8_t low = 0;
    if (!in.Byte(low)) return WrongEntry("the entries end inside an index");
    index = kWide + ((first - kWide) << 8 | low);
  }
  if (index >= list.size()) {
    return WrongEntry(absl::StrCat("action number ", index,
                                   ", where there are ", list.size()));
  }
  return list[index];
}

// The seat whose choice is written as its index alone.
Seat NextSeat(const Table& table) {
  const SeatSet owing = table.Owing();
  return owing.empty() ? kChance : owing.first();
}

// The actions that the entry may have, ascending. `list` is storage for them.
absl::Span<const Action> ListFor(Table& table, const MatchEntry& entry,
                                 ActionList& list) {
  switch (entry.kind) {
    case EntryKind::kChoice:
      return table.Legal(entry.seat);
    case EntryKind::kAnnouncement:
      table.state()->Announcements(entry.seat, list);
      return list;
    default:
      table.state()->LegalActions(kChance, list);
      return list;
  }
}

// An outcome or choice whose index begins with the byte `first`.
absl::StatusOr<MatchEntry> ReadIndex(Table& table, uint8_t first,
                                     ByteReader& in) {
  MatchEntry entry;
  entry.seat = NextSeat(table);
  entry.kind = entry.seat == kChance ? EntryKind::kChance : EntryKind::kChoice;
  ActionList list;
  ARENA_ASSIGN_OR_RETURN(entry.action,
                         TakeAction(ListFor(table, entry, list), first, in));
  return entry;
}

// An entry that names its seat.
absl::StatusOr<MatchEntry> ReadNamed(Table& table, uint8_t escape,
                                     ByteReader& in) {
  MatchEntry entry;
  uint8_t who = 0;
  if (!in.Byte(who)) return WrongEntry("the entries end inside an entry");
  entry.seat = who & 0x0f;
  const int fault = who >> 4;
  if (entry.seat >= table.config().seats || fault > v1::FaultKind_MAX) {
    return WrongEntry(absl::StrCat("seat ", entry.seat, " with fault ", fault));
  }
  entry.fault = static_cast<v1::FaultKind>(fault);
  entry.kind = escape == kWhoChooses  ? EntryKind::kChoice
               : escape == kAnnounces ? EntryKind::kAnnouncement
                                      : EntryKind::kFault;
  if (entry.kind == EntryKind::kFault) return entry;
  if (entry.kind == EntryKind::kChoice && !table.Owing().contains(entry.seat)) {
    return WrongEntry(absl::StrCat("seat ", entry.seat, " owes no choice"));
  }
  if (entry.kind == EntryKind::kChoice &&
      entry.fault != v1::FAULT_KIND_UNSPECIFIED) {
    entry.action = table.state()->Substitute(entry.seat);
    return entry;
  }
  uint8_t first = 0;
  if (!in.Byte(first)) return WrongEntry("the entries end inside an entry");
  ActionList list;
  ARENA_ASSIGN_OR_RETURN(entry.action,
                         TakeAction(ListFor(table, entry, list), first, in));
  return entry;
}

}  // namespace

absl::Status SpellEntry(Table& table, const MatchEntry& entry,
                        std::string& out) {
  ARENA_RETURN_IF_ERROR(table.Check(entry));
  ActionList list;
  switch (entry.kind) {
    case EntryKind::kChance:
      PutAction(ListFor(table, entry, list), entry.action, out);
      break;
    case EntryKind::kChoice:
      if (entry.fault != v1::FAULT_KIND_UNSPECIFIED ||
          entry.seat != NextSeat(table)) {
        out.push_back(static_cast<char>(kWhoChooses));
        out.push_back(Who(entry));
      }
      if (entry.fault == v1::FAULT_KIND_UNSPECIFIED) {
        PutAction(ListFor(table, entry, list), entry.action, out);
      }
      break;
    case EntryKind::kAnnouncement:
      out.push_back(static_cast<char>(kAnnounces));
      out.push_back(Who(entry));
      PutAction(ListFor(table, entry, list), entry.action, out);
      break;
    case EntryKind::kFault:
      out.push_back(static_cast<char>(kFails));
      out.push_back(Who(entry));
      break;
    case EntryKind::kCancel:
      out.push_back(static_cast<char>(kCancels));
      break;
    case EntryKind::kAbandon:
      out.push_back(static_cast<char>(kAbandons));
      break;
    case EntryKind::kPause:
      out.push_back(static_cast<char>(kPauses));
      break;
    case EntryKind::kBegin:
    case EntryKind::kDecline:
      return WrongEntry("an entry of a kind that records do not have");
  }
  return absl::OkStatus();
}

absl::StatusOr<MatchEntry> ReadEntry(Table& table, ByteReader& in) {
  uint8_t first = 0;
  if (!in.Byte(first)) return WrongEntry("the entries end too early");
  if (table.over()) return WrongEntry("an entry after the end of the match");
  switch (first) {
    case kWhoChooses:
    case kAnnounces:
    case kFails:
      return ReadNamed(table, first, in);
    case kCancels:
      return MatchEntry{.kind = EntryKind::kCancel};
    case kAbandons:
      return MatchEntry{.kind = EntryKind::kAbandon};
    case kPauses:
      return MatchEntry{.kind = EntryKind::kPause};
    default:
      break;
  }
  if (first < kEscapes) return ReadIndex(table, first, in);
  return WrongEntry(absl::StrCat("byte ", first, " does not begin an entry"));
}

}  // namespace arena
