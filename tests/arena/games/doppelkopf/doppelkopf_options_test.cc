// Options of Doppelkopf: presets, single values, and conflicts.
#include "arena/games/doppelkopf/doppelkopf_options.h"

#include <gmock/gmock.h>

#include "tests/arena/games/doppelkopf/doppelkopf_notation.h"
#include "tests/testing/status_matchers.h"

namespace arena::doppelkopf {
namespace {

using ::testing::HasSubstr;

// The default rules with one change.
template <typename Change>
Rules Changed(const Change& change) {
  Rules rules;
  change(rules);
  return rules;
}

// ---- Presets ----

TEST(DoppelkopfOptionsTest, DefaultsAreTheRulesOfTournaments) {
  EXPECT_EQ(RulesWith(""), Rules());
  EXPECT_EQ(RulesWith("preset=ddv"), Rules());
}

void MakeSeed(Rules& rules) {
  rules.deals = 16;
  rules.compulsory_solos = 0;
  rules.reply = false;
  rules.tie_is_nobodys = true;
  rules.strict_calls = true;
  rules.schwarz_by_augen = true;
  rules.under_without_winner = false;
  rules.miss_points = MissPoints::kEvery30;
}

TEST(DoppelkopfOptionsTest, PresetSeed) {
  EXPECT_EQ(RulesWith("preset=seed"), Changed(MakeSeed));
}

TEST(DoppelkopfOptionsTest, PresetTextIsTheOtherNameOfSeed) {
  EXPECT_EQ(RulesWith("preset=text"), RulesWith("preset=seed"));
}

// The text allows Re and Kontra with eleven cards in hand. Its table says nine,
// and one card less for each limit, down to five for schwarz.
TEST(DoppelkopfOptionsTest, BothDeadlinesOfTheTextArePresets) {
  EXPECT_EQ(RulesWith("preset=seed").deadlines,
            (std::array<uint8_t, kLevels>{11, 10, 9, 8, 7}));
  EXPECT_EQ(RulesWith("preset=seed40").deadlines,
            (std::array<uint8_t, kLevels>{9, 8, 7, 6, 5}));
}

TEST(DoppelkopfOptionsTest, PresetSeed40IsPlayedWithoutNines) {
  EXPECT_EQ(RulesWith("preset=seed40"), Changed([](Rules& rules) {
              MakeSeed(rules);
              rules.hand_cards = 10;
              rules.deadlines = {9, 8, 7, 6, 5};
            }));
}

TEST(DoppelkopfOptionsTest, PresetHouse) {
  EXPECT_EQ(RulesWith("preset=house"), Changed([](Rules& rules) {
              rules.hand_cards = 10;
              rules.deadlines = {9, 8, 7, 6, 5};
              rules.deals = 16;
              rules.compulsory_solos = 0;
              rules.dulle_order = DulleOrder::kSecondExceptLast;
              rules.sp_karlchen_caught = true;
              rules.solo_lead = SoloLead::kAlways;
              rules.poverty = true;
              rules.redeal_kings = 5;
            }));
}

TEST(DoppelkopfOptionsTest, AHouseWithoutPovertyDealsFewTrumpsAgain) {
  EXPECT_TRUE(RulesWith("preset=house,poverty=off").redeal_trumps);
  EXPECT_FALSE(
      RulesWith("preset=house,poverty=off,redeal_trumps=off").redeal_trumps);
}

TEST(DoppelkopfOptionsTest, EveryGivenValueReplacesThatOfAnyPreset) {
  for (const char* preset : {"ddv", "text", "seed", "seed40", "house"}) {
    EXPECT_EQ(RulesWith(absl::StrCat(
                  "preset=", preset,
                  ",deck=48,deals=24,compulsory_solos=1,dulle_order=first,"
                  "solo_lead=compulsory_only,poverty=off,redeal_kings=off,"
                  "redeal_trumps=off,reply=on,tie_both_called=kontra,"
                  "plain_call_binding=off,schwarz_by=tricks,"
                  "under_without_winner=on,"
                  "miss_points=per_level,sp_karlchen_caught=off")),
              Rules())
        << preset;
  }
}

// ---- Options in effect ----

std::map<std::string, std::string> InEffect(absl::string_view options) {
  return Rules::Resolve(4, GameOptions::Parse(kOptions, options).value())
      .values();
}

TEST(DoppelkopfOptionsTest, NothingInEffectIsLeftToAPreset) {
  for (const char* preset : {"ddv", "text", "seed", "seed40", "house"}) {
    for (const auto& [name, value] :
         InEffect(absl::StrCat("preset=", preset))) {
      EXPECT_NE(value, "preset") << name;
      EXPECT_TRUE(value != "0" || name == "compulsory_solos") << name;
    }
  }
}

TEST(DoppelkopfOptionsTest, AHouseIsSpelledOut) {
  auto values = InEffect("preset=house");
  EXPECT_EQ(values["preset"], "house");
  EXPECT_EQ(values["deck"], "40");
  EXPECT_EQ(values["deals"], "16");
  EXPECT_EQ(values["dulle_order"], "second_except_last");
  EXPECT_EQ(values["solo_lead"], "always");
  EXPECT_EQ(values["poverty"], "on");
  EXPECT_EQ(values["redeal_kings"], "5");
  EXPECT_EQ(values["deadline_call"], "9");
  EXPECT_EQ(values["sp_karlchen_caught"], "on");
}

TEST(DoppelkopfOptionsTest, WithoutADulleTheirOrderIsNothing) {
  EXPECT_EQ(InEffect("preset=house,dulle=off")["dulle_order"], "first");
}

// ---- Single values ----

struct ValueCase {
  const char* id;
  const char* options;
  void (*change)(Rules&);
};
void PrintTo(const ValueCase& c, std::ostream* out) { *out << c.options; }

constexpr ValueCase kValues[] = {
    {"Deck", "deck=40",
     [](Rules& r) {
       r.hand_cards = 10;
       r.deadlines = {9, 8, 7, 6, 5};
     }},
    {"Deals", "deals=100", [](Rules& r) { r.deals = 100; }},
    {"Compulsory", "compulsory_solos=0",
     [](Rules& r) { r.compulsory_solos = 0; }},
    {"Dulle", "dulle=off", [](Rules& r) { r.dulle = false; }},
    {"DulleSecond", "dulle_order=second",
     [](Rules& r) { r.dulle_order = DulleOrder::kSecond; }},
    {"DulleExceptLast", "dulle_order=second_except_last",
     [](Rules& r) { r.dulle_order = DulleOrder::kSecondExceptLast; }},
    {"SoloQueens", "solo_queens=off", [](Rules& r) { r.solos = 0x3F0; }},
    {"SoloDiamonds", "solo_diamonds=off", [](Rules& r) { r.solos = 0x1F8; }},
    {"LeadAlways", "solo_lead=always",
     [](Rules& r) { r.solo_lead = SoloLead::kAlways; }},
    {"LeadNever", "solo_lead=never",
     [](Rules& r) { r.solo_lead = SoloLead::kNever; }},
    {"SilentSolo", "silent_solo=off", [](Rules& r) { r.silent_solo = false; }},
    {"MarriageTrump", "marriage_trick=trump",
     [](Rules& r) { r.marriage_trick = MarriageTrick::kTrump; }},
    {"MarriagePlain", "marriage_trick=plain",
     [](Rules& r) { r.marriage_trick = MarriageTrick::kPlain; }},
    {"MarriageLimit", "marriage_limit=all",
     [](Rules& r) { r.marriage_limit = 12; }},
    {"MarriageShift", "marriage_shift=off",
     [](Rules& r) { r.marriage_shift = false; }},
    {"Poverty", "poverty=on", [](Rules& r) { r.poverty = true; }},
    {"PovertyFoxFree", "poverty=on,poverty_fox_free=on",
     [](Rules& r) { r.poverty = r.poverty_fox_free = true; }},
    {"PovertyTell", "poverty=on,poverty_tell_trumps=on",
     [](Rules& r) { r.poverty = r.poverty_tell_trumps = true; }},
    {"RedealNines", "redeal_nines=on", [](Rules& r) { r.redeal_nines = true; }},
    {"RedealKings", "redeal_kings=6", [](Rules& r) { r.redeal_kings = 6; }},
    {"RedealTrumps", "redeal_trumps=on",
     [](Rules& r) { r.redeal_trumps = true; }},
    {"RedealLow", "redeal_low_trumps=on",
     [](Rules& r) { r.redeal_low_trumps = true; }},
    {"RedealFull", "redeal_full=on", [](Rules& r) { r.redeal_full = true; }},
    {"MaxRedeals", "max_redeals=3", [](Rules& r) { r.max_redeals = 3; }},
    {"Steps", "reservation_steps=2", [](Rules& r) { r.reservation_steps = 2; }},
    {"OwnTurn", "announce_windows=own_turn",
     [](Rules& r) { r.announce_windows = AnnounceWindows::kOwnTurn; }},
    {"EachCard", "announce_windows=card",
     [](Rules& r) { r.announce_windows = AnnounceWindows::kCard; }},
    {"Deadlines",
     "deadline_call=10,deadline_90=9,deadline_60=8,deadline_30=7,"
     "deadline_schwarz=1",
     [](Rules& r) {
       r.deadlines = {10, 9, 8, 7, 1};
     }},
    {"Reply", "reply=off", [](Rules& r) { r.reply = false; }},
    {"Tie", "tie_both_called=none", [](Rules& r) { r.tie_is_nobodys = true; }},
    {"Strict", "plain_call_binding=strict",
     [](Rules& r) { r.strict_calls = true; }},
    {"SchwarzBy", "schwarz_by=augen",
     [](Rules& r) { r.schwarz_by_augen = true; }},
    {"Under", "under_without_winner=off",
     [](Rules& r) { r.under_without_winner = false; }},
    {"Miss", "miss_points=highest_only",
     [](Rules& r) { r.miss_points = MissPoints::kHighestOnly; }},
    {"Double", "call_scoring=double", [](Rules& r) { r.calls_double = true; }},
    {"AgainstOld", "sp_against_old=off",
     [](Rules& r) { r.sp_against_old = false; }},
    {"Doppelkopf", "sp_doppelkopf=off",
     [](Rules& r) { r.sp_doppelkopf = false; }},
    {"Fox", "sp_fox=off", [](Rules& r) { r.sp_fox = false; }},
    {"Karlchen", "sp_karlchen=off", [](Rules& r) { r.sp_karlchen = false; }},
    {"KarlchenCaught", "sp_karlchen_caught=on",
     [](Rules& r) { r.sp_karlchen_caught = true; }},
    {"FoxLast", "sp_fox_last=on", [](Rules& r) { r.sp_fox_last = true; }},
    {"HeartTrick", "sp_heart_trick=on",
     [](Rules& r) { r.sp_heart_trick = true; }},
    {"DulleCaught", "sp_dulle=on", [](Rules& r) { r.sp_dulle = true; }},
};

class DoppelkopfOptionTest : public ::testing::TestWithParam<ValueCase> {};

TEST_P(DoppelkopfOptionTest, ChangesThisAlone) {
  EXPECT_EQ(RulesWith(GetParam().options), Changed(GetParam().change));
}

INSTANTIATE_TEST_SUITE_P(Values, DoppelkopfOptionTest,
                         ::testing::ValuesIn(kValues), NamedById());

TEST(DoppelkopfOptionsTest, ASoloCanBeForbidden) {
  const Rules rules = RulesWith("solo_hearts=off");
  EXPECT_FALSE(rules.Allows(Contract::kHearts));
  EXPECT_TRUE(rules.Allows(Contract::kClubs));
  EXPECT_FALSE(rules.Allows(Contract::kMarriage));
}

TEST(DoppelkopfOptionsTest, AMarriageOf40CardsHasTenTricks) {
  EXPECT_EQ(RulesWith("deck=40,marriage_limit=all").marriage_limit, 10);
}

TEST(DoppelkopfOptionsTest, NamesAreUnique) {
  std::set<std::string> names;
  for (const OptionSpec& option : kOptions) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
  }
}

// ---- Conflicts of options ----

struct ErrorCase {
  const char* id;
  const char* options;
  const char* message;
};
void PrintTo(const ErrorCase& c, std::ostream* out) { *out << c.options; }

constexpr ErrorCase kErrors[] = {
    {"NinesOf40", "deck=40,redeal_nines=on",
     "option redeal_nines=on needs deck=48: 40 cards have no nine"},
    {"NinesOfAPreset", "preset=house,redeal_nines=on", "needs deck=48"},
    {"DeadlineAboveTheHand", "deck=40,deadline_90=11",
     "option deadline_90=11: expected 0..10, the cards of a hand"},
    {"OrderWithoutDulle", "dulle=off,dulle_order=second",
     "option dulle_order=second needs dulle=on"},
    {"CaughtWithoutDulle", "dulle=off,sp_dulle=on",
     "option sp_dulle=on needs dulle=on"},
    {"FoxesWithoutPoverty", "poverty_fox_free=on",
     "option poverty_fox_free=on needs poverty=on"},
    {"TellWithoutPoverty", "preset=house,poverty=off,poverty_tell_trumps=on",
     "option poverty_tell_trumps=on needs poverty=on"},
    {"TooFewDeals", "deals=3",
     "option deals=3 is too few for 4 compulsory solos: expected 4..1000, or "
     "compulsory_solos=0"},
    {"NoSoloToOwe",
     "solo_queens=off,solo_jacks=off,solo_fleshless=off,solo_clubs=off,"
     "solo_spades=off,solo_hearts=off,solo_diamonds=off",
     "option compulsory_solos=1 needs a solo that may be declared"},
};

class DoppelkopfOptionErrorTest : public ::testing::TestWithParam<ErrorCase> {};

TEST_P(DoppelkopfOptionErrorTest, SaysWhatWouldBeRight) {
  EXPECT_THAT(TryRules(GetParam().options),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(Errors, DoppelkopfOptionErrorTest,
                         ::testing::ValuesIn(kErrors), NamedById());

TEST(DoppelkopfOptionsTest, AHouseMayPlayWithoutDulle) {
  EXPECT_THAT(TryRules("preset=house,dulle=off"), IsOk());
  EXPECT_THAT(TryRules("dulle=off,dulle_order=first"), IsOk());
}

TEST(DoppelkopfOptionsTest, FewDealsNeedNoCompulsorySolos) {
  EXPECT_THAT(TryRules("deals=1,compulsory_solos=0"), IsOk());
}

TEST(DoppelkopfOptionsTest, FourSeatsPlay) {
  EXPECT_THAT(Rules::From(3, GameOptions(kOptions)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("doppelkopf is played with 4 seats, not 3")));
}

}  // namespace
}  // namespace arena::doppelkopf
