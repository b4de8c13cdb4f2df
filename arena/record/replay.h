// Plays a record again: ply by ply for exports, step by step for viewers, and
// as text for people.
#ifndef ARENA_RECORD_REPLAY_H_
#define ARENA_RECORD_REPLAY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/match/step_maker.h"
#include "arena/record/record.h"

namespace arena {

// A position in a match: before a ply, or at the end.
//
// Use: for (; !replay.done(); replay.Next()) { position() and ply() }; then
// position() is the last one, and entries() may say why no ply follows.
class Replay {
 public:
  // INVALID_ARGUMENT names the ply if the entries do not follow the rules,
  // which is impossible after ReadRecord. Other errors as for TableOf.
  static absl::StatusOr<Replay> Create(
      const Record& record, absl::Span<const Game> games = AllGames());

  // Whether all plies are made.
  bool done() const { return ply_.empty(); }
  // Requires: !done().
  void Next();

  // The position before ply().
  const AnyState& position() const { return table_.state(); }
  // The number of ply(), from 0.
  uint32_t number() const { return table_.plies(); }
  uint32_t decision() const { return table_.decision(); }
  // The ply that is about to be made. Empty if done().
  const Ply& ply() const { return ply_; }
  // The entries that ply() consists of, after any faults since the ply before;
  // if done(), all entries after the last ply.
  absl::Span<const MatchEntry> entries() const;

 private:
  Replay(Table table, std::vector<MatchEntry> entries);
  // Plays entries up to the entry that completes a ply.
  void FindPly();

  Table table_;
  std::vector<MatchEntry> entries_;
  // The entries of ply() are [begin_, end_); all but the last are played.
  size_t begin_ = 0;
  size_t end_ = 0;
  Ply ply_;
};

struct PlaythroughStyle {
  View view = kTableView;
  // Positions are shown before every n-th decision and at the end.
  uint32_t position_every = 1;
  // Ends after the first deal; in a game without deals, after ten decisions.
  bool first_deal = false;
  // Only this decision: the position, the possible choices that the view knows,
  // and the outcome. 0: the whole match.
  uint32_t decision = 0;
};

// The match as people read it, step by step. INVALID_ARGUMENT for a decision
// that the match does not have; other errors as for StepReplay::Create and
// StepReplay::Next.
absl::StatusOr<std::string> Playthrough(
    const Record& record, const PlaythroughStyle& style,
    absl::Span<const Game> games = AllGames());

// "normal", "forfeit", "cancelled", "infrastructure".
std::string TerminationName(v1::Termination termination);

// The steps of a finished match, with everything that the view may know.
class StepReplay {
 public:
  // INVALID_ARGUMENT for a seat that the match does not have; otherwise as
  // TableOf.
  static absl::StatusOr<StepReplay> Create(
      const Record& record, View view, bool position_text = false,
      absl::Span<const Game> games = AllGames());

  // The next step with this number or a higher number. Absent after the last
  // step. INVALID_ARGUMENT names the entry if the entries do not follow the
  // rules, which is impossible after ReadRecord.
  absl::StatusOr<std::optional<v1::MatchStep>> Next(uint32_t from = 0);

  // The number of entries that led to the last step of Next. Steps of two views
  // with the same number show the same position.
  size_t played() const { return maker_.played(); }

 private:
  StepReplay(StepMaker maker, std::vector<MatchEntry> entries)
      : maker_(std::move(maker)), entries_(std::move(entries)) {}

  // The step that is complete, if it is wanted.
  std::optional<v1::MatchStep> TakeFrom(uint32_t from);

  StepMaker maker_;
  std::vector<MatchEntry> entries_;
};

}  // namespace arena

#endif  // ARENA_RECORD_REPLAY_H_
