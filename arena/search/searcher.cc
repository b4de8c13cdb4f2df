#include "arena/search/searcher.h"

#include <algorithm>
#include <array>

#include "arena/core/check.h"
#include "arena/search/searchers.h"

namespace arena {
namespace {

// The search of a game, and the plies that each level may play on.
struct Entry {
  absl::string_view game;
  const GameSearch* search;
  std::array<int64_t, kMaxSearchLevel> plies;
};

constexpr std::array kEntries = {
    Entry{"doppelkopf", &kDoppelkopfSearch, {4'000, 40'000, 400'000}},
    Entry{"octrix", &kOctrixSearch, {6'000, 60'000, 600'000}},
    Entry{"ordago", &kOrdagoSearch, {10'000, 100'000, 1'000'000}},
    Entry{"ordo", &kOrdoSearch, {300, 3'000, 30'000}},
    Entry{"seconds", &kSecondsSearch, {10'000, 100'000, 1'000'000}},
};

const Entry& EntryOf(const Game& game) {
  const auto entry = std::find_if(
      kEntries.begin(), kEntries.end(),
      [&](const Entry& one) { return one.game == game.info->name; });
  ARENA_CHECK(entry != kEntries.end(), game.info->name, " has no search");
  return *entry;
}

}  // namespace

std::unique_ptr<Searcher> MakeSearcher(const Game& game, int seats,
                                       const GameOptions& options, int level) {
  const Entry& entry = EntryOf(game);
  return entry.search->searcher(seats, options, entry.plies[level - 1]);
}

std::unique_ptr<Judge> MakeJudge(const Game& game, int seats,
                                 const GameOptions& options, int64_t plies) {
  return EntryOf(game).search->judge(seats, options, plies);
}

}  // namespace arena
