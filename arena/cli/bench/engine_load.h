// What the engine is measured with: one unit of work each for rules, tables
// and records of every game.
#ifndef ARENA_CLI_BENCH_ENGINE_LOAD_H_
#define ARENA_CLI_BENCH_ENGINE_LOAD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/core/any_state.h"
#include "arena/core/rng.h"
#include "arena/record/record.h"

namespace arena::bench {

// A game in one of its variants, otherwise with the default options.
struct EngineSetup {
  const Game* game;
  int seats;
  GameOptions options;
  // "ordo/classic", "tally/3".
  std::string name;
};

// Every game: with each value of its option `variant`, if it has one, and
// otherwise with each number of seats.
std::vector<EngineSetup> EngineSetups();

// Random matches, the same ones in every run. Each function does its work for
// one match, the next of a few prepared ones, and returns its plies.
class EngineLoad {
 public:
  explicit EngineLoad(const EngineSetup& setup);

  // The rules alone, without a virtual call inside the match.
  uint32_t PlayOut();
  // The match at a table, every entry checked as if it came from a bot.
  uint32_t Step();
  // From entries to the bytes of a record, and back.
  uint32_t Write();
  uint32_t Verify();

 private:
  static constexpr size_t kMatches = 16;

  const AnyState start_;
  Rng rng_;
  std::vector<TableConfig> configs_;
  std::vector<Record> records_;
  std::vector<std::string> files_;
  size_t next_ = 0;
};

// The yardstick for ratios that hold on any machine, busy or not: SHA-256 over
// so many blocks of 64 bytes.
inline constexpr int kMaxHashBlocks = 1024;
void HashBlocks(int blocks);

}  // namespace arena::bench

#endif  // ARENA_CLI_BENCH_ENGINE_LOAD_H_
