// Knows which entrants of a competition have a common author, and should not
// meet.
#ifndef ARENA_COMPETITION_PAIRING_RELATIONS_H_
#define ARENA_COMPETITION_PAIRING_RELATIONS_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "arena/v1/competition.pb.h"

namespace arena::competition {

// The authors and the bots of an entrant, under names that cannot be confused.
// Two entrants that share one of these are related.
std::vector<std::string> TiesOf(const v1::Entrant& entrant);

// Two entrants are related if they have an author in common (Entrant.authors)
// or the same bot. A common built-in player does not count. If the
// specification lets entrants of one author meet, no entrants are related.
//
// If all entrants are single players, the entrants of one author are a clan,
// and all entrants of a clan are related. Pairs may share a player with two
// entrants that are not related to each other, so each pair is its own clan
// here.
//
// A value; not thread-safe.
class Relations {
 public:
  // No entrants are related.
  Relations() = default;
  explicit Relations(const v1::CompetitionSpec& spec);
  // Only of the first `entrants` entrants.
  Relations(const v1::CompetitionSpec& spec, int entrants);

  // Adds the next entrant.
  void Add(const v1::Entrant& entrant);
  // These two are related, whoever their authors are.
  void Relate(uint32_t a, uint32_t b);

  bool AreRelated(uint32_t a, uint32_t b) const;
  // Whether any two of these entrants are related.
  bool AnyRelated(absl::Span<const uint32_t> entrants) const;
  // Whether the entrant is related to any of the others.
  bool IsRelatedToAny(uint32_t entrant,
                      absl::Span<const uint32_t> others) const;
  // Whether any two entrants are related.
  bool any() const { return any_; }

  // The clan of an entrant: the index of its first entrant.
  uint32_t ClanOf(uint32_t entrant) const;
  // Whether some encounter with this many sides has no related entrants.
  bool CanBeAvoided(int sides) const;

  // The encounters of unrelated entrants or, if there are none, all encounters.
  std::vector<std::vector<uint32_t>> WithoutKin(
      std::vector<std::vector<uint32_t>> encounters) const;

 private:
  // The number of an author or a bot.
  int NumberOf(const std::string& name);

  bool all_meet_ = false;
  std::map<std::string, int> numbers_;
  // By number of an author or a bot: its first entrant.
  std::vector<uint32_t> owners_;
  // By entrant: the numbers of its authors and bots, ascending.
  std::vector<std::vector<int>> keys_;
  // By entrant: the first entrant of its clan, if all are single players.
  std::vector<uint32_t> clans_;
  int clan_count_ = 0;
  bool single_ = true;
  bool any_ = false;
};

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_RELATIONS_H_
