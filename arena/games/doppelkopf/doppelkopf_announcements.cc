#include "arena/games/doppelkopf/doppelkopf_announcements.h"

#include "arena/core/check.h"

namespace arena::doppelkopf {
namespace {

// The levels above `own` that are still in time. A late level ends the list,
// because it can no longer be announced and may not be skipped.
Levels LevelsInTime(Level own, const Moment& moment, const Rules& rules) {
  Levels levels;
  for (Level level = own; MayRaise(level, moment, rules);) {
    level = Next(level);
    levels.push_back(level);
  }
  return levels;
}

}  // namespace

absl::string_view PartyText(Party party) {
  return party == Party::kRe ? "Re" : "Kontra";
}

absl::string_view LevelText(Level level, Party party) {
  switch (level) {
    case Level::kNone:
      return "";
    case Level::kCall:
      return party == Party::kRe ? "re" : "kontra";
    case Level::kNo90:
      return "keine 90";
    case Level::kNo60:
      return "keine 60";
    case Level::kNo30:
      return "keine 30";
    case Level::kSchwarz:
      return "schwarz";
  }
  return "";
}

Levels LegalLevels(const Announced& own, Level opponents, const Moment& moment,
                   const Rules& rules) {
  if (!MayAnnounce(own, opponents, moment, rules)) return {};
  Levels levels = LevelsInTime(own.level, moment, rules);
  // A reply.
  if (levels.empty()) levels.push_back(Level::kCall);
  return levels;
}

Announced Announce(const Announced& own, Level level, const Moment& moment,
                   const Rules& rules) {
  ARENA_CHECK(level > own.level, static_cast<int>(level));
  const bool late =
      moment.cards_in_hand < DeadlineOf(Level::kCall, moment.shift, rules);
  return {level, level == Level::kCall && late};
}

}  // namespace arena::doppelkopf
