// A match as text that people read.
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/match/result.h"
#include "arena/record/replay.h"

namespace arena {
namespace {

constexpr size_t kTextWidth = 80;

// Writes the text of one match, step by step.
class PlaythroughWriter {
 public:
  PlaythroughWriter(const Record& record, const PlaythroughStyle& style)
      : record_(record), style_(style) {}

  std::string Write(Replay replay) {
    WriteHeader();
    for (; !replay.done(); replay.Next()) {
      WriteFaults(replay);
      if (replay.ply()[0].seat == kChance) {
        AddChance(replay);
      } else {
        WriteDecision(replay);
      }
    }
    EndChance();
    WriteFaults(replay);
    absl::StrAppend(&text_, "\nend\n");
    WritePosition(replay);
    WriteResult();
    return std::move(text_);
  }

 private:
  bool sees_all() const { return !style_.view.has_value(); }

  void WriteHeader() {
    const v1::RecordHeader& header = record_.header;
    absl::StrAppend(&text_, header.game(), ", rules version ",
                    header.rules_version(), ", ", header.seats(), " seats\n");
    for (const v1::RecordOption& option : header.given_options()) {
      absl::StrAppend(&text_, "option ", option.name(), "=", option.value(),
                      "\n");
    }
    for (int seat = 0; seat < header.players_size(); ++seat) {
      absl::StrAppend(&text_, "seat ", seat, ": ", header.players(seat), "\n");
    }
    const bool spectator = style_.view == kSpectator;
    absl::StrAppend(&text_, "as seen ",
                    sees_all()  ? "from the table"
                    : spectator ? "by a spectator"
                                : absl::StrCat("by seat ", *style_.view),
                    "\n");
  }

  // Chance outcomes come by the dozen, so one line shows many of them.
  void AddChance(const Replay& replay) {
    const v1::PlyEvent event = replay.EventFor(style_.view);
    for (const v1::SeatEvent& part : event.actions()) {
      const std::string word = part.text().empty() ? "?" : part.text();
      if (chance_.empty()) {
        chance_ = "\nchance:";
        line_ = chance_.size() - 1;
      }
      if (line_ + 1 + word.size() > kTextWidth) {
        absl::StrAppend(&chance_, "\n       ");
        line_ = 7;
      }
      absl::StrAppend(&chance_, " ", word);
      line_ += 1 + word.size();
    }
  }

  void EndChance() {
    if (!chance_.empty()) absl::StrAppend(&text_, chance_, "\n");
    chance_.clear();
  }

  // One line for a ply: its decision, and what each seat did.
  void WriteDecision(const Replay& replay) {
    EndChance();
    if (replay.decision() != decision_) {
      decision_ = replay.decision();
      if (style_.position_every > 0 &&
          (decision_ - 1) % style_.position_every == 0) {
        absl::StrAppend(&text_, "\nbefore decision ", decision_, " (ply ",
                        replay.number(), ")\n");
        WritePosition(replay);
      }
    }
    absl::StrAppendFormat(&text_, "%4d", decision_);
    const v1::PlyEvent event = replay.EventFor(style_.view);
    for (const v1::SeatEvent& part : event.actions()) {
      const MatchEntry* entry = EntryOf(replay, static_cast<Seat>(part.seat()));
      const bool announces =
          entry != nullptr && entry->kind == EntryKind::kAnnouncement;
      absl::StrAppend(&text_, "  seat ", part.seat(),
                      announces ? " announces " : ": ",
                      part.text().empty() ? "?" : part.text(),
                      entry == nullptr ? "" : Remarks(*entry));
    }
    absl::StrAppend(&text_, "\n");
  }

  static const MatchEntry* EntryOf(const Replay& replay, Seat seat) {
    const MatchEntry* found = nullptr;
    for (const MatchEntry& entry : replay.entries()) {
      if (entry.seat == seat && entry.kind != EntryKind::kFault) {
        found = &entry;
      }
    }
    return found;
  }

  // Times and faults are not shown to a seat while it plays.
  std::string Remarks(const MatchEntry& entry) const {
    std::string remarks;
    if (!sees_all()) return remarks;
    if (entry.fault != FaultKind::kNone) {
      absl::StrAppend(&remarks, " (substitute: ", FaultName(entry.fault), ")");
    }
    if (entry.charged > absl::ZeroDuration()) {
      absl::StrAppend(&remarks, " (", absl::ToInt64Milliseconds(entry.charged),
                      " ms)");
    }
    return remarks;
  }

  void WriteFaults(const Replay& replay) {
    for (const MatchEntry& entry : replay.entries()) {
      if (entry.kind == EntryKind::kPause && sees_all()) {
        EndChance();
        absl::StrAppend(&text_, "the referee paused for ",
                        absl::ToInt64Milliseconds(entry.charged), " ms\n");
      }
      if (entry.kind != EntryKind::kFault) continue;
      EndChance();
      absl::StrAppend(&text_, "fault of seat ", entry.seat, ": ",
                      FaultName(entry.fault), "\n");
    }
  }

  void WritePosition(const Replay& replay) {
    const std::string position = replay.PositionText(style_.view);
    for (const absl::string_view line :
         absl::StrSplit(absl::StripSuffix(position, "\n"), '\n')) {
      absl::StrAppend(&text_, line.empty() ? "" : "  ", line, "\n");
    }
  }

  void WriteResult() {
    const v1::MatchResult& result = record_.result;
    absl::StrAppend(&text_, "result: ", TerminationName(result.termination()),
                    ", ", result.reason(),
                    "\nreturns: ", absl::StrJoin(result.returns(), " "), "\n");
    if (result.ranks_size() > 0) {
      absl::StrAppend(&text_, "ranks: ", absl::StrJoin(result.ranks(), " "),
                      "\n");
    }
    for (const v1::Fault& fault : result.faults()) {
      absl::StrAppend(&text_, "fault: seat ", fault.seat(), " ",
                      FaultName(FromMessage(fault.kind())), " at decision ",
                      fault.decision(), "\n");
    }
  }

  const Record& record_;
  const PlaythroughStyle style_;
  std::string text_;
  std::string chance_;
  // Length of the last line of chance_.
  size_t line_ = 0;
  uint32_t decision_ = 0;
};

}  // namespace

absl::StatusOr<std::string> Playthrough(const Record& record,
                                        const PlaythroughStyle& style,
                                        absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  const auto seats = static_cast<Seat>(record.header.seats());
  if (style.view.has_value() &&
      (*style.view < kSpectator || *style.view == kChance ||
       *style.view >= seats)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no seat ", *style.view, "; the match has seats 0 to ", seats - 1));
  }
  return PlaythroughWriter(record, style).Write(std::move(replay));
}

}  // namespace arena
