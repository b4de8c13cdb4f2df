#include "arena/games/doppelkopf/doppelkopf_announcements.h"

#include "arena/core/check.h"

namespace arena::doppelkopf {
namespace {

constexpr Level Next(Level level) {
  return static_cast<Level>(static_cast<int>(level) + 1);
}

// The levels above the own one that are in time; a late one ends the list, for
// none may be skipped that can no longer be made.
Levels LevelsInTime(Level own, const Moment& moment, const Rules& rules) {
  Levels levels;
  for (Level level = own; level != Level::kSchwarz;) {
    level = Next(level);
    if (moment.cards_in_hand < DeadlineOf(level, moment.shift, rules)) break;
    levels.push_back(level);
  }
  return levels;
}

// Whether there is still time to answer what the others announced last.
bool MayReply(Level opponents, const Moment& moment, const Rules& rules) {
  return rules.reply && opponents != Level::kNone &&
         moment.cards_in_hand >= DeadlineOf(opponents, moment.shift, rules) - 1;
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

int ShiftAfter(int clarifying_trick, const Rules& rules) {
  return rules.marriage_shift ? clarifying_trick - 1 : 0;
}

int DeadlineOf(Level level, int shift, const Rules& rules) {
  ARENA_CHECK(level != Level::kNone);
  return rules.deadlines[static_cast<size_t>(level) - 1] - shift;
}

Levels LegalLevels(const Announced& own, Level opponents, const Moment& moment,
                   const Rules& rules) {
  if (moment.parties_open || own.reply) return {};
  Levels levels = LevelsInTime(own.level, moment, rules);
  if (levels.empty() && own.level == Level::kNone &&
      MayReply(opponents, moment, rules)) {
    levels.push_back(Level::kCall);
  }
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
