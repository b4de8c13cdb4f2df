// Chooses which entrants of a ladder play next.
#ifndef ARENA_COMPETITION_PAIRING_LADDER_CHOICE_H_
#define ARENA_COMPETITION_PAIRING_LADDER_CHOICE_H_

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "arena/competition/pairing/bench.h"
#include "arena/competition/pairing/online_rating.h"
#include "arena/competition/pairing/relations.h"
#include "arena/core/rng.h"

namespace arena::competition {

// An entrant is new until it has begun this many encounters.
inline constexpr uint32_t kNewEncounters = 8;
// The number of opponents that an entrant remembers, to meet others next.
inline constexpr size_t kRememberedOpponents = 6;
// An entrant of the ladder.
struct Contender {
  // Encounters that it has begun, and the number of these that are not over.
  uint32_t encounters = 0;
  uint32_t open = 0;
  // One more than the number of its last encounter; 0 if it has none yet.
  uint32_t last = 0;
  // The latest first.
  std::deque<uint32_t> opponents;
  // Whether all of its players are built in.
  bool built_in = false;
};

// The tables and families of an encounter.
struct EncounterShape {
  int sides = 2;
  // Tables with a common deal, and the families of all entrants: only one
  // entrant of a family takes part. Without families each entrant is a family.
  int tables = 1;
  std::vector<uint32_t> families = {};
  // Tables that are already known, each with its entrants. An empty table is
  // not known.
  std::vector<std::vector<uint32_t>> known = {};

  int entrants() const { return sides * tables; }
  uint32_t FamilyOf(uint32_t entrant) const {
    return families.empty() ? entrant : families[entrant];
  }
  bool IsOfFamilyOfAny(uint32_t entrant,
                       absl::Span<const uint32_t> others) const {
    return absl::c_any_of(others, [&](uint32_t other) {
      return FamilyOf(other) == FamilyOf(entrant);
    });
  }
};

// Chooses the entrants of encounter number `number`, which is one of `slots`
// at a time:
// 1. An entrant that already has its share of the slots (one and a half times
//    an even share, at most half of all slots) waits as long as there are
//    enough others. After 80 encounters it waits no more, unless it has half of
//    all slots, or entrants together have that many beyond their shares: slow
//    bots never hold up all others.
// 2. Even numbers begin with the newest of the new entrants. Odd numbers, and
//    even ones if none is new or one has waited for more than 110 encounters,
//    begin with the entrant that has waited longest. So each of n entrants that
//    rule 1 lets play does so within 2n encounters (if none joins).
// 3. In a third of the encounters the opponents are drawn at random. In all
//    other encounters they are the entrants with the nearest ratings,
//    considering how uncertain both ratings are; a recent opponent counts as
//    further away. Without the random third, groups of entrants that meet only
//    each other would drift apart by chance. Entrants that have waited for 80
//    encounters come before other opponents if, taking one of them at a time,
//    some would wait for more than 110.
// 4. Related entrants do not meet, and built-in players do not meet without a
//    bot. An entrant that finds no opponents for this reason is left out.
// In simulations of up to 200 entrants and 64 slots, with two to four sides and
// encounters of random length, no entrant waited for more than 120 encounters.
//
// Several tables are filled one after the other in this way; a bot at one of
// them is enough. Nothing if too few entrants may play together. The numbers
// that `draws` gives depend only on the number of the encounter, not on earlier
// draws.
std::optional<std::vector<uint32_t>> ChooseEncounter(
    absl::Span<const Contender> contenders, const Bench& bench,
    absl::Span<const OnlineRating> ratings, const EncounterShape& shape,
    uint32_t number, uint32_t slots, Rng draws,
    const Relations& relations = {});

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAIRING_LADDER_CHOICE_H_
