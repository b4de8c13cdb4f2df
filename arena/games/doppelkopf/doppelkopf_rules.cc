#include "arena/games/doppelkopf/doppelkopf_rules.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::doppelkopf {
namespace {

// Option names, in the order of the contracts and levels that they belong to.
constexpr std::array<const char*, kSolos> kSoloOptions = {
    "solo_queens", "solo_jacks",  "solo_fleshless", "solo_clubs",
    "solo_spades", "solo_hearts", "solo_diamonds"};
constexpr std::array<const char*, kLevels> kDeadlineOptions = {
    "deadline_call", "deadline_90", "deadline_60", "deadline_30",
    "deadline_schwarz"};

// ---- Presets ----

// The announcements of the beginners' course, taken literally.
Rules Text() {
  Rules rules;
  rules.deals = 16;
  rules.compulsory_solos = 0;
  rules.reply = false;
  rules.tie_is_nobodys = true;
  rules.strict_calls = true;
  rules.schwarz_by_augen = true;
  rules.under_without_winner = false;
  rules.miss_points = MissPoints::kEvery30;
  return rules;
}

Rules House() {
  Rules rules;
  rules.hand_cards = 10;
  rules.deals = 16;
  rules.compulsory_solos = 0;
  rules.dulle_order = DulleOrder::kSecondExceptLast;
  rules.sp_karlchen_caught = true;
  rules.solo_lead = SoloLead::kAlways;
  rules.poverty = true;
  rules.redeal_kings = 5;
  return rules;
}

// A Rules object begins with the rules of tournaments, ddv.
Rules PresetNamed(absl::string_view name) {
  if (name == "house") return House();
  if (name == "ddv") return {};
  Rules rules = Text();  // also "seed", its older name
  if (name == "seed40") rules.hand_cards = 10;
  return rules;
}

// ---- Reading ----

// If an option is at `preset`, these functions leave the value alone.
void Read(const GameOptions& options, absl::string_view name, bool& value) {
  const absl::string_view text = options.Choice(name);
  if (text != "preset") value = text == "on";
}

// The values are in the order of the enumerators.
template <typename Enum>
void Read(const GameOptions& options, absl::string_view name,
          std::initializer_list<absl::string_view> texts, Enum& value) {
  const auto it = std::find(texts.begin(), texts.end(), options.Choice(name));
  if (it != texts.end()) value = static_cast<Enum>(it - texts.begin());
}

void ReadMatch(const GameOptions& options, Rules& rules) {
  const absl::string_view deck = options.Choice("deck");
  if (deck != "preset") rules.hand_cards = deck == "48" ? 12 : 10;
  const int64_t deals = options.Int("deals");
  if (deals > 0) rules.deals = static_cast<int16_t>(deals);
  Read(options, "compulsory_solos", {"0", "1"}, rules.compulsory_solos);
}

void ReadContracts(const GameOptions& options, Rules& rules) {
  Read(options, "dulle", rules.dulle);
  Read(options, "dulle_order", {"first", "second", "second_except_last"},
       rules.dulle_order);
  for (int i = 0; i < kSolos; ++i) {
    if (options.Choice(kSoloOptions[i]) == "on") continue;
    rules.solos &= ~(1u << (static_cast<int>(Contract::kQueens) + i));
  }
  Read(options, "solo_lead", {"compulsory_only", "always", "never"},
       rules.solo_lead);
  Read(options, "silent_solo", rules.silent_solo);
  Read(options, "marriage_trick", {"any", "trump", "plain"},
       rules.marriage_trick);
  const bool limited = options.Choice("marriage_limit") == "3";
  rules.marriage_limit = limited ? 3 : rules.hand_cards;
  Read(options, "marriage_shift", rules.marriage_shift);
}

void ReadReservations(const GameOptions& options, Rules& rules) {
  Read(options, "poverty", rules.poverty);
  Read(options, "poverty_fox_free", rules.poverty_fox_free);
  Read(options, "poverty_tell_trumps", rules.poverty_tell_trumps);
  Read(options, "redeal_nines", rules.redeal_nines);
  const absl::string_view kings = options.Choice("redeal_kings");
  if (kings != "preset") {
    rules.redeal_kings = kings == "off" ? 0 : kings.front() - '0';
  }
  // At a house table few trumps are either given to a partner or dealt again.
  if (options.Choice("preset") == "house") rules.redeal_trumps = !rules.poverty;
  Read(options, "redeal_trumps", rules.redeal_trumps);
  Read(options, "redeal_low_trumps", rules.redeal_low_trumps);
  Read(options, "redeal_full", rules.redeal_full);
  rules.max_redeals = static_cast<uint8_t>(options.Int("max_redeals"));
  rules.reservation_steps = options.Choice("reservation_steps") == "1" ? 1 : 2;
}

void ReadAnnouncements(const GameOptions& options, Rules& rules) {
  Read(options, "announce_windows", {"own_turn", "trick", "card"},
       rules.announce_windows);
  for (int i = 0; i < kLevels; ++i) {
    const int64_t given = options.Int(kDeadlineOptions[i]);
    const int64_t usual = rules.hand_cards - 1 - i;
    rules.deadlines[i] = static_cast<uint8_t>(given > 0 ? given : usual);
  }
  Read(options, "reply", rules.reply);
}

void ReadScoring(const GameOptions& options, Rules& rules) {
  Read(options, "tie_both_called", {"kontra", "none"}, rules.tie_is_nobodys);
  Read(options, "plain_call_binding", {"off", "strict"}, rules.strict_calls);
  Read(options, "schwarz_by", {"tricks", "augen"}, rules.schwarz_by_augen);
  Read(options, "under_without_winner", rules.under_without_winner);
  Read(options, "miss_points", {"per_level", "highest_only", "every_30"},
       rules.miss_points);
  Read(options, "call_scoring", {"add2", "double"}, rules.calls_double);
  Read(options, "sp_against_old", rules.sp_against_old);
  Read(options, "sp_doppelkopf", rules.sp_doppelkopf);
  Read(options, "sp_fox", rules.sp_fox);
  Read(options, "sp_karlchen", rules.sp_karlchen);
  Read(options, "sp_karlchen_caught", rules.sp_karlchen_caught);
  Read(options, "sp_fox_last", rules.sp_fox_last);
  Read(options, "sp_heart_trick", rules.sp_heart_trick);
  Read(options, "sp_dulle", rules.sp_dulle);
}

// ---- Combinations ----

absl::Status Bad(const GameOptions& options, absl::string_view name,
                 absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("option ", name, "=", options.Choice(name), " ", why));
}

absl::Status CheckDeck(const GameOptions& options, const Rules& rules) {
  if (rules.redeal_nines && !rules.nines()) {
    return Bad(options, "redeal_nines", "needs deck=48: 40 cards have no nine");
  }
  for (const char* name : kDeadlineOptions) {
    if (options.Int(name) <= rules.hand_cards) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("option ", name, "=", options.Int(name), ": expected 0..",
                     rules.hand_cards, ", the cards of a hand"));
  }
  return absl::OkStatus();
}

absl::Status CheckDulle(const GameOptions& options, const Rules& rules) {
  if (rules.dulle) return absl::OkStatus();
  if (options.Choice("dulle_order") != "preset" &&
      rules.dulle_order != DulleOrder::kFirst) {
    return Bad(options, "dulle_order", "needs dulle=on");
  }
  if (rules.sp_dulle) return Bad(options, "sp_dulle", "needs dulle=on");
  return absl::OkStatus();
}

absl::Status CheckPoverty(const GameOptions& options, const Rules& rules) {
  if (rules.poverty) return absl::OkStatus();
  for (const char* name : {"poverty_fox_free", "poverty_tell_trumps"}) {
    if (options.Choice(name) == "on") {
      return Bad(options, name, "needs poverty=on");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckCompulsorySolos(const Rules& rules) {
  if (rules.compulsory_solos == 0) return absl::OkStatus();
  if (rules.deals < kSeats) {
    return absl::InvalidArgumentError(
        absl::StrCat("option deals=", rules.deals, " is too few for ", kSeats,
                     " compulsory solos: expected ", kSeats, "..", kMaxDeals,
                     ", or compulsory_solos=0"));
  }
  if (rules.solos == 0) {
    return absl::InvalidArgumentError(
        "option compulsory_solos=1 needs a solo that may be declared: one of "
        "the options solo_* on");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Rules> Rules::From(int seats, const GameOptions& options) {
  if (seats != kSeats) {
    return absl::InvalidArgumentError(
        absl::StrCat("doppelkopf is played with 4 seats, not ", seats));
  }
  Rules rules = PresetNamed(options.Choice("preset"));
  ReadMatch(options, rules);
  ReadContracts(options, rules);
  ReadReservations(options, rules);
  ReadAnnouncements(options, rules);
  ReadScoring(options, rules);
  ARENA_RETURN_IF_ERROR(CheckDeck(options, rules));
  ARENA_RETURN_IF_ERROR(CheckDulle(options, rules));
  if (!rules.dulle) rules.dulle_order = DulleOrder::kFirst;
  ARENA_RETURN_IF_ERROR(CheckPoverty(options, rules));
  ARENA_RETURN_IF_ERROR(CheckCompulsorySolos(rules));
  return rules;
}

// Options that are at `preset` or at 0 get the value that the rules have.
GameOptions Rules::Resolve(int seats, GameOptions options) {
  const absl::StatusOr<Rules> known = From(seats, options);
  ARENA_CHECK(known.ok(), known.status().message());
  const Rules& rules = *known;
  const auto give = [&](const char* name, absl::string_view value) {
    options.Give(name, value);
  };
  const auto give_switch = [&](const char* name, bool on) {
    give(name, on ? "on" : "off");
  };
  const auto give_number = [&](const char* name, int number) {
    give(name, absl::StrCat(number));
  };
  constexpr std::array kDulleOrders = {"first", "second", "second_except_last"};
  constexpr std::array kSoloLeads = {"compulsory_only", "always", "never"};
  constexpr std::array kMissPoints = {"per_level", "highest_only", "every_30"};
  give("deck", rules.nines() ? "48" : "40");
  give_number("deals", rules.deals);
  give_number("compulsory_solos", rules.compulsory_solos);
  give("dulle_order", kDulleOrders[static_cast<size_t>(rules.dulle_order)]);
  give("solo_lead", kSoloLeads[static_cast<size_t>(rules.solo_lead)]);
  give_switch("poverty", rules.poverty);
  give("redeal_kings",
       rules.redeal_kings == 0 ? "off" : absl::StrCat(int{rules.redeal_kings}));
  give_switch("redeal_trumps", rules.redeal_trumps);
  for (int i = 0; i < kLevels; ++i) {
    give_number(kDeadlineOptions[i], rules.deadlines[i]);
  }
  give_switch("reply", rules.reply);
  give("tie_both_called", rules.tie_is_nobodys ? "none" : "kontra");
  give("plain_call_binding", rules.strict_calls ? "strict" : "off");
  give("schwarz_by", rules.schwarz_by_augen ? "augen" : "tricks");
  give_switch("under_without_winner", rules.under_without_winner);
  give("miss_points", kMissPoints[static_cast<size_t>(rules.miss_points)]);
  give_switch("sp_karlchen_caught", rules.sp_karlchen_caught);
  return options;
}

}  // namespace arena::doppelkopf
