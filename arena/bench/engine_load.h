// The load that measures the engine: one unit of work each for rules, tables
// and records of every game.
#ifndef ARENA_BENCH_ENGINE_LOAD_H_
#define ARENA_BENCH_ENGINE_LOAD_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/core/rng.h"
#include "arena/games/base/any_state.h"
#include "arena/record/record.h"
#include "arena/v1/observation.pb.h"

namespace arena::bench {

// A game with the rules that are measured.
struct EngineSetup {
  const Game* game;
  int seats;
  GameOptions options;

  // "octrix/2", "ordo/2/variant=classic".
  std::string Name() const;
};

// Every number of seats, combined with every value of the options that choose
// other rules. These are the options called variant or preset, or with
// `all_options` every option that has choices.
std::vector<EngineSetup> SetupsOf(const Game& game, bool all_options = false);

// Random matches from a seed. Each function does its work for one match, the
// next of a few prepared matches, and returns its plies.
class EngineLoad {
 public:
  EngineLoad(const EngineSetup& setup, const Seed& seed);

  // The rules alone, without a virtual call inside the match.
  uint32_t PlayOut();
  // The match at a table, with every entry checked like a bot's entry.
  uint32_t Step();
  // Turns entries into the bytes of a record, and back.
  uint32_t Write();
  uint32_t Verify();
  // Draw a state that is possible for a seat to act, from a state or from the
  // seat's observation, and return 1. The first requires Game::resamples, the
  // second Game::sample.
  uint32_t Sample();
  uint32_t SampleSeen();

  // Means over the prepared matches.
  double PliesOfAMatch() const;
  double RecordBytesOfAPly() const;

 private:
  static constexpr size_t kMatches = 16;
  static constexpr size_t kMoments = 64;

  // A decision of a match.
  struct Moment {
    // Becomes its own samples, which are as likely.
    AnyState state;
    Seat seat;
    v1::Observation seen;
  };
  std::vector<Moment> RandomMoments();

  const EngineSetup setup_;
  const AnyState start_;
  Rng rng_;
  std::vector<TableConfig> configs_;
  std::vector<Record> records_;
  std::vector<std::string> files_;
  std::vector<Moment> moments_;
  size_t next_ = 0;
};

}  // namespace arena::bench

#endif  // ARENA_BENCH_ENGINE_LOAD_H_
