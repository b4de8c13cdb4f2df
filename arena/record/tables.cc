#include "arena/record/tables.h"

#include "arena/core/check.h"

namespace arena {
namespace {

constexpr ColumnType kText = ColumnType::kText;
constexpr ColumnType kInteger = ColumnType::kInteger;
constexpr ColumnType kBoolean = ColumnType::kBoolean;
constexpr ColumnType kTime = ColumnType::kTime;

constexpr bool kAlways = false;
constexpr bool kOptional = true;

constexpr const char* kMatchKey = "the match, as in the table matches";

constexpr TableColumn kMatchColumns[] = {
    {"match", kText, kAlways,
     "the match id; of a record without one, the name of its file, with its "
     "folders if several files have that name"},
    {"file", kText, kOptional,
     "the record file as it was named or found; absent for records of a "
     "referee"},
    {"record_sha256", kText, kAlways,
     "SHA-256 of the record, in hexadecimal, as in MatchEnd"},
    {"game", kText, kAlways, "the name of the game"},
    {"rules_version", kInteger, kAlways, "rules version of the game, from 1"},
    {"seats", kInteger, kAlways, "number of seats, 2 to 4"},
    {"options", kText, kAlways,
     "all options in effect, by name: a JSON object of texts"},
    {"given_options", kText, kAlways, "the same, only those that were set"},
    {"label", kText, kAlways, "the label of the match; may be empty"},
    {"seed", kText, kAlways,
     "the seed, 64 hexadecimal digits; matches with the same seed, game and "
     "options have the same deals"},
    {"created", kTime, kOptional, "when the match was created (UTC)"},
    {"started", kTime, kOptional, "when it began (UTC)"},
    {"ended", kTime, kOptional, "when it was over (UTC)"},
    {"competition", kText, kOptional, "the name of its competition"},
    {"set", kInteger, kOptional, "the number of its set there, from 0"},
    {"set_match", kInteger, kOptional,
     "the number of the match in its set, from 0"},
    {"attempt", kInteger, kOptional,
     "how often this match of the set had been played before without a result, "
     "from 0"},
    {"untimed", kBoolean, kOptional,
     "whether decisions may take as long as they take; absent without a clock"},
    {"clock_start_ms", kInteger, kOptional,
     "time for a bot to get ready, in milliseconds"},
    {"clock_allowance_ms", kInteger, kOptional,
     "free time of each decision, in milliseconds; absent if untimed"},
    {"clock_bank_ms", kInteger, kOptional,
     "time of a seat beyond its allowances, in milliseconds; absent if "
     "untimed"},
    {"clock_increment_ms", kInteger, kOptional,
     "time added to the bank by each decision, in milliseconds; absent if "
     "untimed"},
    {"max_faults", kInteger, kAlways,
     "faults after which the referee plays for a seat, in games of more than "
     "two seats"},
    {"termination", kText, kAlways,
     "why the match ended: normal, forfeit, cancelled or infrastructure"},
    {"reason", kText, kAlways,
     "the same in the words of the game or of the referee"},
    {"plies", kInteger, kAlways, "plies, chance and announcements included"},
    {"decisions", kInteger, kAlways, "decisions; joint ones count once"},
    {"deals", kInteger, kAlways,
     "deals that were begun; 0 in games without deals"},
    {"faults", kInteger, kAlways, "faults of all seats"},
    {"charged_ms", kInteger, kOptional,
     "time charged to all seats, in milliseconds; absent without a clock"},
    {"paused_ms", kInteger, kAlways,
     "time in which the referee itself stood still, in milliseconds; charged "
     "to nobody"},
};

constexpr TableColumn kSeatColumns[] = {
    {"match", kText, kAlways, kMatchKey},
    {"seat", kInteger, kAlways, "the seat, from 0"},
    {"player", kText, kAlways, "the public name of its player"},
    {"version", kText, kOptional,
     "the version that the bot gave in its hello, empty for built-in players; "
     "absent for matches without a referee"},
    {"language", kText, kOptional, "its language and SDK, likewise"},
    {"points", kInteger, kAlways,
     "points of the game at the end; after a forfeit those so far"},
    {"rank", kInteger, kOptional,
     "its place, 1 is best, equal seats share one; absent if the match has no "
     "result. Ranks decide who won"},
    {"decisions", kInteger, kAlways,
     "choices for which its player was asked, those that became faults "
     "included"},
    {"substitutes", kInteger, kAlways,
     "choices that the referee made for it, after faults"},
    {"announcements", kInteger, kAlways, "announcements that it made"},
    {"faults", kInteger, kAlways, "its faults"},
    {"charged_ms", kInteger, kOptional,
     "time charged for its choices and faults, in milliseconds; absent without "
     "a clock"},
    {"longest_ms", kInteger, kOptional,
     "the longest of these times; absent without a clock, and if there is "
     "none"},
    {"bank_left_ms", kInteger, kOptional,
     "its bank at the end, in milliseconds; absent without a clock, and "
     "untimed"},
};

constexpr TableColumn kDecisionColumns[] = {
    {"match", kText, kAlways, kMatchKey},
    {"entry", kInteger, kAlways,
     "number of the entry in the record, from 0; entries of chance count, and "
     "have no rows"},
    {"decision", kInteger, kAlways,
     "number of the decision, from 1; of an announcement the one that was "
     "open; 0 before the first"},
    {"ply", kInteger, kOptional,
     "number of the ply, from 0; joint choices share one; absent if the match "
     "ended before it was made, and for a fault without a choice"},
    {"deal", kInteger, kAlways,
     "number of the deal, from 1; 0 in games without deals and before the "
     "first"},
    {"seat", kInteger, kAlways, "the seat, from 0"},
    {"kind", kText, kAlways,
     "choice, announcement, or fault: a fault without a choice"},
    {"action", kText, kOptional,
     "what was played, in the notation of the game; absent for a fault without "
     "a choice"},
    {"code", kInteger, kOptional, "its code, as in the README of the game"},
    {"dense_index", kInteger, kOptional,
     "its number among all actions that the game has, below "
     "Game.action_space_size"},
    {"legal", kInteger, kOptional,
     "how many choices or announcements the seat had, this one included"},
    {"fault", kText, kOptional,
     "what its bot did wrong: late, illegal, malformed, gone, crashed, flood "
     "or not-ready; absent without a fault"},
    {"substitute", kBoolean, kAlways,
     "whether the referee chose, after this fault or after too many"},
    {"charged_ms", kInteger, kOptional,
     "time charged, in whole milliseconds; absent without a clock, for "
     "announcements, and where no time ran because the seat is played for"},
    {"bank_left_ms", kInteger, kOptional,
     "its bank after the choice, from the recorded times, in milliseconds; "
     "absent where charged_ms is, untimed, and without a choice"},
    {"points", kInteger, kOptional,
     "points of the seat after the ply; absent where ply is"},
};

constexpr TableColumn kDealColumns[] = {
    {"match", kText, kAlways, kMatchKey},
    {"deal", kInteger, kAlways,
     "number of the deal, from 1; a game without deals has one row for each "
     "seat, numbered 0"},
    {"seat", kInteger, kAlways, "the seat, from 0"},
    {"first_decision", kInteger, kAlways,
     "number of the first decision of the deal, from 1"},
    {"last_decision", kInteger, kAlways, "number of the last one"},
    {"decisions", kInteger, kAlways,
     "choices for which the player of the seat was asked in the deal"},
    {"substitutes", kInteger, kAlways,
     "choices that the referee made for it, after faults"},
    {"announcements", kInteger, kAlways, "announcements that it made"},
    {"faults", kInteger, kAlways, "its faults"},
    {"charged_ms", kInteger, kOptional,
     "time charged for its choices and faults, in milliseconds; absent without "
     "a clock"},
    {"points", kInteger, kAlways,
     "points that the seat made in the deal; what follows without any decision "
     "counts here"},
    {"points_after", kInteger, kAlways, "its points after the deal"},
};

constexpr TableSpec kTables[] = {
    {"matches", "a match", 1, kMatchColumns},
    {"seats", "a seat of a match", 2, kSeatColumns},
    {"decisions", "a choice, an announcement or a fault of a seat", 2,
     kDecisionColumns},
    {"deals", "a seat in a deal", 3, kDealColumns},
};
static_assert(std::size(kTables) == kRecordTables);

}  // namespace

const char* ColumnTypeName(ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return "text";
    case ColumnType::kInteger:
      return "integer";
    case ColumnType::kBoolean:
      return "boolean";
    case ColumnType::kTime:
      return "time";
  }
  ARENA_CHECK(false);
  return "";
}

absl::Span<const TableSpec> RecordTables() { return kTables; }

}  // namespace arena
