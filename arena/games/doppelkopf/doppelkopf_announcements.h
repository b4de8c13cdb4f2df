// What a party may announce, and until when.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "arena/core/inline_list.h"
#include "arena/games/doppelkopf/doppelkopf_rules.h"

namespace arena::doppelkopf {

enum class Party : uint8_t { kRe, kKontra };
inline constexpr std::array<Party, 2> kParties = {Party::kRe, Party::kKontra};
constexpr Party Other(Party party) {
  return party == Party::kRe ? Party::kKontra : Party::kRe;
}
// "Re", "Kontra".
absl::string_view PartyText(Party party);

// In their order. kCall is re or kontra; those above it promise that the
// others stay below 90, 60, 30, or without a trick.
enum class Level : uint8_t { kNone, kCall, kNo90, kNo60, kNo30, kSchwarz };
// "re", "kontra", "keine 90", "keine 60", "keine 30", "schwarz"; "" for kNone.
absl::string_view LevelText(Level level, Party party);

// Levels, ascending.
using Levels = InlineList<Level, kLevels>;

// What a party has announced so far.
struct Announced {
  Level level = Level::kNone;
  // Its call was a reply: it may announce nothing more.
  bool reply = false;
  friend bool operator==(const Announced&, const Announced&) = default;
};

// The situation of a seat that may announce.
struct Moment {
  // Including the card that it is about to play.
  int cards_in_hand = 0;
  // Cards by which all deadlines have moved, see ShiftAfter.
  int shift = 0;
  // A marriage without a partner yet: nobody may announce.
  bool parties_open = false;
};

// The shift after a marriage that was cleared up in that trick, from 1.
int ShiftAfter(int clarifying_trick, const Rules& rules);
// Cards in hand with which a level can be announced at the latest. Requires:
// not kNone.
int DeadlineOf(Level level, int shift, const Rules& rules);

// The levels that a seat may announce; a level includes all skipped ones.
Levels LegalLevels(const Announced& own, Level opponents, const Moment& moment,
                   const Rules& rules);
// What its party has announced after it. Requires: the level is legal.
Announced Announce(const Announced& own, Level level, const Moment& moment,
                   const Rules& rules);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_
