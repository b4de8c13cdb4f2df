// A record as tags and plies, like PGN.
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "arena/core/check.h"
#include "arena/record/export.h"
#include "arena/record/replay.h"

namespace arena {
namespace {

constexpr size_t kLineWidth = 80;

void AppendTag(absl::string_view name, absl::string_view value,
               std::string& out) {
  absl::StrAppend(&out, "[", name, " \"",
                  absl::StrReplaceAll(
                      value, {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}}),
                  "\"]\n");
}

std::string Tags(const Record& record) {
  const v1::RecordHeader& header = record.header;
  const v1::MatchResult& result = record.result;
  std::string out;
  AppendTag("Game", header.game(), out);
  AppendTag("Rules", absl::StrCat(header.rules_version()), out);
  AppendTag("Seats", absl::StrCat(header.seats()), out);
  AppendTag("Options",
            absl::StrJoin(header.given_options(), ",",
                          [](std::string* text, const v1::RecordOption& o) {
                            absl::StrAppend(text, o.name(), "=", o.value());
                          }),
            out);
  for (int seat = 0; seat < header.players_size(); ++seat) {
    AppendTag(absl::StrCat("Seat", seat), header.players(seat), out);
  }
  if (!header.match_id().empty()) AppendTag("Match", header.match_id(), out);
  if (!header.label().empty()) AppendTag("Label", header.label(), out);
  AppendTag("Seed", absl::BytesToHexString(header.seed()), out);
  AppendTag("Commitment", absl::BytesToHexString(header.seed_commitment()),
            out);
  AppendTag("Termination", TerminationName(result.termination()), out);
  AppendTag("Reason", result.reason(), out);
  AppendTag("Returns", absl::StrJoin(result.returns(), " "), out);
  AppendTag("Ranks", absl::StrJoin(result.ranks(), " "), out);
  return out;
}

// Breaks lines between words.
class WordWrapper {
 public:
  void Add(absl::string_view word) {
    if (!line_.empty() && line_.size() + 1 + word.size() > kLineWidth) {
      absl::StrAppend(&text_, line_, "\n");
      line_.clear();
    }
    absl::StrAppend(&line_, line_.empty() ? "" : " ", word);
  }
  std::string Finish() { return absl::StrCat(text_, line_, "\n"); }

 private:
  std::string text_;
  std::string line_;
};

std::string WordOf(const AnyState& position, const MatchEntry& entry) {
  const std::string fault = entry.fault == v1::FAULT_KIND_UNSPECIFIED
                                ? ""
                                : absl::StrCat("?", FaultName(entry.fault));
  switch (entry.kind) {
    case EntryKind::kChance:
      return absl::StrCat("*:",
                          position->ActionToString(kChance, entry.action));
    case EntryKind::kChoice:
      return absl::StrCat(entry.seat, ":",
                          position->ActionToString(entry.seat, entry.action),
                          fault);
    case EntryKind::kAnnouncement:
      return absl::StrCat(entry.seat, "!",
                          position->ActionToString(entry.seat, entry.action));
    case EntryKind::kFault:
      return absl::StrCat(entry.seat, fault);
    case EntryKind::kCancel:
      return "cancel";
    case EntryKind::kAbandon:
      return "abandon";
    case EntryKind::kPause:
      return absl::StrCat("pause:", absl::ToInt64Milliseconds(entry.charged));
    case EntryKind::kBegin:
    case EntryKind::kDecline:
      break;
  }
  return "";
}

}  // namespace

absl::StatusOr<std::string> ExportNotation(const Record& record,
                                           absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  WordWrapper words;
  uint32_t decision = 0;
  const auto add_entries = [&] {
    for (const MatchEntry& entry : replay.entries()) {
      words.Add(WordOf(replay.position(), entry));
    }
  };
  for (; !replay.done(); replay.Next()) {
    if (replay.ply()[0].seat != kChance && replay.decision() != decision) {
      decision = replay.decision();
      words.Add(absl::StrCat(decision, "."));
    }
    add_entries();
  }
  add_entries();
  words.Add(absl::StrCat("#", TerminationName(record.result.termination())));
  return absl::StrCat(Tags(record), "\n", words.Finish());
}

}  // namespace arena
