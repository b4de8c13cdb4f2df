// Players of known strength in real games, played in this process and at full
// speed.
#ifndef TESTS_ARENA_COMPETITION_DUEL_H_
#define TESTS_ARENA_COMPETITION_DUEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "arena/competition/comparison/sequential_test.h"
#include "arena/competition/planning/duplicate_score.h"
#include "arena/competition/planning/spec_form.h"
#include "arena/core/rng.h"
#include "arena/match/table.h"

namespace arena::competition {

// The share of a player's decisions in which a legal action is drawn. In all
// other decisions the player is the built-in greedy one: 0 is greedy, 1 random.
using RandomShare = double;

struct FieldOptions {
  std::string game;
  // 0: the fewest.
  int seats = 0;
  // The options of the game, as text.
  std::string options = "";
  // By entrant.
  std::vector<RandomShare> shares;
  bool independent_deals = false;
  // The seed of deals and players.
  std::string seed = "duel";
};

// Sets of such players. The players' random numbers depend on the match, not on
// its deal. So two matches of a set differ by more than the seats, as with real
// bots.
class PlayedField {
 public:
  explicit PlayedField(const FieldOptions& options);

  const GameForm& form() const { return form_; }
  // The matches of the next set, between these entrants.
  std::vector<ScoredMatch> Next(const std::vector<uint32_t>& entrants);
  int matches_per_set() const { return matches_per_set_; }

 private:
  MatchScore Play(const std::vector<uint32_t>& entrants, const Seed& seed);
  Action Choose(const Table& table, Seat seat, RandomShare share, Rng& rng);

  const std::vector<RandomShare> shares_;
  const Seed player_seed_;
  v1::CompetitionSpec spec_;
  GameForm form_;
  int matches_per_set_;
  uint32_t next_set_ = 0;
  uint64_t next_match_ = 0;
};

struct DuelOptions {
  std::string game;
  std::string options = "";
  RandomShare a = 0;
  RandomShare b = 1;
  bool independent_deals = false;
  std::string seed = "duel";
};

// The sets of a comparison, one after the other.
class Duel {
 public:
  explicit Duel(const DuelOptions& options);

  // The rank points of A minus those of B in the next set.
  double Next();
  int matches_per_set() const { return field_.matches_per_set(); }

 private:
  PlayedField field_;
};

// Feeds a test with sets until its verdict.
SequentialTest Decide(const SequentialTestOptions& options, Duel& duel);

}  // namespace arena::competition

#endif  // TESTS_ARENA_COMPETITION_DUEL_H_
