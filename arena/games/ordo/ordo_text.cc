// The notation of Ordo: positions and actions as text.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/games/ordo/ordo.h"

namespace arena::ordo {
namespace {

// ---- Positions ----

std::string RowText(Bits white, Bits black, int row) {
  std::string text;
  int empty = 0;
  const auto flush = [&] {
    if (empty > 0) absl::StrAppend(&text, empty);
    empty = 0;
  };
  for (int column = 0; column < kColumns; ++column) {
    const Square square = row * kColumns + column;
    if (!Has(white | black, square)) {
      ++empty;
      continue;
    }
    flush();
    text += Has(white, square) ? 'W' : 'B';
  }
  flush();
  return text;
}

// Reads one row, e.g. "2WW6".
absl::Status ReadRow(absl::string_view text, int row,
                     std::array<Bits, 2>& pieces) {
  int column = 0;
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == 'W' || c == 'B') {
      if (column < kColumns) {
        pieces[c == 'W' ? 0 : 1] |= BitOf(row * kColumns + column);
      }
      ++column;
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    int run = 0;
    if (end == i) {
      return Wrong("row ", row + 1, " \"", text, "\": unexpected '",
                   text.substr(i, 1), "'; expected W, B or a number");
    }
    if (!absl::SimpleAtoi(text.substr(i, end - i), &run) || run < 1 ||
        run > kColumns || c == '0') {
      return Wrong("row ", row + 1, " \"", text,
                   "\": ", text.substr(i, end - i),
                   " empty squares; expected 1..10");
    }
    column += run;
    i = end;
  }
  if (column != kColumns) {
    return Wrong("row ", row + 1, " \"", text, "\" has ", column,
                 " squares; expected 10");
  }
  return absl::OkStatus();
}

// Reads rows 8 to 1.
absl::Status ReadRows(absl::string_view text, std::array<Bits, 2>& pieces) {
  const std::vector<absl::string_view> rows = absl::StrSplit(text, '/');
  if (rows.size() != kRows) {
    return Wrong("\"", text, "\" has ", rows.size(),
                 " rows; expected 8, separated by '/'");
  }
  for (int row = 0; row < kRows; ++row) {
    ARENA_RETURN_IF_ERROR(ReadRow(rows[kRows - 1 - row], row, pieces));
  }
  return absl::OkStatus();
}

const char* ColourOf(Seat seat) { return seat == 0 ? "White" : "Black"; }

// ---- Actions ----

std::string SquareText(Square square) {
  return {static_cast<char>('a' + ColumnOf(square)),
          static_cast<char>('1' + RowOf(square))};
}

// A cursor over the text of an action.
class Scanner {
 public:
  explicit Scanner(absl::string_view text) : text_(text) {}

  bool ReadSquare(int& square) {
    if (text_.size() < 2 || text_[0] < 'a' || text_[0] > 'j' ||
        text_[1] < '1' || text_[1] > '8') {
      return false;
    }
    square = (text_[1] - '1') * kColumns + text_[0] - 'a';
    text_.remove_prefix(2);
    return true;
  }
  bool Skip(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool AtEnd() const { return text_.empty(); }

 private:
  absl::string_view text_;
};

// The content of the text of a part, before it is compared with the board.
struct Written {
  Part part;
  bool captures = false;
};

bool ReadPart(absl::string_view text, Written& written) {
  Scanner scanner(text);
  Part& part = written.part;
  if (!scanner.ReadSquare(part.from)) return false;
  part.end = part.from;
  if (scanner.Skip(':')) {
    if (!scanner.ReadSquare(part.end) || part.end == part.from) return false;
    return scanner.Skip('-') && scanner.ReadSquare(part.to) && scanner.AtEnd();
  }
  written.captures = scanner.Skip('x');
  if (!written.captures && !scanner.Skip('-')) return false;
  if (!scanner.ReadSquare(part.to)) return false;
  if (written.captures && scanner.Skip('=')) {
    if (!scanner.ReadSquare(part.stays)) return false;
  }
  return scanner.AtEnd();
}

}  // namespace

uint32_t State::DenseIndex(Action action) const {
  Part part = PartOf(action);
  if (variant_ == Variant::kClassic) part.stays = Part::kNoChoice;
  return NumberOf(part);
}

absl::Status CheckPart(const Part& part) {
  for (const Square square : {part.from, part.end, part.to}) {
    if (square >= 0 && square < kSquares) continue;
    return Wrong("square ", square, "; expected 0..79");
  }
  if (part.from > part.end || (RowOf(part.from) != RowOf(part.end) &&
                               ColumnOf(part.from) != ColumnOf(part.end))) {
    return Wrong("a run from ", SquareText(part.from), " to ",
                 SquareText(part.end),
                 "; expected two squares of one row or column, the lower "
                 "number first");
  }
  const int end_row = RowOf(part.end) + RowOf(part.to) - RowOf(part.from);
  const int end_column =
      ColumnOf(part.end) + ColumnOf(part.to) - ColumnOf(part.from);
  if (end_row >= kRows || end_column >= kColumns) {
    return Wrong("the run ", SquareText(part.from), ":", SquareText(part.end),
                 " leaves the board when ", SquareText(part.from),
                 " arrives at ", SquareText(part.to));
  }
  if (part.stays != Part::kNoChoice &&
      (part.stays < 0 || part.stays >= kSquares)) {
    return Wrong("the group at square ", part.stays, "; expected 0..79");
  }
  return absl::OkStatus();
}

absl::StatusOr<State> State::FromText(const GameOptions& options,
                                      absl::string_view text) {
  ARENA_ASSIGN_OR_RETURN(State state, FromOptions(options));
  ARENA_RETURN_IF_ERROR(state.ReadPosition(text));
  ARENA_RETURN_IF_ERROR(state.CheckPosition());
  state.Settle();
  return state;
}

absl::Status State::ReadPosition(absl::string_view text) {
  const size_t blank = text.find(' ');
  const absl::string_view side =
      blank == absl::string_view::npos ? "" : text.substr(blank + 1);
  if (side != "w" && side != "b") {
    return Wrong("position \"", text, "\": expected \"ROWS w\" or \"ROWS b\"");
  }
  ARENA_RETURN_IF_ERROR(ReadRows(text.substr(0, blank), pieces_));
  to_act_ = side == "w" ? 0 : 1;
  return absl::OkStatus();
}

absl::Status State::CheckPosition() const {
  for (const Seat seat : {0, 1}) {
    const int count = Count(pieces_[seat]);
    if (count > kMaxPieces) {
      return Wrong(ColourOf(seat), " has ", count, " pieces; expected 0..",
                   kMaxPieces);
    }
  }
  const Seat last = forward_due_ ? to_act_ : 1 - to_act_;
  if (pieces_[last].empty()) {
    return Wrong(ColourOf(last), " has no piece, but has just acted");
  }
  if (!(pieces_[to_act_] & BoardOf(to_act_).GoalRow()).empty()) {
    return Wrong(ColourOf(to_act_),
                 " is to act, but has won already with a piece on its goal "
                 "row");
  }
  if (forward_due_ &&
      !(pieces_[1 - to_act_] & BoardOf(1 - to_act_).GoalRow()).empty()) {
    return Wrong(ColourOf(1 - to_act_), " has won already");
  }
  // In Classic Ordo a capture may have split the side to act.
  for (const Seat seat : {0, 1}) {
    if (seat == to_act_ && variant_ == Variant::kClassic) continue;
    if (IsConnected(pieces_[seat])) continue;
    return Wrong(ColourOf(seat), " is split; expected one connected group");
  }
  if (forward_due_ && !HasLegalPart(BoardOf(to_act_), Duty::kForward)) {
    return Wrong("a forward part is due, but none is possible");
  }
  return absl::OkStatus();
}

std::string State::PositionText() const {
  std::string text;
  for (int row = kRows - 1; row >= 0; --row) {
    absl::StrAppend(&text, RowText(pieces_[0], pieces_[1], row),
                    row > 0 ? "/" : " ");
  }
  return text + (to_act_ == 0 ? 'w' : 'b');
}

std::string State::ActionToString(Seat seat, Action action) const {
  const Part part = PartOf(action);
  if (part.from != part.end) {
    return absl::StrCat(SquareText(part.from), ":", SquareText(part.end), "-",
                        SquareText(part.to));
  }
  const bool captures = Has(pieces_[1 - SideOf(seat)], part.to);
  std::string text = absl::StrCat(SquareText(part.from), captures ? "x" : "-",
                                  SquareText(part.to));
  if (variant_ == Variant::kX && part.stays != Part::kNoChoice) {
    absl::StrAppend(&text, "=", SquareText(part.stays));
  }
  return text;
}

absl::StatusOr<Action> State::ParseAction(Seat seat,
                                          absl::string_view text) const {
  Written written;
  Part& part = written.part;
  if (!ReadPart(text, written)) {
    return Wrong("action \"", text, "\": expected one part, like c2-c4, d3xf5",
                 variant_ == Variant::kX ? ", a6xd6=c7" : "", " or c2:d2-c4");
  }
  if (part.stays != Part::kNoChoice && variant_ != Variant::kX) {
    return Wrong("action \"", text, "\": only Ordo X has a group that stays");
  }
  if (part.from > part.end) {
    // The upper end was named first: let the lower one arrive instead.
    part = {part.end, part.from, part.to - part.from + part.end};
  }
  const absl::Status status = CheckPart(part);
  if (!status.ok()) {
    return Wrong("action \"", text, "\": ", status.message());
  }
  if (part.from == part.end &&
      written.captures != Has(pieces_[1 - SideOf(seat)], part.to)) {
    return Wrong("action \"", text, "\": ", SquareText(part.to),
                 written.captures ? " holds no" : " holds an",
                 " enemy piece; expected ",
                 ActionToString(seat, ActionOf(part)));
  }
  return ActionOf(part);
}

}  // namespace arena::ordo
