#include "arena/games/ordo/ordo_draw.h"

#include "arena/games/ordo/rays.h"

namespace arena::ordo {
namespace {

constexpr Square kNoSquare = 255;

// In one of two hundred positions a hundred candidates fail, mostly because
// few parts are legal; then a list is quicker.
constexpr int kTries = 100;

// A capture splits a side into at most four groups: at most four of the squares
// around a square do not touch each other.
constexpr uint32_t kFurtherGroups = 3;

// ---- Directions ----

constexpr int DirectionOf(int dx, int dy) { return (dy + 1) * 3 + dx + 1; }
constexpr int Opposite(int direction) { return 8 - direction; }

// By the side that acts: three directions forward, then two sideways.
constexpr uint32_t kForwardDirections = 3;
constexpr uint32_t kAllDirections = 5;
using Directions = std::array<int, kAllDirections>;
constexpr std::array<Directions, 2> kDirections = [] {
  std::array<Directions, 2> directions = {};
  for (int up = 0; up < 2; ++up) {
    const int dy = up == 1 ? 1 : -1;
    directions[up] = {DirectionOf(0, dy), DirectionOf(-1, dy),
                      DirectionOf(1, dy), DirectionOf(-1, 0),
                      DirectionOf(1, 0)};
  }
  return directions;
}();

// ---- Places ----

// A square that can be reached from another one on an empty board.
struct Place {
  uint8_t to = kNoSquare;
  uint8_t direction = 0;
};
// Straight ahead, diagonally ahead, sideways; no square where the board ends.
constexpr int kStraight = kRows - 1;
constexpr int kDiagonal = 9;
constexpr int kSideways = kColumns - 1;
using PlaceTable =
    std::array<std::array<Place, kStraight + kDiagonal + kSideways>, kSquares>;

// By the side that acts.
constexpr std::array<PlaceTable, 2> kPlaces = [] {
  std::array<PlaceTable, 2> tables = {};
  for (int up = 0; up < 2; ++up) {
    for (Square s = 0; s < kSquares; ++s) {
      std::array<int, 3> next = {0, kStraight, kStraight + kDiagonal};
      for (uint32_t i = 0; i < kAllDirections; ++i) {
        const int direction = kDirections[up][i];
        ForEach(kRays[direction][s], [&](Square to) {
          tables[up][s][next[(i + 1) / 2]++] = {
              static_cast<uint8_t>(to), static_cast<uint8_t>(direction)};
        });
      }
    }
  }
  return tables;
}();

struct Row {
  static constexpr int kStep = 1;
  static constexpr Bits Next(Bits set) { return Step<1, 0>(set); }
};
struct Column {
  static constexpr int kStep = kColumns;
  static constexpr Bits Next(Bits set) { return Step<0, 1>(set); }
};

// The upper or right ends of runs of two.
template <typename Line>
constexpr Bits PairsOf(Bits pieces) {
  return pieces & Line::Next(pieces);
}

}  // namespace

// ---- Collecting ----

Candidates::Candidates(const Board& board, Duty duty)
    : board_(board), occupied_(board.own | board.enemy), duty_(duty) {
  const uint32_t directions =
      duty == Duty::kForward ? kForwardDirections : kAllDirections;
  const bool alone = board.own == LowestBit(board.own);
  const Bits targets = (alone ? kBoard : Widen(board.own)) - board.own;
  ForEach(targets,
          [this](Square to) { targets_.push_back(static_cast<uint8_t>(to)); });
  pieces_ = static_cast<uint32_t>(targets_.size()) * directions;
  AddRuns();
  if (duty == Duty::kClassic) return;
  ForEach(targets & board.enemy,
          [this](Square to) { captures_.push_back(static_cast<uint8_t>(to)); });
  choices_ =
      static_cast<uint32_t>(captures_.size()) * directions * kFurtherGroups;
}

// A run goes broadside if all its pieces have room, and in single file if its
// first piece has room.
void Candidates::AddRuns() {
  const Bits own = board_.own;
  const Bits empty = kBoard - occupied_;
  const Bits ahead = board_.up ? Step<0, -1>(empty) : Step<0, 1>(empty);
  const Bits right = own & Step<-1, 0>(empty);
  const Bits left = own & Step<1, 0>(empty);
  const Bits straight = own & ahead;
  const Bits sideways_columns = PairsOf<Column>(left) | PairsOf<Column>(right);
  if (duty_ == Duty::kClassic) {
    AddBlock<Row>({0, kStraight}, PairsOf<Row>(straight), kBoard, {});
    AddBlock<Column>({kStraight + kDiagonal, kSideways}, sideways_columns,
                     kBoard, {});
    return;
  }
  const Bits ahead_left = own & Step<1, 0>(ahead);
  const Bits ahead_right = own & Step<-1, 0>(ahead);
  AddBlock<Row>({0, kStraight + kDiagonal},
                PairsOf<Row>(straight) | PairsOf<Row>(ahead_left) |
                    PairsOf<Row>(ahead_right),
                kBoard, {});
  const Bits diagonal_columns =
      PairsOf<Column>(ahead_left) | PairsOf<Column>(ahead_right);
  AddBlock<Column>({0, kStraight}, PairsOf<Column>(own),
                   board_.up ? straight : Bits{},
                   board_.up ? Bits{} : straight);
  if (duty_ == Duty::kForward) {
    AddBlock<Column>({kStraight, kDiagonal}, diagonal_columns, kBoard, {});
    return;
  }
  AddBlock<Column>({kStraight, kDiagonal + kSideways},
                   diagonal_columns | sideways_columns, kBoard, {});
  AddBlock<Row>({kStraight + kDiagonal, kSideways}, PairsOf<Row>(own), right,
                left);
}

// Adds the runs that consist of these pairs, which are given by their ends, and
// that have their end in `ends` or their start in `froms`.
template <typename Line>
void Candidates::AddBlock(Places places, Bits pairs, Bits ends, Bits froms) {
  const auto first = static_cast<uint32_t>(run_list_.size());
  int length = 0;
  for (Bits runs = pairs; !runs.empty(); runs &= Line::Next(runs)) {
    length += Line::kStep;
    froms = Line::Next(froms);
    ForEach(runs & (ends | froms), [this, length](Square end) {
      run_list_.push_back(
          {static_cast<uint8_t>(end - length), static_cast<uint8_t>(end)});
    });
  }
  const auto count = static_cast<uint32_t>(run_list_.size()) - first;
  if (count == 0) return;
  blocks_.push_back({places, first, count});
  runs_ += blocks_.back().size();
}

// ---- Checking a candidate ----

std::optional<Action> Candidates::at(uint32_t number) const {
  if (number < pieces_) {
    const auto [target, direction] = ByDirection(number);
    return PieceAt(targets_[target], direction);
  }
  number -= pieces_;
  if (number < runs_) {
    const Block* block = blocks_.begin();
    for (; number >= block->size(); ++block) number -= block->size();
    const uint32_t run = block->first_run + number / block->places.count;
    return RunAt(run_list_[run],
                 block->places.first + number % block->places.count);
  }
  number -= runs_;
  const int choice = 1 + static_cast<int>(number % kFurtherGroups);
  const auto [capture, direction] = ByDirection(number / kFurtherGroups);
  return ChoiceAt(captures_[capture], direction, choice);
}

// A branch is cheaper than a division by a number that is not a constant.
Candidates::Numbered Candidates::ByDirection(uint32_t number) const {
  if (duty_ == Duty::kForward) {
    return {number / kForwardDirections, number % kForwardDirections};
  }
  return {number / kAllDirections, number % kAllDirections};
}

Square Candidates::PieceTo(Square to, uint32_t direction) const {
  const int back = Opposite(kDirections[board_.up][direction]);
  const Bits met = kRays[back][to] & occupied_;
  if (met.empty()) return kNoSquare;
  const Square from = back > Opposite(back) ? Lowest(met) : Highest(met);
  return Has(board_.own, from) ? from : kNoSquare;
}

std::optional<Action> Candidates::PieceAt(Square to, uint32_t direction) const {
  const Square from = PieceTo(to, direction);
  if (from == kNoSquare ||
      !StaysTogether(BitOf(from), BitOf(to), kAround[from], kAround[to])) {
    return std::nullopt;
  }
  const Part part = {from, from, to};
  if (duty_ != Duty::kClassic && Has(board_.enemy, to)) {
    return Capture(part, LargestGroups(board_.enemy, to), 0);
  }
  return Quiet(part, BitOf(from), BitOf(to));
}

std::optional<Action> Candidates::ChoiceAt(Square to, uint32_t direction,
                                           int choice) const {
  const Square from = PieceTo(to, direction);
  if (from == kNoSquare) return std::nullopt;
  const Groups largest = LargestGroups(board_.enemy, to);
  if (choice >= largest.count ||
      !StaysTogether(BitOf(from), BitOf(to), kAround[from], kAround[to])) {
    return std::nullopt;
  }
  return Capture({from, from, to}, largest, choice);
}

std::optional<Action> Candidates::RunAt(const Run& run, uint32_t place) const {
  const auto [to, direction] = kPlaces[board_.up][run.from][place];
  if (to == kNoSquare) return std::nullopt;
  const Part part = {run.from, run.end, to};
  const Square end = to + run.end - run.from;
  const bool row = run.end - run.from < kColumns;
  if (end >= kSquares || (row && RowOf(end) != RowOf(to)) ||
      !IsFree(run, to, direction)) {
    return std::nullopt;
  }
  const Bits lifted = RunBits(run.from, run.end);
  const Bits landed = RunBits(to, end);
  if (!StaysTogether(lifted, landed, Widen(lifted), Widen(landed))) {
    return std::nullopt;
  }
  return Quiet(part, lifted, landed);
}

bool Candidates::IsFree(const Run& run, Square to, int direction) const {
  const RayTable::value_type& rays = kRays[direction];
  const int distance = to - run.from;
  const auto is_free = [&](Square s) {
    return ((rays[s] - rays[s + distance]) & occupied_).empty();
  };
  const bool row = run.end - run.from < kColumns;
  // Single file: the first piece leads.
  if (Has(rays[run.from], run.end)) return is_free(run.end);
  if (Has(rays[run.end], run.from)) return is_free(run.from);
  for (Square s = run.from; s <= run.end; s += row ? 1 : kColumns) {
    if (!is_free(s)) return false;
  }
  return true;
}

// A connected side falls apart only between the neighbours of what is lifted.
bool Candidates::StaysTogether(Bits lifted, Bits landed, Bits around_lifted,
                               Bits around_landed) const {
  const Bits rest = board_.own - lifted;
  if ((around_landed & rest).empty()) return rest.empty();
  const Bits neighbours = around_lifted & rest;
  return Reaches(LowestBit(neighbours), neighbours, rest | landed);
}

std::optional<Action> Candidates::Quiet(const Part& part, Bits lifted,
                                        Bits landed) const {
  if (duty_ == Duty::kClassic) return ClassicAction(part);
  if (!CanGoOn(part, lifted, landed, board_.enemy)) return std::nullopt;
  return XAction(part);
}

std::optional<Action> Candidates::Capture(const Part& part,
                                          const Groups& largest,
                                          int choice) const {
  const Bits left = largest.count == 0 ? Bits{} : largest.group[choice];
  if (!CanGoOn(part, BitOf(part.from), BitOf(part.to), left)) {
    return std::nullopt;
  }
  const int stays = largest.count > 1 ? Lowest(left) : Part::kNoChoice;
  return XAction({part.from, part.end, part.to, stays});
}

bool Candidates::CanGoOn(const Part& part, Bits lifted, Bits landed,
                         Bits enemy) const {
  if (RowOf(part.from) != RowOf(part.to)) return true;
  return HasLegalPart({(board_.own - lifted) | landed, enemy, board_.up},
                      Duty::kForward);
}

// ---- Drawing ----

Action DrawPart(const Board& board, Duty duty, Rng& rng) {
  // A side that must reconnect has few parts among many candidates.
  if (duty != Duty::kReconnect) {
    const Candidates candidates(board, duty);
    for (int i = 0; i < kTries; ++i) {
      const auto part = candidates.at(rng.Below(candidates.size()));
      if (part.has_value()) return *part;
    }
  }
  ActionList parts;
  LegalParts(board, duty, parts);
  return parts[rng.Below(static_cast<uint32_t>(parts.size()))];
}

}  // namespace arena::ordo
