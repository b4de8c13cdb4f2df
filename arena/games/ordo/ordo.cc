#include "arena/games/ordo/ordo.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/ordo/ordo_draw.h"
#include "arena/games/ordo/ordo_parts.h"

namespace arena::ordo {
namespace {

// README.md, "Start".
constexpr Bits kWhiteStart = RowBits(1) | RunBits(2, 3) | RunBits(6, 7) |
                             RunBits(20, 21) | RunBits(24, 25) |
                             RunBits(28, 29);

// The same squares with top and bottom swapped.
constexpr Bits Flipped(Bits set) {
  Bits flipped = {};
  ForEach(set, [&flipped](Square s) {
    flipped |= BitOf((kRows - 1 - RowOf(s)) * kColumns + ColumnOf(s));
  });
  return flipped;
}
static_assert(Count(kWhiteStart) == kMaxPieces);

// Options of Classic Ordo. Ordo X always ends by itself, so there they are off.
constexpr std::array kLimits = {"repetition", "sideways_limit", "max_plies"};

// The values of preset=text; README.md, "The original text".
constexpr std::array kText = {PresetValue{"repetition", "0"},
                              PresetValue{"sideways_limit", "0"}};

// Whether the side can capture, or reach its goal row, with its next part.
bool CanStrike(const Board& board, Duty duty) {
  ActionList parts;
  LegalParts(board, duty, parts);
  const Bits goal = board.GoalRow();
  return std::any_of(parts.begin(), parts.end(), [&](Action action) {
    const Part part = PartOf(action);
    return Has(board.enemy | goal, part.to) ||
           Has(goal, part.end + part.to - part.from);
  });
}

}  // namespace

// ---- Creation ----

absl::StatusOr<State> State::FromOptions(const GameOptions& given) {
  const GameOptions options = WithTextPreset(given, kText);
  State state;
  state.opening_plies_ = static_cast<uint8_t>(options.Int("opening_plies"));
  if (options.Choice("variant") == "x") {
    for (const char* name : kLimits) {
      if (!options.IsSet(name) || options.Int(name) == 0) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "option ", name, "=", options.Int(name),
          ": only variant=classic has it; Ordo X always ends by itself"));
    }
    state.variant_ = Variant::kX;
    return state;
  }
  state.repetition_ = static_cast<uint16_t>(options.Int("repetition"));
  state.sideways_limit_ = static_cast<uint16_t>(options.Int("sideways_limit"));
  state.max_plies_ = static_cast<uint16_t>(options.Int("max_plies"));
  if (state.repetition_ == 1) {
    return absl::InvalidArgumentError(
        "option repetition=1: every position occurs once; expected 0 (off) or "
        "2..100");
  }
  if (state.sideways_limit_ == 0 && state.max_plies_ == 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "options sideways_limit=0,max_plies=0: a match might not end; expected "
        "at least one of them in 1..",
        kMaxReversible));
  }
  if (state.max_plies_ != 0 && state.opening_plies_ >= state.max_plies_) {
    return absl::InvalidArgumentError(absl::StrCat(
        "option opening_plies=", options.Int("opening_plies"),
        ": the match would end with its opening; expected fewer than "
        "max_plies=",
        options.Int("max_plies")));
  }
  return state;
}

GameOptions State::Resolve(int /*seats*/, GameOptions options) {
  if (options.Choice("variant") == "x") {
    for (const char* name : kLimits) options.Give(name, "0");
  }
  return WithTextPreset(std::move(options), kText);
}

absl::StatusOr<State> State::Create(int seats, const GameOptions& options) {
  if (seats != kInfo.default_seats) {
    return absl::InvalidArgumentError(
        absl::StrCat("ordo is played with 2 seats, not ", seats));
  }
  ARENA_ASSIGN_OR_RETURN(State state, FromOptions(options));
  state.pieces_ = {kWhiteStart, Flipped(kWhiteStart)};
  return state;
}

void State::Settle() {
  must_reconnect_ =
      variant_ == Variant::kClassic && !IsConnected(pieces_[to_act_]);
  Conclude();
}

// ---- Actions ----

Duty State::DutyToAct() const {
  if (variant_ == Variant::kX) {
    return forward_due_ ? Duty::kForward : Duty::kAnyPart;
  }
  return must_reconnect_ ? Duty::kReconnect : Duty::kClassic;
}

Action State::ActionOf(const Part& part) const {
  return variant_ == Variant::kX ? XAction(part) : ClassicAction(part);
}

void State::LegalActions(Seat seat, ActionList& out) const {
  if (end_ != End::kNone || seat != Mover()) {
    out.clear();
  } else if (seat == kChance) {
    OpeningParts(out);
  } else {
    LegalParts(BoardOf(seat), DutyToAct(), out);
  }
}

Action State::SampleLegal(Seat seat, Rng& rng) const {
  return DrawPart(BoardOf(seat), DutyToAct(), rng);
}

void State::Apply(absl::Span<const SeatAction> ply) {
  ARENA_CHECK(ply.size() == 1 && end_ == End::kNone && ply[0].seat == Mover(),
              "plies of ", ply.size(), " actions; to act is ", Mover());
  ApplyPart(PartOf(ply[0].action));
  Conclude();
}

void State::ApplyPart(const Part& part) {
  if (variant_ == Variant::kX) {
    ApplyX(part);
  } else {
    ApplyClassic(part);
  }
}

void State::ApplyClassic(const Part& part) {
  Board board = BoardOf(to_act_);
  const bool captures = MakeClassicPart(part, board) != 0;
  pieces_[to_act_] = board.own;
  pieces_[1 - to_act_] = board.enemy;
  if (captures || RowOf(part.from) != RowOf(part.to)) {
    ForgetReversible();
  } else {
    Remember(part);
  }
  // Only a capture splits the other side.
  must_reconnect_ = captures && !IsConnected(board.enemy);
  to_act_ ^= 1;
  ++turns_;
}

void State::ApplyX(const Part& part) {
  Board board = BoardOf(to_act_);
  MakeXPart(part, board);
  pieces_[to_act_] = board.own;
  pieces_[1 - to_act_] = board.enemy;
  forward_due_ = RowOf(part.from) == RowOf(part.to);
  if (forward_due_) return;
  to_act_ ^= 1;
  ++turns_;
}

// ---- Repetition ----

State::Reversible State::Pack(const Part& part) {
  const int step = part.end - part.from >= kColumns ? kColumns : 1;
  const int more = (part.end - part.from) / step;
  return static_cast<Reversible>(part.from | ColumnOf(part.to) << 7 |
                                 more << 11);
}

// A single piece or a vertical run: horizontal runs never go sideways.
Part State::Unpack(Reversible packed) {
  const Square from = packed & 127;
  return {from, from + kColumns * (packed >> 11),
          from - ColumnOf(from) + (packed >> 7 & 15)};
}

void State::Remember(const Part& part) {
  ARENA_CHECK(reversible_count_ < kMaxReversible);
  reversible_[reversible_count_++] = Pack(part);
}

void State::ForgetReversible() {
  std::fill_n(reversible_.begin(), reversible_count_, Reversible{0});
  reversible_count_ = 0;
}

int State::Occurrences() const {
  int occurrences = 1;
  std::array<Bits, 2> pieces = pieces_;
  for (int undone = 1; undone <= reversible_count_; ++undone) {
    const Part part = Unpack(reversible_[reversible_count_ - undone]);
    const Seat seat = (to_act_ + undone) % 2;
    Board board = {pieces[seat], Bits{}, seat == 0};
    MakeClassicPart(Reversed(part), board);
    pieces[seat] = board.own;
    if (undone % 2 == 0 && pieces == pieces_) ++occurrences;
  }
  return occurrences;
}

// ---- The end ----

void State::Conclude() {
  end_ = forward_due_ ? End::kNone : EndOfPosition();
  if (end_ == End::kNone && variant_ == Variant::kClassic) {
    end_ = EndByLimits();
  }
}

// The side that has just completed a turn has won, or the match goes on.
End State::EndOfPosition() const {
  const Board board = BoardOf(1 - to_act_);
  if (!(board.own & board.GoalRow()).empty()) return End::kHomeRow;
  if (board.enemy.empty()) return End::kCapturedAll;
  if (!HasLegalPart(BoardOf(to_act_), DutyToAct())) {
    return must_reconnect_ ? End::kCannotReconnect : End::kNoMove;
  }
  return End::kNone;
}

End State::EndByLimits() const {
  if (repetition_ != 0 && Occurrences() >= repetition_) {
    return End::kRepetition;
  }
  if (sideways_limit_ != 0 && reversible_count_ >= sideways_limit_) {
    return End::kSidewaysLimit;
  }
  if (max_plies_ != 0 && turns_ >= max_plies_) return End::kMaxPlies;
  return End::kNone;
}

SeatScores State::Returns() const {
  SeatScores scores = {};
  if (end_ == End::kNone || IsDraw()) return scores;
  scores[1 - to_act_] = 1;
  scores[to_act_] = -1;
  return scores;
}

SeatRanks State::Ranks() const {
  ARENA_CHECK(end_ != End::kNone);
  SeatRanks ranks = {1, 1};
  if (!IsDraw()) ranks[to_act_] = 2;
  return ranks;
}

absl::string_view State::EndReason() const {
  switch (end_) {
    case End::kNone:
      break;
    case End::kHomeRow:
      return "home-row";
    case End::kCapturedAll:
      return "captured-all";
    case End::kCannotReconnect:
      return "cannot-reconnect";
    case End::kNoMove:
      return "no-move";
    case End::kRepetition:
      return "repetition";
    case End::kSidewaysLimit:
      return "sideways-limit";
    case End::kMaxPlies:
      return "max-plies";
  }
  ARENA_CHECK(false, "not terminal");
  return "";
}

// ---- Substitutes ----

Action State::Substitute(Seat seat) const {
  ActionList legal;
  LegalActions(seat, legal);
  ARENA_CHECK(!legal.empty(), "seat ", seat);
  return legal[0];
}

// ---- The random opening: plies of chance before the first decision ----

void State::OpeningParts(ActionList& out) const {
  ActionList legal;
  LegalParts(BoardOf(to_act_), DutyToAct(), legal);
  Grade best = Grade::kEnds;
  out.clear();
  for (const Action action : legal) {
    const Grade grade = GradeOf(PartOf(action));
    if (grade < best) continue;
    if (grade > best) out.clear();
    best = grade;
    out.push_back(action);
  }
}

// A part is quiet if it leaves no obvious advantage: nothing was captured, and
// neither side can capture or win at once. In Ordo X the part is a turn by
// itself.
State::Grade State::GradeOf(const Part& part) const {
  State next = *this;
  next.ApplyPart(part);
  next.Conclude();
  if (next.forward_due_ || next.end_ != End::kNone) return Grade::kEnds;
  const Seat enemy = next.to_act_;
  const Duty duty = variant_ == Variant::kX ? Duty::kAnyPart : Duty::kClassic;
  const bool quiet = Count(next.pieces_[enemy]) == Count(pieces_[enemy]) &&
                     !CanStrike(next.BoardOf(enemy), duty) &&
                     !CanStrike(next.BoardOf(to_act_), duty);
  return quiet ? Grade::kQuiet : Grade::kGoesOn;
}

}  // namespace arena::ordo
