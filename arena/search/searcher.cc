#include "arena/search/searcher.h"

#include <algorithm>
#include <array>

#include "arena/core/check.h"
#include "arena/search/searchers.h"

namespace arena {
namespace {

// The searcher of a game, and the plies that each level may play on.
struct Entry {
  absl::string_view game;
  std::unique_ptr<Searcher> (*make)(int seats, const GameOptions& options,
                                    int64_t plies);
  std::array<int64_t, kMaxSearchLevel> plies;
};

constexpr std::array kEntries = {
    Entry{"doppelkopf", MakeDoppelkopfSearcher, {4'000, 40'000, 400'000}},
    Entry{"octrix", MakeOctrixSearcher, {6'000, 60'000, 600'000}},
    Entry{"ordago", MakeOrdagoSearcher, {10'000, 100'000, 1'000'000}},
    Entry{"ordo", MakeOrdoSearcher, {300, 3'000, 30'000}},
    Entry{"seconds", MakeSecondsSearcher, {10'000, 100'000, 1'000'000}},
};

}  // namespace

std::unique_ptr<Searcher> MakeSearcher(const Game& game, int seats,
                                       const GameOptions& options, int level) {
  const auto entry = std::find_if(
      kEntries.begin(), kEntries.end(),
      [&](const Entry& one) { return one.game == game.info->name; });
  ARENA_CHECK(entry != kEntries.end(), game.info->name, " has no searcher");
  return entry->make(seats, options, entry->plies[level - 1]);
}

}  // namespace arena
