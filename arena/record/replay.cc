#include "arena/record/replay.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"

namespace arena {

absl::StatusOr<Replay> Replay::Create(const Record& record,
                                      absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(const Table empty, TableOf(record.header, games));
  Table table = empty;
  for (const MatchEntry& entry : record.entries) {
    if (const auto played = table.Play(entry); !played.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("ply ", table.plies(), ": ", played.status().message()));
    }
  }
  return Replay(empty, record.entries);
}

Replay::Replay(Table table, std::vector<MatchEntry> entries)
    : table_(std::move(table)), entries_(std::move(entries)) {
  FindPly();
}

void Replay::FindPly() {
  begin_ = end_;
  ply_.clear();
  while (end_ < entries_.size()) {
    const MatchEntry& entry = entries_[end_++];
    ply_ = table_.Completes(entry);
    if (!ply_.empty()) return;
    // A choice that waits for other choices leaves the position as it is.
    ARENA_CHECK(table_.Play(entry).ok());
  }
}

void Replay::Next() {
  ARENA_CHECK(!done());
  ARENA_CHECK(table_.Play(entries_[end_ - 1]).ok());
  FindPly();
}

absl::Span<const MatchEntry> Replay::entries() const {
  return absl::MakeConstSpan(entries_).subspan(begin_, end_ - begin_);
}

std::string TerminationName(v1::Termination termination) {
  const std::string& name = v1::Termination_Name(termination);
  return absl::AsciiStrToLower(absl::StripPrefix(name, "TERMINATION_"));
}

}  // namespace arena
