// A match as steps. A viewer draws a step without knowing the rules of the
// game.
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

// The view on a match: of a seat, of kSpectator, or (absent) of the table,
// which sees everything.
using View = std::optional<Seat>;
inline constexpr View kTableView = std::nullopt;

// A ply that is about to be made, as the view shows it. An event without
// actions is an announcement that the viewer may not know.
v1::PlyEvent EventSeen(const AnyState& state, View view, const Ply& ply);

// Fills the observations and the returns of a step, and the text if asked for.
void FillPosition(const AnyState& state, int seats, View view, bool text,
                  v1::MatchStep& step);

// The style of steps.
struct StepStyle {
  View view = kSpectator;
  // The match is under way: times and faults are told at its end only.
  bool live = false;
  // Whether positions are told as text, too.
  bool position_text = false;
  // Absent: steps have no times.
  std::optional<ClockSettings> clock = std::nullopt;
};

// Makes the steps of a match from its entries, for replays and for matches
// under way alike. It plays them at its own table, so every step has passed
// Table::Play. Not thread-safe.
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
  // The complete step, if a decision is open or the match is over. Chance
  // outcomes belong to the step before them.
  std::optional<v1::MatchStep> Take();
  // The number of the step that is complete or under way, or else of the last
  // step.
  uint32_t number() const { return number_; }
  // Drops the complete step, which is cheaper than Take. Returns false if there
  // is none. The next step can be dropped as well, but not taken.
  bool Drop();

  // The number of entries that have been played.
  size_t played() const { return played_; }

 private:
  // A step until it is taken.
  struct UnderWay {
    uint32_t decision = 0;
    // The actions of the step, as the viewer sees them.
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
  // Plays an entry and adds it to the step under way.
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

// For spectators of a match under way. Like the players, they learn faults and
// times only after the match. A time betrays that a seat had no choice; a fault
// betrays that a known rule plays for the seat.
StepMaker LiveSteps(const MatchSettings& settings);

}  // namespace arena

#endif  // ARENA_MATCH_STEP_MAKER_H_
