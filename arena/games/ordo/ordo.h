// The rules of Ordo and Ordo X, as described in README.md beside this file.
//
// Layout of an action, which is one part of a turn:
//   bits 0-6    from: the square of the piece, or of the run's lower end
//   bits 7-13   end: the other end of the run; equal to from for a piece
//   bits 14-20  to: where `from` arrives
//   bits 21-27  Ordo X only: the lowest square of the group that stays, if a
//               capture leaves a choice, or else 127. Zero in Classic.
// In Ordo X the sideways part and the forward part of one turn are two
// decisions of the same seat.
#ifndef ARENA_GAMES_ORDO_ORDO_H_
#define ARENA_GAMES_ORDO_ORDO_H_

#include <array>
#include <cstdint>
#include <string>

#include "arena/core/game.h"
#include "arena/core/preset.h"
#include "arena/games/ordo/ordo_numbers.h"

namespace arena::ordo {

inline constexpr int kMaxPieces = 20;
// Positions repeat only within the sideways plies since the last other ply;
// the options allow at most this many of these.
inline constexpr int kMaxReversible = 400;

inline constexpr std::array<OptionSpec, 5> kOptions = {
    kTextPreset,
    ChoiceOption("variant", "classic|x", "classic", "Classic Ordo or Ordo X"),
    IntOption("repetition", 0, 100, "3",
              "classic: draw when a position occurs this often; 0 is off"),
    IntOption("sideways_limit", 0, kMaxReversible, "60",
              "classic: draw after this many plies in a row without a capture "
              "or a change of row; 0 is off"),
    IntOption("max_plies", 0, kMaxReversible, "400",
              "classic: draw after this many plies; 0 is off"),
};

// Plies of the longest match, possible only with max_plies=0 (see README.md,
// "How long a match can be"): every ply that is not sideways...
inline constexpr int kMaxOtherPlies =
    2 * 110     // uses up rows that pieces are away from the row before goal,
    + 38 * 60   // which a reconnection by a run can give back,
    + 38 + 39;  // or is a reconnection or a capture;
inline constexpr int kMaxPlies =
    (kMaxOtherPlies + 1) * kMaxReversible;  // sideways plies between them

enum class Variant : uint8_t { kClassic, kX };

enum class End : uint8_t {
  kNone,
  kHomeRow,
  kCapturedAll,
  kCannotReconnect,
  kNoMove,
  kRepetition,
  kSidewaysLimit,
  kMaxPlies,
};

// One position, with all that the rules must remember. Seat 0 is White.
class State {
 public:
  static constexpr GameInfo kInfo = {
      .name = "ordo",
      .summary = "Connected pieces race to the far row, alone or in runs",
      .rules_version = 1,
      .min_seats = 2,
      .max_seats = 2,
      .default_seats = 2,
      .max_plies = kMaxPlies,
      .action_space = kActionSpace,
      .chance = false,
      .simultaneous = false,
      .announcements = false,
      .hidden = false,
      .options = kOptions,
  };

  // ---- Creation ----
  static absl::StatusOr<State> Create(int seats, const GameOptions& options);
  static GameOptions Resolve(int seats, GameOptions options);
  // Reads a position (rows 8 to 1, side to act). INVALID_ARGUMENT also for a
  // position that no turn can leave behind.
  static absl::StatusOr<State> FromText(const GameOptions& options,
                                        absl::string_view text);

  // ---- What comes next ----
  Node node() const {
    return end_ == End::kNone ? Node::kDecision : Node::kTerminal;
  }
  SeatSet ToAct() const {
    return end_ == End::kNone ? SeatSet::Of(to_act_) : SeatSet();
  }
  void LegalActions(Seat seat, ActionList& out) const;
  Action SampleLegal(Seat seat, Rng& rng) const;
  void Apply(absl::Span<const SeatAction> ply);
  bool TurnGoesOn() const { return forward_due_; }  // only in Ordo X

  // ---- Results ----
  SeatScores Returns() const;
  SeatRanks Ranks() const;
  absl::string_view EndReason() const;
  int TeamOf(Seat seat) const { return seat; }

  // ---- Substitutes ----
  // The legal action with the lowest code.
  Action Substitute(Seat seat) const;
  // Wins at once if possible. If not, keeps the other side off that side's goal
  // row, then captures as many pieces and goes as far as possible.
  Action Suggest(Seat seat) const;

  // ---- Text and numbers ----
  uint32_t DenseIndex(Action action) const;
  std::string ToString() const;
  std::string ActionToString(Seat seat, Action action) const;
  absl::StatusOr<Action> ParseAction(Seat seat, absl::string_view text) const;
  std::string PositionText() const;  // as FromText reads it

  // ---- View (ordo_view.cc, ordo_sample.cc) ----
  void ObservationFor(Seat seat, v1::Observation& out) const;
  static std::string ObservationToString(const v1::Observation& observation);
  void EventFor(Seat seat, absl::Span<const SeatAction> ply,
                v1::PlyEvent& out) const;
  void ActionToMessage(Seat seat, Action action, v1::GameAction& out) const;
  absl::StatusOr<Action> ActionFromMessage(Seat seat,
                                           const v1::GameAction& message) const;
  static void Narrate(const v1::MatchStep& before, v1::MatchStep& step);
  // Nothing is hidden: the state that the observation describes.
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  friend bool operator==(const State&, const State&) = default;

 private:
  // A sideways ply of Classic Ordo in 14 bits: from, column of to (bits 7-10),
  // squares of the run less one (11-13).
  using Reversible = uint16_t;
  static Reversible Pack(const Part& part);
  static Part Unpack(Reversible packed);

  // ---- Creation ----
  static absl::StatusOr<State> FromOptions(const GameOptions& options);
  absl::Status ReadPosition(absl::string_view text);
  // Refuses positions that no turn leaves behind.
  absl::Status CheckPosition() const;
  // Derives what follows from pieces and plies. Requires: CheckPosition() OK.
  void Settle();
  // Takes back the sideways plies, so that they can be played again.
  absl::Status TakeBack(absl::Span<const uint32_t> actions);
  absl::Status Replay(absl::Span<const uint32_t> actions);

  // ---- Plies ----
  Board BoardOf(Seat seat) const {
    return {pieces_[seat], pieces_[1 - seat], seat == 0};
  }
  Duty DutyToAct() const;
  Action ActionOf(const Part& part) const;
  void ApplyClassic(const Part& part);
  void ApplyX(const Part& part);
  void Remember(const Part& part);
  void ForgetReversible();

  // ---- The end ----
  // How often the position has occurred, this time included.
  int Occurrences() const;
  void Conclude();  // sets the end from everything else
  End EndOfPosition() const;
  End EndByLimits() const;
  bool IsDraw() const { return end_ >= End::kRepetition; }

  // ---- Suggest ----
  // Values of positions; below `best` they need not be exact.
  int ValueAfter(Seat seat, Action action, int best) const;
  int ValueFor(Seat seat, int best) const;
  // Whether the side to act has a part that ends on its goal row.
  bool ReachesGoalRow() const;

  std::array<Bits, 2> pieces_ = {};
  uint32_t turns_ = 0;  // completed; in Classic also the plies
  uint16_t repetition_ = 0;
  uint16_t sideways_limit_ = 0;
  uint16_t max_plies_ = 0;
  uint16_t reversible_count_ = 0;
  Variant variant_ = Variant::kClassic;
  End end_ = End::kNone;
  uint8_t to_act_ = 0;
  bool forward_due_ = false;
  bool must_reconnect_ = false;
  // The plies since the last capture or change of row, then zeros.
  std::array<Reversible, kMaxReversible> reversible_ = {};
};

}  // namespace arena::ordo

#endif  // ARENA_GAMES_ORDO_ORDO_H_
