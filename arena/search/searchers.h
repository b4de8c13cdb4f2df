// The searchers of the games. Each takes the plies that it may play on for one
// decision; how they are counted is said beside the searcher.
#ifndef ARENA_SEARCH_SEARCHERS_H_
#define ARENA_SEARCH_SEARCHERS_H_

#include <cstdint>
#include <memory>

#include "arena/search/searcher.h"

namespace arena {

std::unique_ptr<Searcher> MakeDoppelkopfSearcher(int seats,
                                                 const GameOptions& options,
                                                 int64_t plies);
std::unique_ptr<Searcher> MakeOctrixSearcher(int seats,
                                             const GameOptions& options,
                                             int64_t plies);
std::unique_ptr<Searcher> MakeOrdagoSearcher(int seats,
                                             const GameOptions& options,
                                             int64_t plies);
std::unique_ptr<Searcher> MakeOrdoSearcher(int seats,
                                           const GameOptions& options,
                                           int64_t plies);
std::unique_ptr<Searcher> MakeSecondsSearcher(int seats,
                                              const GameOptions& options,
                                              int64_t plies);

}  // namespace arena

#endif  // ARENA_SEARCH_SEARCHERS_H_
