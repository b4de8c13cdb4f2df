// Decides who has won a deal, and gives the points with their reasons.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SCORING_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SCORING_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/core/inline_list.h"
#include "arena/games/base/action.h"
#include "arena/games/doppelkopf/doppelkopf_announcements.h"
#include "arena/games/doppelkopf/doppelkopf_cards.h"

namespace arena::doppelkopf {

// ---- The sheet ----

// The reasons for points. The letters are the groups of the README.
enum class Reason : uint8_t {
  kWon,               // a
  kBelow90,           // a: the other party has fewer than 90
  kBelow60,           // a
  kBelow30,           // a
  kNoTrick,           // a: the other party is schwarz
  kCalled,            // b: re or kontra was said
  kAnnounced90,       // c, d
  kAnnounced60,       // c, d
  kAnnounced30,       // c, d
  kAnnouncedSchwarz,  // c, d
  kReached120,        // e, f: against keine 90; with miss_points=every_30
                      // the highest broken level has all these points
  kReached90,         // e, f: against keine 60
  kReached60,         // e, f: against keine 30
  kReached30,         // e, f: against schwarz
  kDoubled,           // the winner's addition for re and kontra where they
                      // double
  // Special points, always for the party that wins the trick.
  kAgainstOld,      // not of a trick: Kontra won the deal
  kDoppelkopf,      // a trick of 40 Augen or more
  kFox,             // for every fox of the other party in the trick
  kKarlchen,        // the last trick is won by a jack of clubs
  kKarlchenCaught,  // once, for a jack of clubs of the other party in a last
                    // trick that no jack of clubs wins
  kFoxLast,         // the last trick is won by a fox
  kHeartTrick,      // all four cards are plain hearts
  kDulleCaught,     // won by a ten of hearts, with the other party's in it
};
inline constexpr int kReasons = 23;

// Whether the reason is about a limit that a party announced.
constexpr bool IsOfAnnouncement(Reason reason) {
  return reason >= Reason::kAnnounced90 && reason <= Reason::kReached30;
}

struct ScoreItem {
  Reason reason = Reason::kWon;
  // The party that gets the points.
  Party party = Party::kRe;
  // The party whose announcement was kept or broken; else the same as party.
  Party announcer = Party::kRe;
  int points = 0;
  friend bool operator==(const ScoreItem&, const ScoreItem&) = default;
};
// "keine 90 of Kontra", "fox caught".
std::string ItemText(const ScoreItem& item);

// 25 for the deal, and for its tricks 4 Doppelkopfs, 2 foxes, 2 heart tricks,
// and one each of the other four.
inline constexpr int kMaxItems = 40;
using ScoreItems = InlineList<ScoreItem, kMaxItems>;
// Re's points minus Kontra's.
int NetOf(const ScoreItems& items);

// ---- One trick ----

// Appends the special points of a trick. Requires: the deal is no solo. `re`
// holds the two seats of the final Re party.
void AddSpecials(const Trick& trick, SeatSet re, const Rules& rules,
                 ScoreItems& items);

// ---- A deal ----

struct PartyTotals {
  Level level = Level::kNone;
  int augen = 0;
  int tricks = 0;
};

// The facts of a deal that decide its score.
struct DealTotals {
  PartyTotals re;
  PartyTotals kontra;
  // One against three: declared, silent, or a marriage without a partner.
  bool solo = false;

  const PartyTotals& of(Party party) const {
    return party == Party::kRe ? re : kontra;
  }
};

// The party that wins; nothing if nobody wins.
std::optional<Party> Winner(const DealTotals& totals, const Rules& rules);

struct ScoreSheet {
  std::optional<Party> winner;
  ScoreItems items;
  // Re's points minus Kontra's: the sum of the items.
  int value = 0;
};
// `specials` as AddSpecials made them; a solo ignores them.
ScoreSheet Score(const DealTotals& totals, const ScoreItems& specials,
                 const Rules& rules);

// The seats' points: a soloist gets three times the value. They add up to 0.
SeatScores SeatPoints(int value, SeatSet re);

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_SCORING_H_
