#include "arena/match/actions_hash.h"

#include <cstdint>

#include "arena/core/check.h"
#include "arena/core/secrets.h"

namespace arena {
namespace {

// The seat as one byte and the action as four, little-endian.
void Append(const MatchEntry& entry, std::string& bytes) {
  bytes.push_back(static_cast<char>(entry.seat));
  for (int shift = 0; shift < 32; shift += 8) {
    bytes.push_back(static_cast<char>(entry.action >> shift & 0xff));
  }
}

}  // namespace

std::string ActionsSha256(const Table& table) {
  ARENA_CHECK(table.over());
  const TableConfig& config = table.config();
  const std::string seed(config.seed.begin(), config.seed.end());
  return ActionsSha256(*config.game, seed, table.entries(), table.Result());
}

std::string ActionsSha256(const Game& game, absl::string_view seed,
                          absl::Span<const MatchEntry> entries,
                          const v1::MatchResult& result) {
  if (result.termination() != v1::TERMINATION_NORMAL ||
      result.faults_size() > 0) {
    return "";
  }
  std::string bytes;
  bool chosen = false;
  bool dealt = game.info->hidden;
  for (const MatchEntry& entry : entries) {
    switch (entry.kind) {
      case EntryKind::kChance:
        dealt = dealt || chosen;
        break;
      case EntryKind::kChoice:
      case EntryKind::kAnnouncement:
        chosen = true;
        break;
      case EntryKind::kFault:
      case EntryKind::kCancel:
      case EntryKind::kAbandon:
      case EntryKind::kPause:
      case EntryKind::kBegin:
      case EntryKind::kDecline:
        continue;
    }
    Append(entry, bytes);
  }
  if (dealt) bytes.append(seed.data(), seed.size());
  return Sha256(bytes);
}

}  // namespace arena
