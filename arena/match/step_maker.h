// A match as steps: all that a viewer draws, without a rule of a game in it.
#ifndef ARENA_MATCH_STEP_MAKER_H_
#define ARENA_MATCH_STEP_MAKER_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/games/base/any_state.h"
#include "arena/match/clock.h"
#include "arena/match/match_settings.h"
#include "arena/match/table.h"
#include "arena/v1/match_step.pb.h"

namespace arena {

// Whose eyes a match is seen with: a seat's, kSpectator's, or the table's,
// which see everything.
using View = std::optional<Seat>;
inline constexpr View kTableView = std::nullopt;

// A ply that is about to be made, as it is seen. No actions: an announcement
// that the viewer may not know of.
v1::PlyEvent EventSeen(const AnyState& state, View view, const Ply& ply);

// Fills the observations and the returns of a step, and the text if asked for.
void FillPosition(const AnyState& state, int seats, View view, bool text,
                  v1::MatchStep& step);

// How steps are made.
struct StepStyle {
  View view = kSpectator;
  // The match is under way: times and faults are told at its end only.
  bool live = false;
  // Whether positions are told as text, too.
  bool position_text = false;
  // Absent: no times are told.
  std::optional<ClockSettings> clock = std::nullopt;
};

// Makes the steps of a match from its entries, for replays and for matches
// under way alike. It plays them at a table of its own, so whatever it shows
// goes through Table::Play. Not thread-safe.
//
// Use: Take(), and then for each entry, in the order of Table::entries(), Play
// and Take().
class StepMaker {
 public:
  // Requires: no entry has been played at the table.
  StepMaker(Table table, const StepStyle& style);

  // INVALID_ARGUMENT if the table refuses the entry. A step that is complete
  // and has not been taken is lost.
  absl::Status Play(const MatchEntry& entry);
  // The step that is complete, if there is one, i.e. a decision is open or the
  // match is over: chance belongs to the step that it follows.
  std::optional<v1::MatchStep> Take();
  // The number of the step that is complete, or is under way, or was the last.
  uint32_t number() const { return number_; }
  // Drops the step that is complete, for less than Take. False if there is none.
  // The step after it can be dropped as well, but not taken.
  bool Drop();

  // How many entries have been played.
  size_t played() const { return played_; }

 private:
  // A step until it is taken.
  struct UnderWay {
    uint32_t decision = 0;
    // Who did what, as the viewer sees it.
    v1::PlyEvent event;
    // The choices of `event`, and faults without a choice.
    std::vector<MatchEntry> entries;
    bool announcement = false;
  };

  bool AtRest() const;
  // The position as it is, as a step without acts.
  v1::MatchStep Position() const;
  // Whether times and faults are told now.
  bool TellsAll() const { return !style_.live || table_.over(); }
  // Plays an entry and notes what it adds to the step under way.
  absl::Status Advance(const MatchEntry& entry);
  void ChargeTime(const MatchEntry& entry);
  // The step under way; a new one if there is none.
  UnderWay& Current(uint32_t decision);
  void Begin(uint32_t decision);
  void BeginPly(const MatchEntry& entry, const Ply& ply, uint32_t decision,
                v1::PlyEvent event);
  void FillMoment(v1::MatchStep& step) const;
  void FillFaultsAndTimes(const UnderWay& done, v1::MatchStep& step) const;
  void FillTime(const MatchEntry& entry, v1::StepAct& act) const;
  void FillFault(const MatchEntry& entry, v1::StepAct& act,
                 v1::MatchStep& step) const;
  void FillEnd(v1::MatchStep& step) const;

  Table table_;
  StepStyle style_;
  std::vector<SeatClock> clocks_;
  // Choices of the open decision, by seat.
  std::array<std::optional<MatchEntry>, kMaxSeats> chosen_;
  std::optional<UnderWay> under_way_;
  size_t played_ = 0;
  // Number of the step under way, or of the last one.
  uint32_t number_ = 0;
  // The position before the step under way.
  v1::MatchStep before_;
  // Told with the next step.
  std::vector<std::string> remarks_;
};

// For those who watch a match under way. They are told of faults and times when
// the match is over, as its players are: a time betrays that there was no
// choice, a fault that a known rule plays for the seat.
StepMaker LiveSteps(const MatchSettings& settings);

}  // namespace arena

#endif  // ARENA_MATCH_STEP_MAKER_H_
