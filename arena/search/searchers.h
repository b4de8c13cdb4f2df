// How each game is searched. Each search takes the plies that it may play on
// for one decision; how they are counted is said beside the search.
#ifndef ARENA_SEARCH_SEARCHERS_H_
#define ARENA_SEARCH_SEARCHERS_H_

#include <cstdint>
#include <memory>

#include "arena/search/judge.h"
#include "arena/search/searcher.h"

namespace arena {

template <typename T>
using MakeSearch = std::unique_ptr<T> (*)(int seats, const GameOptions& options,
                                          int64_t plies);

struct GameSearch {
  MakeSearch<Searcher> searcher;
  MakeSearch<Judge> judge;
};

template <typename T, typename S>
std::unique_ptr<T> SearchBy(int seats, const GameOptions& options,
                            int64_t plies) {
  return std::make_unique<S>(seats, options, plies);
}

extern const GameSearch kDoppelkopfSearch;
extern const GameSearch kOctrixSearch;
extern const GameSearch kOrdagoSearch;
extern const GameSearch kOrdoSearch;
extern const GameSearch kSecondsSearch;

}  // namespace arena

#endif  // ARENA_SEARCH_SEARCHERS_H_
