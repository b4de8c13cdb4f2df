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

#include "arena/games/base/game.h"
#include "arena/games/ordo/ordo_numbers.h"
#include "arena/games/ordo/ordo_options.h"

namespace arena::ordo {

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
      .chance = true,  // with opening_plies
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
    if (end_ != End::kNone) return Node::kTerminal;
    return turns_ < opening_plies_ ? Node::kChance : Node::kDecision;
  }
  SeatSet ToAct() const {
    return node() == Node::kDecision ? SeatSet::Of(to_act_) : SeatSet();
  }
  // The opening is the only thing that chance decides.
  int DealIndex() const { return 0; }
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
  // Nothing is hidden: the state itself, or what the observation describes.
  State SampleFor(Seat /*seat*/, Rng& /*rng*/) const { return *this; }
  static absl::StatusOr<State> Sample(int seats, const GameOptions& options,
                                      Seat seat,
                                      const v1::Observation& observation,
                                      Rng& rng);

  // ---- The board, for bots that search ----
  Variant variant() const { return variant_; }
  // As a seat sees it.
  Board BoardOf(Seat seat) const {
    return {pieces_[seat], pieces_[1 - seat], seat == 0};
  }
  // What the seat to act must do.
  Duty DutyToAct() const;

  friend bool operator==(const State&, const State&) = default;

 private:
  class Chooser;  // ordo_suggest.cc

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
  // Computes the members that follow from pieces and plies. Requires:
  // CheckPosition() OK.
  void Settle();
  // Takes back the sideways plies, so that they can be played again.
  absl::Status TakeBack(absl::Span<const uint32_t> actions);
  absl::Status Replay(absl::Span<const uint32_t> actions);

  // ---- Plies ----
  // The maker of the next ply: the seat to act, or chance.
  Seat Mover() const { return node() == Node::kChance ? kChance : to_act_; }
  // The seat whose pieces go when `seat`, perhaps chance, acts.
  Seat SideOf(Seat seat) const { return seat == kChance ? to_act_ : seat; }
  void ApplyPart(const Part& part);
  Action ActionOf(const Part& part) const;
  void ApplyClassic(const Part& part);
  void ApplyX(const Part& part);
  void Remember(const Part& part);
  void ForgetReversible();

  // ---- The opening ---- The quality of a part for an opening. Only parts of
  // the best quality are drawn.
  enum class Grade { kEnds, kGoesOn, kQuiet };
  void OpeningParts(ActionList& out) const;
  Grade GradeOf(const Part& part) const;

  // ---- The end ---- The number of times that the position has occurred,
  // including now.
  int Occurrences() const;
  void Conclude();  // sets the end from everything else
  End EndOfPosition() const;
  End EndByLimits() const;
  bool IsDraw() const { return end_ >= End::kRepetition; }

  std::array<Bits, 2> pieces_ = {};
  uint32_t turns_ = 0;  // completed; in Classic also the plies
  uint16_t repetition_ = 0;
  uint16_t sideways_limit_ = 0;
  uint16_t max_plies_ = 0;
  uint16_t reversible_count_ = 0;
  uint8_t opening_plies_ = 0;
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
