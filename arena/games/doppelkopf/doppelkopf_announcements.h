// The announcements that a party may make, and their deadlines.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "arena/core/check.h"
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

// Ascending. kCall is re or kontra; the levels above it promise that the
// other party stays below 90, 60, 30, or without a trick.
enum class Level : uint8_t { kNone, kCall, kNo90, kNo60, kNo30, kSchwarz };
// Requires: not kSchwarz.
constexpr Level Next(Level level) {
  return static_cast<Level>(static_cast<int>(level) + 1);
}
// "re", "kontra", "keine 90", "keine 60", "keine 30", "schwarz"; "" for kNone.
absl::string_view LevelText(Level level, Party party);

// Levels, ascending.
using Levels = InlineList<Level, kLevels>;

// The announcements of a party so far.
struct Announced {
  Level level = Level::kNone;
  // Whether its call was a reply: then it may announce nothing more.
  bool reply = false;
  friend bool operator==(const Announced&, const Announced&) = default;
};

// The situation of a seat that may announce.
struct Moment {
  // Includes the card that the seat is about to play.
  int cards_in_hand = 0;
  // The number of cards by which all deadlines have moved, see ShiftAfter.
  int shift = 0;
  // Whether a marriage has no partner yet: then nobody may announce.
  bool parties_open = false;
};

// The shift after a marriage was cleared up in this trick, counted from 1.
constexpr int ShiftAfter(int clarifying_trick, const Rules& rules) {
  return rules.marriage_shift ? clarifying_trick - 1 : 0;
}
// The fewest cards in hand with which a level can still be announced. Requires:
// not kNone.
constexpr int DeadlineOf(Level level, int shift, const Rules& rules) {
  ARENA_CHECK(level != Level::kNone);
  return rules.deadlines[static_cast<size_t>(level) - 1] - shift;
}

// Whether there is a level above `own`, and still time to announce it.
constexpr bool MayRaise(Level own, const Moment& moment, const Rules& rules) {
  return own != Level::kSchwarz &&
         moment.cards_in_hand >= DeadlineOf(Next(own), moment.shift, rules);
}
// Whether there is still time to answer what the others announced last.
constexpr bool MayReply(Level opponents, const Moment& moment,
                        const Rules& rules) {
  return rules.reply && opponents != Level::kNone &&
         moment.cards_in_hand >= DeadlineOf(opponents, moment.shift, rules) - 1;
}
// Whether a seat may announce anything.
constexpr bool MayAnnounce(const Announced& own, Level opponents,
                           const Moment& moment, const Rules& rules) {
  if (moment.parties_open || own.reply) return false;
  return MayRaise(own.level, moment, rules) ||
         (own.level == Level::kNone && MayReply(opponents, moment, rules));
}

// The levels that a seat may announce; a level includes all that it skips.
Levels LegalLevels(const Announced& own, Level opponents, const Moment& moment,
                   const Rules& rules);
// The party's announcements with this level added. Requires: the level is
// legal.
Announced Announce(const Announced& own, Level level, const Moment& moment,
                   const Rules& rules);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_ANNOUNCEMENTS_H_
