// A match as text that people read.
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/record/replay.h"

namespace arena {
namespace {

// "seat 1 can choose: h7, s8". A line for each seat whose legal actions the
// view may know, because legal actions betray a hand.
std::string LegalText(const AnyState& position, const View& view) {
  std::string text;
  for (const Seat seat : position->ToAct()) {
    if (view.has_value() && view != seat) continue;
    ActionList legal;
    position->LegalActions(seat, legal);
    absl::StrAppend(
        &text, "seat ", seat, " can choose: ",
        absl::StrJoin(legal, ", ",
                      [&](std::string* out, Action action) {
                        absl::StrAppend(
                            out, position->ActionToString(seat, action));
                      }),
        "\n");
  }
  return text;
}

// The possible choices at a decision; empty if the match does not have this
// decision.
absl::StatusOr<std::string> LegalAt(const Record& record, uint32_t decision,
                                    const View& view,
                                    absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(Replay replay, Replay::Create(record, games));
  const auto stands_there = [&] {
    return replay.decision() == decision &&
           replay.position()->node() == Node::kDecision;
  };
  while (!replay.done() && !stands_there()) replay.Next();
  return stands_there() ? LegalText(replay.position(), view) : "";
}

// Writes the text of one match, step by step.
class PlaythroughWriter {
 public:
  // `legal`: see LegalAt.
  PlaythroughWriter(const Record& record, const PlaythroughStyle& style,
                    std::string legal)
      : record_(record), style_(style), legal_(std::move(legal)) {}

  absl::StatusOr<std::string> Write(StepReplay replay) {
    WriteHeader();
    while (true) {
      ARENA_ASSIGN_OR_RETURN(std::optional<v1::MatchStep> step, replay.Next());
      if (!step.has_value()) break;
      if (IsWanted(*step)) WriteStep(*step);
      if (style_.first_deal && EndsFirstDeal(*step)) return std::move(text_);
      before_ = *std::move(step);
    }
    if (style_.decision != 0) return CheckFound();
    absl::StrAppend(&text_, "\nend\n");
    WritePosition();
    WriteResult();
    return std::move(text_);
  }

 private:
  static bool EndsFirstDeal(const v1::MatchStep& step) {
    constexpr uint32_t kWithoutDeals = 10;
    return absl::c_linear_search(step.marks(), v1::STEP_MARK_DEAL_END) ||
           (step.deal() == 0 && step.decision() >= kWithoutDeals);
  }

  bool IsWanted(const v1::MatchStep& step) const {
    return style_.decision == 0 || style_.decision == step.decision();
  }

  // The text, if the wanted decision was found.
  absl::StatusOr<std::string> CheckFound() {
    if (decision_ == style_.decision) return std::move(text_);
    return absl::InvalidArgumentError(absl::StrCat(
        "no decision ", style_.decision, "; the match has decisions 1 to ",
        record_.result.decisions()));
  }

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
    absl::StrAppend(&text_, "as seen ",
                    !style_.view.has_value()     ? "from the table"
                    : style_.view == kSpectator ? "by a spectator"
                                                : absl::StrCat("by seat ",
                                                               *style_.view),
                    "\n");
  }

  // Writes a line for each act, then the effects.
  void WriteStep(const v1::MatchStep& step) {
    const uint32_t every = style_.position_every;
    if (step.decision() != decision_) {
      decision_ = step.decision();
      const bool only = style_.decision != 0;
      if (only || (every > 0 && (decision_ - 1) % every == 0)) {
        absl::StrAppend(&text_, "\nbefore decision ", decision_, " (ply ",
                        before_.plies(), ")\n");
        WritePosition();
        absl::StrAppend(&text_, legal_);
      }
    }
    for (int i = 0; i < step.acts_size(); ++i) {
      absl::StrAppendFormat(&text_, "%4s  ",
                            i == 0 ? absl::StrCat(decision_) : "");
      WriteAct(step.acts(i));
    }
    for (const std::string& effect : step.effects()) {
      absl::StrAppend(&text_, "      - ", effect, "\n");
    }
  }

  void WriteAct(const v1::StepAct& act) {
    const std::string& words = act.event().text();
    absl::StrAppend(
        &text_,
        act.sentence().empty()
            ? absl::StrCat("seat ", act.event().seat(), " acts")
            : act.sentence(),
        words.empty() ? "" : absl::StrCat(" [", words, "]"));
    if (act.fault() != v1::FAULT_KIND_UNSPECIFIED) {
      absl::StrAppend(&text_, " (", FaultName(act.fault()), ")");
    }
    if (act.has_charged()) {
      absl::StrAppend(
          &text_, " (",
          absl::ToInt64Milliseconds(FromMessage(act.charged())), " ms)");
    }
    absl::StrAppend(&text_, "\n");
  }

  void WritePosition() {
    const absl::string_view position = before_.position_text();
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
                      FaultName(fault.kind()), " at decision ",
                      fault.decision(), "\n");
    }
  }

  const Record& record_;
  const PlaythroughStyle style_;
  const std::string legal_;
  std::string text_;
  uint32_t decision_ = 0;
  // The previous step; its position is the start of the present step.
  v1::MatchStep before_;
};

}  // namespace

absl::StatusOr<std::string> Playthrough(const Record& record,
                                        const PlaythroughStyle& style,
                                        absl::Span<const Game> games) {
  ARENA_ASSIGN_OR_RETURN(
      StepReplay replay,
      StepReplay::Create(record, style.view, /*position_text=*/true, games));
  std::string legal;
  if (style.decision != 0) {
    ARENA_ASSIGN_OR_RETURN(
        legal, LegalAt(record, style.decision, style.view, games));
  }
  return PlaythroughWriter(record, style, std::move(legal))
      .Write(std::move(replay));
}

}  // namespace arena
