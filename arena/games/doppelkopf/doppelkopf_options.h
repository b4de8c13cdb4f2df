// The table of options of a Doppelkopf match.
#ifndef ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_OPTIONS_H_
#define ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_OPTIONS_H_

#include <array>

#include "arena/games/base/options.h"
#include "arena/games/doppelkopf/doppelkopf_rules.h"

namespace arena::doppelkopf {

constexpr OptionSpec Switch(const char* name, const char* default_value,
                            const char* meaning) {
  return ChoiceOption(name, "on|off", default_value, meaning);
}
// An option whose default depends on the preset; `meaning` names the defaults.
constexpr OptionSpec PresetSwitch(const char* name, const char* meaning) {
  return ChoiceOption(name, "preset|on|off", "preset", meaning);
}
constexpr OptionSpec Deadline(const char* name, const char* meaning) {
  return IntOption(name, 0, 12, "0", meaning);
}

inline constexpr std::array kOptions = {
    ChoiceOption("preset", "ddv|text|seed|seed40|house", "ddv",
                 "the rules for all options that are left at `preset`"),
    ChoiceOption("deck", "preset|48|40", "preset",
                 "number of cards; 40: without nines (48; seed40, house: 40)"),
    IntOption("deals", 0, kMaxDeals, "0",
              "deals of the match; 0: as the preset says (16; ddv: 24)"),
    ChoiceOption("compulsory_solos", "preset|0|1", "preset",
                 "declared solos that each seat owes (0; ddv: 1)"),

    Switch("dulle", "on", "whether the ten of hearts is the highest trump"),
    ChoiceOption("dulle_order", "preset|first|second|second_except_last",
                 "preset",
                 "which of two tens of hearts in a trick wins (first; house: "
                 "second_except_last, the last trick)"),

    Switch("solo_queens", "on", "solo: only queens are trumps"),
    Switch("solo_jacks", "on", "solo: only jacks are trumps"),
    Switch("solo_fleshless", "on", "solo: no trumps"),
    Switch("solo_clubs", "on", "solo: clubs are trumps instead of diamonds"),
    Switch("solo_spades", "on", "solo: spades are trumps instead of diamonds"),
    Switch("solo_hearts", "on", "solo: hearts are trumps instead of diamonds"),
    Switch("solo_diamonds", "on", "solo: trumps as in the normal game"),
    ChoiceOption("solo_lead", "preset|compulsory_only|always|never", "preset",
                 "which soloists lead to the first trick; for others forehand "
                 "leads (compulsory_only; house: always)"),
    Switch("silent_solo", "on",
           "whether both queens of clubs may be kept secret; off: their "
           "holder declares a marriage or a solo"),
    ChoiceOption("marriage_trick", "any|trump|plain", "any",
                 "which tricks find the partner, by the card led"),
    ChoiceOption("marriage_limit", "3|all", "3",
                 "tricks in which a partner can be found"),
    Switch("marriage_shift", "on",
           "whether a partner found late moves all deadlines"),

    PresetSwitch("poverty",
                 "whether three or fewer trumps may be given to a partner "
                 "(off; house: on)"),
    Switch("poverty_fox_free", "off",
           "poverty: whether foxes are not counted as trumps"),
    Switch("poverty_tell_trumps", "off",
           "poverty: whether the number of trumps laid is told"),
    Switch("redeal_nines", "off", "new deal on demand with five nines"),
    ChoiceOption("redeal_kings", "preset|off|5|6", "preset",
                 "new deal on demand with this many kings (off; house: 5)"),
    PresetSwitch("redeal_trumps",
                 "new deal on demand with at most three trumps (off; house: "
                 "on without poverty)"),
    Switch("redeal_low_trumps", "off",
           "new deal on demand without a trump above the fox"),
    Switch("redeal_full", "off",
           "new deal on demand with seven tens and aces together"),
    IntOption("max_redeals", 1, kMaxRedeals, "20",
              "new deals in a row after which no more are possible"),
    ChoiceOption("reservation_steps", "1|2", "1",
                 "1: a reservation is named at once, in secret; 2: when its "
                 "seat is asked"),

    ChoiceOption("announce_windows", "own_turn|trick|card", "trick",
                 "when the seats that do not play next may announce: never, "
                 "before each trick, before each card"),
    Deadline("deadline_call",
             "cards in hand that re and kontra need; 0: one less than dealt"),
    Deadline("deadline_90", "the same for keine 90; 0: two less"),
    Deadline("deadline_60", "the same for keine 60; 0: three less"),
    Deadline("deadline_30", "the same for keine 30; 0: four less"),
    Deadline("deadline_schwarz", "the same for schwarz; 0: five less"),
    PresetSwitch("reply",
                 "whether an announcement may be answered one card later "
                 "(on; text, seed, seed40: off)"),

    ChoiceOption("tie_both_called", "preset|kontra|none", "preset",
                 "who wins 120:120 after re and kontra (kontra; text, seed, "
                 "seed40: none)"),
    ChoiceOption("plain_call_binding", "preset|off|strict", "preset",
                 "strict: re and kontra need 121 even when the others broke "
                 "their announcement (off; text, seed, seed40: strict)"),
    ChoiceOption("schwarz_by", "preset|tricks|augen", "preset",
                 "what schwarz counts (tricks; text, seed, seed40: augen)"),
    PresetSwitch("under_without_winner",
                 "whether below 90, 60, 30 count when nobody wins (on; text, "
                 "seed, seed40: off)"),
    ChoiceOption("miss_points", "preset|per_level|highest_only|every_30",
                 "preset",
                 "30 beyond an announced limit: a point for each such level, "
                 "for the highest level, or for every 30 beyond the highest "
                 "(per_level; text, seed, seed40: every_30)"),
    ChoiceOption("call_scoring", "add2|double", "add2",
                 "what re and kontra do for the winner: add 2 points each, or "
                 "double"),
    Switch("sp_against_old", "on", "special point: kontra wins"),
    Switch("sp_doppelkopf", "on", "special point: a trick of 40 or more"),
    Switch("sp_fox", "on", "special point: a fox caught"),
    Switch("sp_karlchen", "on",
           "special point: the jack of clubs wins the last trick"),
    PresetSwitch("sp_karlchen_caught",
                 "special point: a jack of clubs caught in the last trick "
                 "(off; house: on)"),
    Switch("sp_fox_last", "off", "special point: a fox wins the last trick"),
    Switch("sp_heart_trick", "off",
           "special point: a trick of four plain hearts"),
    Switch("sp_dulle", "off",
           "special point: a ten of hearts beats the other party's"),
};

}  // namespace arena::doppelkopf

#endif  // ARENA_GAMES_DOPPELKOPF_DOPPELKOPF_OPTIONS_H_
