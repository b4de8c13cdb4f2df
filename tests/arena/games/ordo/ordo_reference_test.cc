// The rules of Ordo against the slow reference, on thousands of positions.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/games/ordo/ordo_testing.h"

namespace arena::ordo {
namespace {

// ---- A second, slow generator, from the definitions on a plain grid ----

// The kind of parts that the reference looks for.
enum class ReferenceMode { kClassic, kX, kXForward };

using Cell = std::pair<int, int>;  // row, column
using Cells = std::set<Cell>;
using Grid = std::array<std::array<char, 10>, 8>;

bool OnBoard(Cell cell) {
  return cell.first >= 0 && cell.first < 8 && cell.second >= 0 &&
         cell.second < 10;
}

Grid ReadGrid(const std::string& position) {
  Grid grid;
  for (auto& row : grid) row.fill('.');
  int row = 7;
  int column = 0;
  for (size_t i = 0; position[i] != ' '; ++i) {
    const char c = position[i];
    if (c == '/') {
      --row;
      column = 0;
    } else if (c == 'W' || c == 'B') {
      grid[row][column++] = c;
    } else if (c == '1' && position[i + 1] == '0') {
      ++i;
      column += 10;
    } else {
      column += c - '0';
    }
  }
  return grid;
}

std::string Rows(const Grid& grid) {
  std::string text;
  for (int row = 7; row >= 0; --row) {
    int empty = 0;
    for (int column = 0; column <= 10; ++column) {
      if (column < 10 && grid[row][column] == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (column < 10) text += grid[row][column];
    }
    if (row > 0) text += '/';
  }
  return text;
}

std::string Name(Cell cell) {
  return {static_cast<char>('a' + cell.second),
          static_cast<char>('1' + cell.first)};
}

std::vector<Cells> Groups(const Grid& grid, char colour) {
  std::vector<Cells> groups;
  Cells seen;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 10; ++column) {
      if (grid[row][column] != colour || seen.count({row, column})) continue;
      Cells group = {{row, column}};
      std::vector<Cell> open = {{row, column}};
      while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            const Cell next = {cell.first + dy, cell.second + dx};
            if (!OnBoard(next) || grid[next.first][next.second] != colour) {
              continue;
            }
            if (group.insert(next).second) open.push_back(next);
          }
        }
      }
      seen.insert(group.begin(), group.end());
      groups.push_back(group);
    }
  }
  return groups;
}

// All single pieces and runs, each ordered from its lower end.
std::vector<std::vector<Cell>> Movers(const Grid& grid, char colour) {
  std::vector<std::vector<Cell>> movers;
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 10; ++column) {
      if (grid[row][column] != colour) continue;
      movers.push_back({{row, column}});
      for (const Cell& step : {Cell{0, 1}, Cell{1, 0}}) {
        std::vector<Cell> run = {{row, column}};
        for (;;) {
          const Cell next = {run.back().first + step.first,
                             run.back().second + step.second};
          if (!OnBoard(next) || grid[next.first][next.second] != colour) break;
          run.push_back(next);
          movers.push_back(run);
        }
      }
    }
  }
  return movers;
}

struct Search {
  Grid grid;
  char own;
  char enemy;
  int up;  // rows of one step forward
  ReferenceMode mode;
  bool split = false;
  // Stops at the first part.
  bool any = false;
  std::map<std::string, std::string> parts;

  bool MayGo(const std::vector<Cell>& mover, int dy, int dx) const {
    const bool forward = dy == up;
    const bool sideways = dy == 0;
    if (mode == ReferenceMode::kX) return forward || sideways;
    if (mode == ReferenceMode::kXForward) return forward;
    if (!forward && !sideways && !split) return false;
    if (mover.size() == 1) return true;
    const bool horizontal = mover[0].first == mover[1].first;
    return horizontal ? dx == 0 && dy != 0 : sideways;
  }

  void Run();
  void Explore(const std::vector<Cell>& mover, int dy, int dx);
  void Land(const std::vector<Cell>& mover, const std::vector<Cell>& landed);
  void Keep(const std::string& text, const Grid& after, bool sideways);
};

void Search::Explore(const std::vector<Cell>& mover, int dy, int dx) {
  const Cells lifted(mover.begin(), mover.end());
  std::vector<Cell> landed = mover;
  for (;;) {
    bool captures = false;
    for (Cell& cell : landed) {
      cell = {cell.first + dy, cell.second + dx};
      if (!OnBoard(cell)) return;
      const char there =
          lifted.count(cell) ? '.' : grid[cell.first][cell.second];
      if (there == own || (there == enemy && mover.size() > 1)) return;
      captures |= there == enemy;
    }
    Land(mover, landed);
    if (captures) return;
  }
}

void Search::Land(const std::vector<Cell>& mover,
                  const std::vector<Cell>& landed) {
  const bool captures = grid[landed[0].first][landed[0].second] == enemy;
  const bool sideways = landed[0].first == mover[0].first;
  Grid after = grid;
  for (const Cell& cell : mover) after[cell.first][cell.second] = '.';
  for (const Cell& cell : landed) after[cell.first][cell.second] = own;
  if (Groups(after, own).size() > 1) return;
  std::string text = Name(mover.front());
  if (mover.size() > 1) text += ":" + Name(mover.back());
  text += (captures ? "x" : "-") + Name(landed.front());
  if (!captures || mode == ReferenceMode::kClassic) {
    return Keep(text, after, sideways);
  }
  const std::vector<Cells> groups = Groups(after, enemy);
  size_t most = 0;
  for (const Cells& group : groups) most = std::max(most, group.size());
  const auto stays = [&](const Cells& g) { return g.size() == most; };
  const auto ties = std::count_if(groups.begin(), groups.end(), stays);
  if (groups.empty()) return Keep(text, after, sideways);
  for (const Cells& group : groups) {
    if (!stays(group)) continue;
    Grid chosen = after;
    for (auto& row : chosen) std::replace(row.begin(), row.end(), enemy, '.');
    for (const Cell& cell : group) chosen[cell.first][cell.second] = enemy;
    Keep(ties > 1 ? text + "=" + Name(*group.begin()) : text, chosen, sideways);
  }
}

void Search::Keep(const std::string& text, const Grid& after, bool sideways) {
  if (mode == ReferenceMode::kX && sideways) {
    Search next = *this;
    next.parts.clear();
    next.grid = after;
    next.mode = ReferenceMode::kXForward;
    next.any = true;
    next.Run();
    if (next.parts.empty()) return;
  }
  parts[text] = Rows(after);
}

void Search::Run() {
  split = Groups(grid, own).size() > 1;
  for (const std::vector<Cell>& mover : Movers(grid, own)) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        if (any && !parts.empty()) return;
        if ((dy != 0 || dx != 0) && MayGo(mover, dy, dx)) {
          Explore(mover, dy, dx);
        }
      }
    }
  }
}

// The legal parts of the side to act as text, each with the rows after the
// part. `position` is in the notation of the game.
std::map<std::string, std::string> ReferenceParts(const std::string& position,
                                                  ReferenceMode mode) {
  Search search;
  search.grid = ReadGrid(position);
  const bool white = position.back() == 'w';
  search.own = white ? 'W' : 'B';
  search.enemy = white ? 'B' : 'W';
  search.up = white ? 1 : -1;
  search.mode = mode;
  search.Run();
  return search.parts;
}

// ---- The comparison ----

// The legal parts of a state, each with the rows after the part.
std::map<std::string, std::string> Parts(const State& state) {
  std::map<std::string, std::string> parts;
  for (const std::string& text : LegalTexts(state)) {
    const std::string position = After(state, text).PositionText();
    parts[text] = position.substr(0, position.find(' '));
  }
  return parts;
}

TEST(OrdoReferenceTest, ClassicPartsAgree) {
  for (const std::string& position : RandomPositions("", 2000, "classic")) {
    const State state = At(position);
    if (state.node() == Node::kTerminal &&
        state.EndReason() != "cannot-reconnect") {
      continue;
    }
    ASSERT_EQ(Parts(state), ReferenceParts(position, ReferenceMode::kClassic))
        << position;
  }
}

TEST(OrdoReferenceTest, OrdoXPartsAgree) {
  for (const std::string& position : RandomPositions("variant=x", 600, "x")) {
    const State state = At(position, "variant=x");
    ASSERT_EQ(Parts(state), ReferenceParts(position, ReferenceMode::kX))
        << position;
  }
}

TEST(OrdoReferenceTest, OrdoXForwardPartsAgree) {
  Rng rng("forward");
  for (const std::string& position : RandomPositions("variant=x", 1000, "f")) {
    const State start = At(position, "variant=x");
    const std::vector<std::string> first = LegalTexts(start);
    const State state = After(start, first[rng.Below(first.size())]);
    if (!state.TurnGoesOn()) continue;
    ASSERT_EQ(Parts(state),
              ReferenceParts(state.PositionText(), ReferenceMode::kXForward))
        << position;
  }
}

}  // namespace

}  // namespace arena::ordo
