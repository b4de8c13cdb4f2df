#include "arena/games/ordo/ordo_parts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "arena/games/ordo/rays.h"

namespace arena::ordo {
namespace {

// ---- Groups ----

Groups GroupsOf(Bits pieces) {
  Groups groups;
  while (!pieces.empty()) {
    const Bits group = GroupOf(LowestBit(pieces), pieces);
    groups.group[groups.count++] = group;
    pieces -= group;
  }
  return groups;
}

// The neighbourhoods of all pieces of one colour at once.
struct Neighbourhood {
  explicit Neighbourhood(Bits pieces);

  // Squares with at least one and at least two pieces on or next to them.
  Bits once;
  Bits twice;
  // Squares whose neighbours touch each other even without the square:
  // taking a piece from there cannot split a group.
  Bits loose;
};

Neighbourhood::Neighbourhood(Bits pieces) : once(pieces), twice{} {
  // Neighbour boards around the circle, from the right on.
  const Bits ring[8] = {Step<-1, 0>(pieces), Step<-1, -1>(pieces),
                        Step<0, -1>(pieces), Step<1, -1>(pieces),
                        Step<1, 0>(pieces),  Step<1, 1>(pieces),
                        Step<0, 1>(pieces),  Step<-1, 1>(pieces)};
  for (const Bits neighbour : ring) {
    twice |= once & neighbour;
    once |= neighbour;
  }
  // Around a square, a new group begins at each empty side that is followed
  // by a piece on the next corner or side; an empty corner alone separates
  // nothing.
  Bits one_group = {};
  Bits more_groups = {};
  for (int side = 0; side < 8; side += 2) {
    const Bits begins = (ring[side + 1] | ring[(side + 2) % 8]) - ring[side];
    more_groups |= one_group & begins;
    one_group |= begins;
  }
  loose = kBoard - more_groups;
}

// ---- Going on ----

// The pieces in the rearmost row.
struct Rear {
  Bits pieces;
  // These pieces and the squares beside them.
  Bits wide;
  // Squares in front where one of the pieces can arrive.
  Bits ahead;
};

template <int kUp>
Rear RearOf(Bits own) {
  const int row = RowOf(kUp > 0 ? Lowest(own) : Highest(own));
  const Bits pieces = own & RowBits(row);
  const Bits wide = pieces | Step<1, 0>(pieces) | Step<-1, 0>(pieces);
  return {pieces, wide, Step<0, kUp>(wide) - own};
}

// Finds a part that is certainly legal: this nearly always saves a generation.
// Take the rearmost row of a connected side. A piece with no piece of its side
// in front can step ahead, or capture there, and still touches all that it
// touched. A piece with one in front can leave, because the piece in front
// touches the same pieces; it may step beside that piece or, in Ordo X, push
// the column in front one square on.
template <int kUp>
bool SurelyMoves(const Board& board, Duty duty) {
  const Bits own = board.own;
  const Rear rear = RearOf<kUp>(own);
  if (!rear.ahead.empty()) return true;
  if (duty == Duty::kClassic) return !(rear.wide - own).empty();
  Bits column = rear.pieces;
  while (!(column & own).empty()) column = Step<0, kUp>(column & own);
  return !(column - board.enemy).empty();
}

bool SurelyMoves(const Board& board, Duty duty) {
  if (duty == Duty::kReconnect) return false;
  return board.up ? SurelyMoves<1>(board, duty) : SurelyMoves<-1>(board, duty);
}

// ---- Scouting ----

// Looks for wanted parts of all pieces at once. Of the rule that a side stays
// together it sees only that a single piece arrives near others. So it may find
// too much, but it misses nothing.
template <Duty kDuty, int kUp>
class Scout {
 public:
  Scout(const Board& board, const Wanted& wanted)
      : board_(board),
        wanted_(wanted),
        near_(board.own == LowestBit(board.own) ? kBoard : Widen(board.own)) {
    Look<Direction<0, kUp>>();
    Look<Direction<-1, kUp>>();
    Look<Direction<1, kUp>>();
    if constexpr (kDuty != Duty::kForward) {
      Look<Direction<-1, 0>>();
      Look<Direction<1, 0>>();
    }
    if constexpr (kDuty == Duty::kReconnect) {
      Look<Direction<0, -kUp>>();
      Look<Direction<-1, -kUp>>();
      Look<Direction<1, -kUp>>();
    }
  }

  // The pieces that may make a wanted part alone, and whether a run may.
  Bits movers() const { return movers_; }
  bool runs() const { return runs_; }

 private:
  template <typename D>
  void Look();
  // Whether runs arrive on these squares that make the wanted progress in so
  // many steps.
  template <typename D>
  bool RunsGetAhead(Bits arrived, int steps) const;

  const Board& board_;
  const Wanted& wanted_;
  const Bits near_;
  Bits movers_ = {};
  bool runs_ = false;
};

template <Duty kDuty, int kUp>
template <typename D>
void Scout<kDuty, kUp>::Look() {
  constexpr bool kForward = D::kRowsUp == kUp;
  // The squares where the pieces arrive with each step.
  Bits at = board_.own;
  for (int steps = 1;; ++steps) {
    at = D::Move(at) - board_.own;
    const bool far = kForward && steps >= wanted_.progress;
    Bits found = (far ? at : at & wanted_.landings) & near_;
    at -= board_.enemy;
    runs_ |= !(at & wanted_.landings).empty() ||
             (kForward && RunsGetAhead<D>(at, steps));
    if (!found.empty()) {
      for (int i = 0; i < steps; ++i) found = D::Reversed::Move(found);
      movers_ |= found;
    }
    if (at.empty()) return;
  }
}

template <Duty kDuty, int kUp>
template <typename D>
bool Scout<kDuty, kUp>::RunsGetAhead(Bits arrived, int steps) const {
  const int pieces = (wanted_.progress + steps - 1) / steps;
  if (pieces > kColumns) return false;
  Bits row = arrived;
  Bits column = arrived;
  Bits file = board_.own;
  for (int i = 1; i < pieces; ++i) {
    row &= Step<1, 0>(row);
    column &= Step<0, 1>(column);
    file &= D::Move(file);
  }
  if (!row.empty() || !column.empty()) return true;
  if constexpr (D::kStep != kUp * kColumns) return false;
  // Single file: only the first piece needs room.
  for (int i = 0; i < steps; ++i) file = D::Move(file);
  return !(file & arrived).empty();
}

// ---- Generation ----

// A piece or a run that is about to travel.
struct Run {
  Square from;
  Square end;
  Bits squares;
  int pieces;
};

// Fills the legal parts of one board. Made for one call of Generate.
template <Duty kDuty, int kUp>
class Generator {
 public:
  Generator(const Board& board, const Wanted& wanted, ActionList& out);
  // The parts of these pieces alone, and of all runs or of none.
  void Generate(Bits movers, bool runs);
  // Stops early: the list is empty only if there is no legal part.
  void GenerateSome();

 private:
  using Ahead = Direction<0, kUp>;
  using AheadLeft = Direction<-1, kUp>;
  using AheadRight = Direction<1, kUp>;
  using Left = Direction<-1, 0>;
  using Right = Direction<1, 0>;
  using Back = Direction<0, -kUp>;
  using BackLeft = Direction<-1, -kUp>;
  using BackRight = Direction<1, -kUp>;

  static constexpr bool kX = kDuty == Duty::kAnyPart || kDuty == Duty::kForward;
  static constexpr bool kSideways = kDuty != Duty::kForward;
  static constexpr bool kBackward = kDuty == Duty::kReconnect;

  void PartsOfPiece(Square piece);
  Bits Seen(Square piece) const;
  Bits WantedFrom(Square piece) const;

  Bits ColumnEnds() const;
  Bits RowEnds() const;
  void PartsOfColumns(Square end);
  void PartsOfRows(Square end);
  template <typename D>
  void Slide(const Run& run, Bits lead);

  void FindGroupsWithout(Bits lifted);
  bool TouchesAllGroups(Bits landed) const;

  void AddQuiet(const Run& run, Square to, Bits landed);
  void AddCapture(Square from, Square to);
  bool CanGoOn(Bits lifted, Bits landed, Bits enemy) const;
  void Sort();

  const Bits own_;
  const Bits enemy_;
  const Bits empty_;
  const Wanted wanted_;
  const Neighbourhood near_;
  // Ordo X: enemy pieces whose capture cannot split their side.
  const Bits enemy_loose_;
  // Ordo X: the rearmost row, and squares to which a part may certainly go from
  // there.
  const Rear rear_;
  // The groups of the side to act, if it must connect them again.
  Groups groups_;
  // By direction: squares from which one step leads onto an empty square.
  std::array<Bits, 9> clear_;
  // The surroundings of the groups that the side to act has without the lifted
  // run; empty until a part of this run is possible.
  Groups zones_;
  // Whether a choice of groups put the list out of order.
  bool has_choice_ = false;
  ActionList& out_;
};

template <Duty kDuty, int kUp>
Generator<kDuty, kUp>::Generator(const Board& board, const Wanted& wanted,
                                 ActionList& out)
    : own_(board.own),
      enemy_(board.enemy),
      empty_(kBoard - own_ - enemy_),
      wanted_(wanted),
      near_(own_),
      enemy_loose_(kX ? Neighbourhood(enemy_).loose : Bits{}),
      rear_(kX ? RearOf<kUp>(own_) : Rear{}),
      out_(out) {
  if constexpr (kBackward) groups_ = GroupsOf(own_);
  clear_[Ahead::kIndex] = Step<0, -kUp>(empty_);
  clear_[Back::kIndex] = Step<0, kUp>(empty_);
  clear_[Left::kIndex] = Step<1, 0>(empty_);
  clear_[Right::kIndex] = Step<-1, 0>(empty_);
  clear_[AheadLeft::kIndex] = Step<1, -kUp>(empty_);
  clear_[AheadRight::kIndex] = Step<-1, -kUp>(empty_);
}

// Parts are found by ascending end and then from; a stable pass by target
// completes the order of the codes.
template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::Generate(Bits movers, bool runs) {
  const Bits column_ends = runs ? ColumnEnds() : Bits{};
  const Bits row_ends = runs ? RowEnds() : Bits{};
  ForEach(column_ends | row_ends | movers, [&](Square end) {
    if (Has(column_ends, end)) PartsOfColumns(end);
    if (Has(row_ends, end)) PartsOfRows(end);
    if (Has(movers, end)) PartsOfPiece(end);
  });
  Sort();
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::GenerateSome() {
  const Bits column_ends = ColumnEnds();
  const Bits row_ends = RowEnds();
  for (Bits left = own_; !left.empty() && out_.empty();
       left -= LowestBit(left)) {
    const Square end = Lowest(left);
    PartsOfPiece(end);
    if (Has(column_ends, end)) PartsOfColumns(end);
    if (Has(row_ends, end)) PartsOfRows(end);
  }
}

// The upper ends of vertical runs of two that have room. In Ordo X nearly all
// runs have, so only the pieces are looked at.
template <Duty kDuty, int kUp>
Bits Generator<kDuty, kUp>::ColumnEnds() const {
  if constexpr (kX) return own_ & Step<0, 1>(own_);
  const Bits left = own_ & clear_[Left::kIndex];
  const Bits right = own_ & clear_[Right::kIndex];
  return (left & Step<0, 1>(left)) | (right & Step<0, 1>(right));
}

// The right ends of horizontal runs of two, likewise.
template <Duty kDuty, int kUp>
Bits Generator<kDuty, kUp>::RowEnds() const {
  if constexpr (kX) return own_ & Step<1, 0>(own_);
  const Bits ahead = own_ & clear_[Ahead::kIndex];
  Bits ends = ahead & Step<1, 0>(ahead);
  if constexpr (kBackward) {
    const Bits back = own_ & clear_[Back::kIndex];
    ends |= back & Step<1, 0>(back);
  }
  return ends;
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::PartsOfPiece(Square piece) {
  // Squares next to another piece. For a loose piece this condition is
  // enough.
  const Bits others = (near_.once - kAround[piece]) | near_.twice;
  Bits targets = (Seen(piece) - own_) & WantedFrom(piece);
  if (own_ != BitOf(piece)) targets &= others;
  if constexpr (kBackward) {
    // The piece must touch every group that it does not leave.
    for (int i = 0; i < groups_.count; ++i) {
      if (!Has(groups_.group[i], piece)) targets &= Widen(groups_.group[i]);
    }
  }
  if (targets.empty()) return;
  if (kDuty == Duty::kReconnect || !Has(near_.loose, piece)) {
    FindGroupsWithout(BitOf(piece));
    for (int i = 0; i < zones_.count; ++i) targets &= zones_.group[i];
  }
  if constexpr (!kX) {
    ForEach(targets, [this, piece](Square to) {
      out_.push_back(CodeOf(piece, piece, to));
    });
  } else {
    const Run run = {piece, piece, BitOf(piece), 1};
    ForEach(targets & empty_,
            [this, &run](Square to) { AddQuiet(run, to, BitOf(to)); });
    ForEach(targets & enemy_,
            [this, piece](Square to) { AddCapture(piece, to); });
  }
}

template <Duty kDuty, int kUp>
Bits Generator<kDuty, kUp>::Seen(Square piece) const {
  const Bits occupied = own_ | enemy_;
  Bits seen = Ray<Ahead>(piece, occupied) | Ray<AheadLeft>(piece, occupied) |
              Ray<AheadRight>(piece, occupied);
  if constexpr (kSideways) {
    seen |= Ray<Left>(piece, occupied) | Ray<Right>(piece, occupied);
  }
  if constexpr (kBackward) {
    seen |= Ray<Back>(piece, occupied) | Ray<BackLeft>(piece, occupied) |
            Ray<BackRight>(piece, occupied);
  }
  return seen;
}

template <Duty kDuty, int kUp>
Bits Generator<kDuty, kUp>::WantedFrom(Square piece) const {
  const int row = RowOf(piece) + kUp * wanted_.progress;
  if (row < 0 || row >= kRows) return wanted_.landings;
  const Square first = row * kColumns;
  return wanted_.landings | (kUp > 0 ? kBoard - kUpTo[first] | BitOf(first)
                                     : kUpTo[first + kColumns - 1]);
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::PartsOfColumns(Square end) {
  Square from = end;
  while (from >= kColumns && Has(own_, from - kColumns)) from -= kColumns;
  for (; from < end; from += kColumns) {
    const Run run = {from, end, RunBits(from, end),
                     (end - from) / kColumns + 1};
    zones_.count = 0;
    if constexpr (kX) {
      Slide<Ahead>(run, BitOf(kUp > 0 ? end : from));
      Slide<AheadLeft>(run, run.squares);
      Slide<AheadRight>(run, run.squares);
    }
    if constexpr (kSideways) {
      Slide<Left>(run, run.squares);
      Slide<Right>(run, run.squares);
    }
  }
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::PartsOfRows(Square end) {
  const Square first = end - ColumnOf(end);
  Square from = end;
  while (from > first && Has(own_, from - 1)) --from;
  for (; from < end; ++from) {
    const Run run = {from, end, RunBits(from, end), end - from + 1};
    zones_.count = 0;
    Slide<Ahead>(run, run.squares);
    if constexpr (kBackward) Slide<Back>(run, run.squares);
    if constexpr (kX) {
      Slide<AheadLeft>(run, run.squares);
      Slide<AheadRight>(run, run.squares);
    }
    if constexpr (kX && kSideways) {
      Slide<Left>(run, BitOf(from));
      Slide<Right>(run, BitOf(end));
    }
  }
}

// Adds the parts of a run in one direction. `lead` holds the squares of the run
// that need room ahead: all of them, or the first one of a single file.
template <Duty kDuty, int kUp>
template <typename D>
void Generator<kDuty, kUp>::Slide(const Run& run, Bits lead) {
  const Bits clear = clear_[D::kIndex];
  if (!(lead - clear).empty()) return;
  // The rows that the pieces go ahead with each step.
  const int ahead = D::kRowsUp * kUp * run.pieces;
  Bits landed = run.squares;
  Square to = run.from;
  int rows = 0;
  do {
    lead = D::Move(lead);
    landed = D::Move(landed);
    to += D::kStep;
    rows += ahead;
    if (rows < wanted_.progress && (landed & wanted_.landings).empty()) {
      continue;
    }
    if (zones_.count == 0) FindGroupsWithout(run.squares);
    if (TouchesAllGroups(landed)) AddQuiet(run, to, landed);
  } while ((lead - clear).empty());
}

// Sets the zones: one for each group of the other pieces. With no other piece
// the board is the zone.
template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::FindGroupsWithout(Bits lifted) {
  Bits rest = own_ - lifted;
  zones_.count = 0;
  if (rest.empty()) {
    zones_.group[zones_.count++] = kBoard;
    return;
  }
  // A connected side falls apart only between the neighbours of the run. Once
  // the remaining neighbours are in one group, this is the only group.
  Bits seeds = kDuty == Duty::kReconnect ? rest : Widen(lifted) & rest;
  Bits group = LowestBit(seeds);
  while (!(seeds - group).empty()) {
    const Bits wider = Widen(group) & rest;
    if (wider == group) {
      zones_.group[zones_.count++] = Widen(group);
      rest -= group;
      seeds -= group;
      group = LowestBit(seeds);
    } else {
      group = wider;
    }
  }
  zones_.group[zones_.count++] = Widen(rest);
}

template <Duty kDuty, int kUp>
bool Generator<kDuty, kUp>::TouchesAllGroups(Bits landed) const {
  for (int i = 0; i < zones_.count; ++i) {
    if ((zones_.group[i] & landed).empty()) return false;
  }
  return true;
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::AddQuiet(const Run& run, Square to, Bits landed) {
  const Action code = CodeOf(run.from, run.end, to);
  if constexpr (!kX) {
    out_.push_back(code);
  } else {
    const bool sideways = RowOf(to) == RowOf(run.from);
    if (sideways && !CanGoOn(run.squares, landed, enemy_)) return;
    out_.push_back(code | Action{Part::kNoChoice} << 21);
  }
}

// Ordo X: one action, or one for each of several equally large groups.
template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::AddCapture(Square from, Square to) {
  const Bits from_bit = BitOf(from);
  const Bits to_bit = BitOf(to);
  const bool sideways = RowOf(from) == RowOf(to);
  Part part = {from, from, to};
  if (Has(enemy_loose_, to)) {
    if (sideways && !CanGoOn(from_bit, to_bit, enemy_ - to_bit)) return;
    out_.push_back(XAction(part));
    return;
  }
  const Groups largest = LargestGroups(enemy_, to);
  if (largest.count < 2) {
    if (sideways && !CanGoOn(from_bit, to_bit,
                             largest.count == 0 ? Bits{} : largest.group[0])) {
      return;
    }
    out_.push_back(XAction(part));
    return;
  }
  for (int i = 0; i < largest.count; ++i) {
    if (sideways && !CanGoOn(from_bit, to_bit, largest.group[i])) continue;
    part.stays = Lowest(largest.group[i]);
    out_.push_back(XAction(part));
    has_choice_ = true;
  }
}

// Whether a forward part can follow a sideways part. A sideways part that takes
// nothing from the rearmost row leaves that row all its ways except the squares
// where the part lands.
template <Duty kDuty, int kUp>
bool Generator<kDuty, kUp>::CanGoOn(Bits lifted, Bits landed,
                                    Bits enemy) const {
  if ((lifted & rear_.pieces).empty() && !(rear_.ahead - landed).empty()) {
    return true;
  }
  const Bits own = (own_ - lifted) | landed;
  return HasLegalPart({own, enemy, kUp > 0}, Duty::kForward);
}

template <Duty kDuty, int kUp>
void Generator<kDuty, kUp>::Sort() {
  const size_t size = out_.size();
  if (has_choice_ || size > std::numeric_limits<uint8_t>::max()) {
    std::sort(out_.begin(), out_.end());
    return;
  }
  // A stable counting sort by target.
  const auto target = [](Action action) { return action >> 14 & 127; };
  std::array<uint8_t, kSquares> start = {};
  for (const Action action : out_) ++start[target(action)];
  // Eight sums at once: a byte of the product adds up the bytes up to its own.
  static_assert(std::endian::native == std::endian::little);
  constexpr uint64_t kAddUp = 0x0101010101010101;
  auto words = std::bit_cast<std::array<uint64_t, kSquares / 8>>(start);
  uint64_t before = 0;
  for (uint64_t& word : words) {
    const uint64_t sums = (word + before) * kAddUp;
    word = sums - word;
    before = sums >> 56;
  }
  start = std::bit_cast<std::array<uint8_t, kSquares>>(words);
  const ActionList found = out_;
  for (const Action action : found) out_[start[target(action)]++] = action;
}

// Calls generate<duty, direction>().
template <Duty kDuty, typename Generate>
void WithDirection(const Board& board, Generate generate) {
  if (board.up) {
    generate.template operator()<kDuty, 1>();
  } else {
    generate.template operator()<kDuty, -1>();
  }
}
template <typename Generate>
void WithDuty(const Board& board, Duty duty, Generate generate) {
  switch (duty) {
    case Duty::kClassic:
      return WithDirection<Duty::kClassic>(board, generate);
    case Duty::kReconnect:
      return WithDirection<Duty::kReconnect>(board, generate);
    case Duty::kAnyPart:
      return WithDirection<Duty::kAnyPart>(board, generate);
    case Duty::kForward:
      return WithDirection<Duty::kForward>(board, generate);
  }
}

// Makes the part without the consequences of a capture. Returns the squares
// where it landed.
Bits Travel(const Part& part, Board& board) {
  const Bits squares = RunBits(part.from, part.end);
  const Bits landed = RunBits(part.to, part.end + part.to - part.from);
  board.own = (board.own - squares) | landed;
  return landed;
}

}  // namespace

int ProgressOf(const Part& part, bool up) {
  const int pieces = Count(RunBits(part.from, part.end));
  const int rows = RowOf(part.to) - RowOf(part.from);
  return pieces * (up ? rows : -rows);
}

Groups LargestGroups(Bits pieces, Square captured) {
  pieces -= BitOf(captured);
  // A side falls apart only between the neighbours of the piece.
  const Bits near = kAround[captured] & pieces;
  if (!near.empty() && Reaches(LowestBit(near), near, pieces)) {
    return {1, {pieces}};
  }
  const Groups all = GroupsOf(pieces);
  if (all.count < 2) return all;
  int most = 0;
  for (int i = 0; i < all.count; ++i) {
    most = std::max(most, Count(all.group[i]));
  }
  Groups largest;
  for (int i = 0; i < all.count; ++i) {
    if (Count(all.group[i]) != most) continue;
    largest.group[largest.count++] = all.group[i];
  }
  return largest;
}

Bits LoosePieces(Bits pieces) { return Neighbourhood(pieces).loose & pieces; }

void WantedParts(const Board& board, Duty duty, const Wanted& wanted,
                 ActionList& out) {
  out.clear();
  WithDuty(board, duty, [&]<Duty kDuty, int kUp>() {
    const Scout<kDuty, kUp> scout(board, wanted);
    // Mostly nothing is found, and then no generator is needed.
    if (scout.movers().empty() && !scout.runs()) return;
    Generator<kDuty, kUp>(board, wanted, out)
        .Generate(scout.movers(), scout.runs());
  });
}

void LegalParts(const Board& board, Duty duty, ActionList& out) {
  out.clear();
  WithDuty(board, duty, [&]<Duty kDuty, int kUp>() {
    Generator<kDuty, kUp>(board, {}, out).Generate(board.own, true);
  });
}

bool HasLegalPart(const Board& board, Duty duty) {
  if (SurelyMoves(board, duty)) return true;
  ActionList parts;
  WithDuty(board, duty, [&]<Duty kDuty, int kUp>() {
    Generator<kDuty, kUp>(board, {}, parts).GenerateSome();
  });
  return !parts.empty();
}

int MakeClassicPart(const Part& part, Board& board) {
  const Bits captured = Travel(part, board) & board.enemy;
  board.enemy -= captured;
  return captured.empty() ? 0 : 1;
}

int MakeXPart(const Part& part, Board& board) {
  const Bits captured = Travel(part, board) & board.enemy;
  if (captured.empty()) return 0;
  const int before = Count(board.enemy);
  const Groups largest = LargestGroups(board.enemy, part.to);
  board.enemy -= captured;
  for (int i = 0; i < largest.count; ++i) {
    if (part.stays == Part::kNoChoice || Has(largest.group[i], part.stays)) {
      board.enemy = largest.group[i];
      break;
    }
  }
  return before - Count(board.enemy);
}

}  // namespace arena::ordo
