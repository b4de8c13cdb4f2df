#include "arena/competition/planning/spec.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/change_log.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/competition/planning/field.h"
#include "arena/competition/planning/formats.h"
#include "arena/competition/planning/openings.h"
#include "arena/core/check.h"
#include "arena/core/text.h"
#include "arena/match/clock.h"
#include "arena/match/isolation.h"
#include "arena/match/player.h"

namespace arena::competition {
namespace {

constexpr uint32_t kDefaultMaxFaults = 3;
constexpr uint32_t kDefaultConcurrentSets = 64;
constexpr uint32_t kDefaultBenchFaults = 10;
// Limits that only a mistake exceeds. For a ladder, which may also have no end.
constexpr uint32_t kMostMaxSets = 10'000'000;
constexpr uint32_t kMostRounds = 1000;
constexpr uint32_t kMostConcurrentSets = 1'000'000;
constexpr uint32_t kMostPerMinute = 1'000'000;
constexpr double kMostSetsInAll = 1'000'000;
// Each takes some 200 bytes, and a response of the referee holds all of them.
constexpr int kMostEntrants = 10'000;

// The part of an entrant that must be unique: its players, unless all are
// built in. A bot may belong to several pairs, but no two pairs are the same.
std::string Identity(const v1::Entrant& entrant) {
  std::string bots;
  bool any_bot = false;
  for (const v1::SeatSpec& player : entrant.players()) {
    any_bot = any_bot || player.has_bot();
    absl::StrAppend(&bots, bots.empty() ? "" : "+",
                    NameOfPlayer(player));
  }
  return any_bot ? bots : "";
}

absl::Status CheckPlayers(const GameForm& form, const v1::Entrant& entrant,
                          absl::string_view field) {
  const int count = entrant.players_size();
  if (count != 1 && count != 2) {
    return Wrong(field, ".players has ", count,
                 " players; expected 1, or 2 for a pair");
  }
  if (count == 2 && !form.partnerships()) {
    return Wrong(field, " (\"", entrant.name(), "\") is a pair, but ",
                 form.game->info->name, " with ", form.seats,
                 " seats and these options has no partnerships of two seats; "
                 "expected one player");
  }
  for (int i = 0; i < count; ++i) {
    ARENA_RETURN_IF_ERROR(
        CheckSeatSpec(absl::StrCat(field, ".players[", i, "]"),
                      entrant.players(i), *form.game));
  }
  return absl::OkStatus();
}

// Checks an entrant without regard to the others.
absl::Status CheckAlone(const GameForm& form, const v1::Entrant& entrant,
                        absl::string_view field) {
  ARENA_RETURN_IF_ERROR(
      CheckName(absl::StrCat(field, ".name"), entrant.name(), "._+-"));
  if (!entrant.program().empty()) {
    ARENA_RETURN_IF_ERROR(
        CheckName(absl::StrCat(field, ".program"), entrant.program()));
  }
  return CheckPlayers(form, entrant, field);
}

absl::Status CheckEntrants(const v1::CompetitionSpec& spec,
                           const GameForm& form) {
  // There may be thousands, so no two of them are compared unless they clash.
  std::set<std::string> names;
  std::set<std::string> identities;
  for (int i = 0; i < spec.entrants_size(); ++i) {
    const v1::Entrant& entrant = spec.entrants(i);
    const std::string identity = Identity(entrant);
    const bool clashes =
        i >= kMostEntrants || !names.insert(entrant.name()).second ||
        entrant.players_size() != spec.entrants(0).players_size() ||
        (!identity.empty() && !identities.insert(identity).second);
    const std::string field = absl::StrCat("entrants[", i, "]");
    if (!clashes) {
      ARENA_RETURN_IF_ERROR(CheckAlone(form, entrant, field));
      continue;
    }
    v1::CompetitionSpec before;
    for (int j = 0; j < i; ++j) *before.add_entrants() = spec.entrants(j);
    ARENA_RETURN_IF_ERROR(CheckEntrant(before, form, entrant, field));
  }
  // If there are fewer entrants than sides, all of them meet in every match.
  const int needed = FormatOf(spec).small ? 2 : form.side_count();
  if (spec.entrants_size() >= needed) return absl::OkStatus();
  return Wrong("entrants has ", spec.entrants_size(), "; ",
               form.game->info->name, " with ", form.seats,
               " seats and these options has ", form.side_count(),
               " sides; expected at least ", needed,
               form.seats > form.game->info->min_seats ? ", or fewer seats"
                                                       : "");
}

absl::Status CheckAnchor(const v1::CompetitionSpec& spec) {
  if (spec.anchor().empty() || AnchorOf(spec).has_value()) {
    return absl::OkStatus();
  }
  constexpr size_t kMostNames = 5;
  std::vector<std::string> names;
  for (const v1::Entrant& entrant : spec.entrants()) {
    names.push_back(names.size() < kMostNames ? entrant.name() : "...");
    if (names.size() > kMostNames) break;
  }
  return Wrong("anchor is \"", Shortened(Printable(spec.anchor())),
               "\", which is no entrant; expected one of ",
               absl::StrJoin(names, ", "), ", or none");
}

// Fields that belong to one format.
absl::Status CheckFormat(v1::CompetitionSpec& spec, const GameForm& form) {
  const std::string format = v1::Format_Name(spec.format());
  const FormatInfo& info = FormatOf(spec);
  if (info.make == nullptr) {
    return Wrong("format is ", static_cast<int>(spec.format()), "; expected ",
                 FormatNames([](const FormatInfo&) { return true; }));
  }
  if (info.two_sides && form.side_count() != 2) {
    return Wrong("format is ", format, ", which needs two sides; ",
                 form.game->info->name, " with ", form.seats,
                 " seats and these options has ", form.side_count(),
                 "; expected e.g. FORMAT_SWISS");
  }
  if (!info.asks_rounds && spec.rounds() != 0) {
    return Wrong(
        "rounds is ", spec.rounds(), "; only ",
        FormatNames([](const FormatInfo& other) { return other.asks_rounds; }),
        " has rounds, so expected none with ", format);
  }
  if (!info.endless && spec.max_sets() != 0) {
    return Wrong(
        "max_sets is ", spec.max_sets(), "; only ",
        FormatNames([](const FormatInfo& other) { return other.endless; }),
        " has it, so expected none with ", format);
  }
  if (spec.max_sets() > kMostMaxSets) {
    return Wrong("max_sets is ", spec.max_sets(), "; expected at most ",
                 kMostMaxSets, ", or 0 for a ladder without end");
  }
  if (spec.rounds() > kMostRounds) {
    return Wrong("rounds is ", spec.rounds(), "; expected at most ",
                 kMostRounds);
  }
  if (info.asks_rounds && spec.rounds() == 0) {
    const auto entrants = static_cast<uint32_t>(spec.entrants_size());
    spec.set_rounds(std::bit_width(entrants - 1));
  }
  return absl::OkStatus();
}

absl::Status CheckDeals(const v1::CompetitionSpec& spec) {
  const std::string deals = v1::Deals_Name(spec.deals());
  if (deals.empty()) {
    return Wrong("deals is ", static_cast<int>(spec.deals()),
                 "; expected DEALS_DUPLICATE, DEALS_INDEPENDENT or "
                 "DEALS_FIELD");
  }
  if (spec.independent_deals() && DealsOf(spec) != v1::DEALS_INDEPENDENT) {
    return Wrong("deals is ", deals,
                 " and independent_deals is true, which means "
                 "DEALS_INDEPENDENT; expected only one of them");
  }
  return absl::OkStatus();
}

// Matches of a duplicate set.
uint32_t Rotations(const v1::CompetitionSpec& spec, const GameForm& form) {
  return static_cast<uint32_t>(
      DuplicateOrders(form.side_count(), EncounterSize(spec, form)).size());
}

absl::Status CheckSwapPairs(const v1::CompetitionSpec& spec,
                            const GameForm& form) {
  if (!spec.swap_pairs()) return absl::OkStatus();
  if (EncounterSize(spec, form) != 2) {
    return Wrong("swap_pairs is set, but ", EncounterSize(spec, form),
                 " entrants meet in a match; expected it only where two meet");
  }
  if (DealsOf(spec) != v1::DEALS_DUPLICATE) {
    return Wrong("swap_pairs is set, but deals is ",
                 v1::Deals_Name(DealsOf(spec)),
                 "; expected it only with DEALS_DUPLICATE");
  }
  return absl::OkStatus();
}

absl::Status CheckSize(const v1::CompetitionSpec& spec, const GameForm& form) {
  const double sets =
      FormatOf(spec).encounters(spec, form) * SetsPerEncounter(spec, form);
  if (sets <= kMostSetsInAll) return absl::OkStatus();
  return Wrong("entrants has ", spec.entrants_size(), " and sets is ",
               spec.sets(), ", which makes about ", static_cast<int64_t>(sets),
               " sets; expected at most ", static_cast<int64_t>(kMostSetsInAll),
               ": fewer of them, or FORMAT_SWISS or FORMAT_LADDER");
}

absl::Status FillClock(v1::CompetitionSpec& spec) {
  if (!spec.has_clock()) return absl::OkStatus();
  const absl::StatusOr<ClockSettings> clock = ClockFromMessage(spec.clock());
  if (!clock.ok()) return Wrong("clock: ", clock.status().message());
  ClockToMessage(*clock, *spec.mutable_clock());
  return absl::OkStatus();
}

absl::Status FillCounts(v1::CompetitionSpec& spec) {
  if (spec.sets() == 0) spec.set_sets(1);
  if (spec.max_faults() == 0) spec.set_max_faults(kDefaultMaxFaults);
  if (spec.bench_faults() == 0) spec.set_bench_faults(kDefaultBenchFaults);
  if (spec.concurrent_sets() == 0) {
    spec.set_concurrent_sets(kDefaultConcurrentSets);
  }
  if (spec.sets() > kMostSets) {
    return Wrong("sets is ", spec.sets(), "; expected at most ", kMostSets);
  }
  if (spec.max_faults() > 1'000'000) {
    return Wrong("max_faults is ", spec.max_faults(),
                 "; expected at most 1000000");
  }
  if (spec.max_matches_per_minute() > kMostPerMinute) {
    return Wrong("max_matches_per_minute is ", spec.max_matches_per_minute(),
                 "; expected at most ", kMostPerMinute, ", or 0 for no limit");
  }
  if (spec.concurrent_sets() > kMostConcurrentSets) {
    return Wrong("concurrent_sets is ", spec.concurrent_sets(),
                 "; expected at most ", kMostConcurrentSets);
  }
  return absl::OkStatus();
}

// Whether matches have random cards or draws that a player could remember.
bool HasLuck(const v1::CompetitionSpec& spec) {
  const absl::StatusOr<GameForm> form = FormOf(spec);
  if (!form.ok()) return true;
  const GameInfo& info = *form->game->info;
  return info.hidden || (info.chance && !HasOpenings(*form->game));
}

}  // namespace

absl::Status CheckEntrant(const v1::CompetitionSpec& spec, const GameForm& form,
                          const v1::Entrant& entrant, absl::string_view field) {
  if (spec.entrants_size() >= kMostEntrants) {
    return Wrong(field, " is one entrant too many; expected at most ",
                 kMostEntrants);
  }
  ARENA_RETURN_IF_ERROR(CheckAlone(form, entrant, field));
  const std::string identity = Identity(entrant);
  for (const v1::Entrant& other : spec.entrants()) {
    if (other.name() == entrant.name()) {
      return Wrong(field, ".name is \"", entrant.name(),
                   "\", which another entrant has; expected unique names");
    }
    if (other.players_size() != entrant.players_size()) {
      return Wrong(field, " (\"", entrant.name(), "\") has ",
                   entrant.players_size(), " players and \"", other.name(),
                   "\" has ", other.players_size(),
                   "; expected only single players or only pairs");
    }
    if (!identity.empty() && identity == Identity(other)) {
      return Wrong(field, " (\"", entrant.name(), "\") is ", identity,
                   ", as is \"", other.name(),
                   "\"; expected every bot once (or in different pairs)");
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<v1::CompetitionSpec> Complete(v1::CompetitionSpec spec) {
  ARENA_RETURN_IF_ERROR(CheckName("name", spec.name()));
  if (!spec.tournament().empty()) {
    ARENA_RETURN_IF_ERROR(CheckName("tournament", spec.tournament()));
  }
  ARENA_ASSIGN_OR_RETURN(const GameForm form, FormOf(spec));
  spec.set_seats(static_cast<uint32_t>(form.seats));
  ARENA_ASSIGN_OR_RETURN(const v1::Isolation isolation,
                         IsolationInEffect(spec.isolation(), *form.game->info));
  spec.set_isolation(isolation);
  *spec.mutable_options() = {form.options.given().begin(),
                             form.options.given().end()};
  ARENA_RETURN_IF_ERROR(FillClock(spec));
  if (!spec.seed().empty() && spec.seed().size() != sizeof(Seed)) {
    return Wrong("seed has ", spec.seed().size(), " bytes; expected ",
                 sizeof(Seed), " or none");
  }
  ARENA_RETURN_IF_ERROR(CheckEntrants(spec, form));
  ARENA_RETURN_IF_ERROR(CheckAnchor(spec));
  ARENA_RETURN_IF_ERROR(FillCounts(spec));
  ARENA_RETURN_IF_ERROR(CheckFormat(spec, form));
  ARENA_RETURN_IF_ERROR(CheckDeals(spec));
  ARENA_RETURN_IF_ERROR(CompleteField(spec, form));
  ARENA_RETURN_IF_ERROR(CheckSwapPairs(spec, form));
  ARENA_RETURN_IF_ERROR(CheckSize(spec, form));
  ARENA_RETURN_IF_ERROR(CheckChanges(spec));
  return spec;
}

v1::Deals DealsOf(const v1::CompetitionSpec& spec) {
  if (spec.deals() != v1::DEALS_UNSPECIFIED) return spec.deals();
  return spec.independent_deals() ? v1::DEALS_INDEPENDENT
                                  : v1::DEALS_DUPLICATE;
}

v1::Deals DefaultDeals(const v1::CompetitionSpec& spec) {
  const bool bots =
      FormatOf(spec).endless ||
      absl::c_any_of(spec.entrants(), [](const v1::Entrant& entrant) {
        return absl::c_any_of(
            entrant.players(),
            [](const v1::SeatSpec& player) { return player.has_bot(); });
      });
  return (bots && HasLuck(spec)) || spec.independent_deals()
             ? v1::DEALS_INDEPENDENT
             : v1::DEALS_DUPLICATE;
}

void SetDeals(v1::Deals deals, v1::CompetitionSpec& spec) {
  spec.set_deals(deals);
  spec.set_independent_deals(deals == v1::DEALS_INDEPENDENT);
}

std::string DefaultAnchor(const v1::CompetitionSpec& spec) {
  if (!FormatOf(spec).endless) return "";
  for (const v1::Entrant& entrant : spec.entrants()) {
    const bool greedy =
        absl::c_all_of(entrant.players(), [](const v1::SeatSpec& player) {
          return player.built_in() == "greedy";
        });
    if (greedy) return entrant.name();
  }
  return "";
}

std::optional<int> AnchorOf(const v1::CompetitionSpec& spec) {
  if (spec.anchor().empty()) return std::nullopt;
  for (int i = 0; i < spec.entrants_size(); ++i) {
    if (spec.entrants(i).name() == spec.anchor()) return i;
  }
  return std::nullopt;
}

uint32_t SetsPerEncounter(const v1::CompetitionSpec& spec,
                          const GameForm& form) {
  const bool one_match =
      IsField(spec) || DealsOf(spec) == v1::DEALS_INDEPENDENT;
  return spec.sets() * (one_match ? Rotations(spec, form) : 1);
}

uint32_t MatchesPerSet(const v1::CompetitionSpec& spec, const GameForm& form) {
  if (IsField(spec)) return spec.tables();
  if (spec.swap_pairs()) return 2;
  const bool independent = DealsOf(spec) == v1::DEALS_INDEPENDENT;
  return independent ? 1 : Rotations(spec, form);
}

int EncounterSize(const v1::CompetitionSpec& spec, const GameForm& form) {
  return std::min(spec.entrants_size(), form.side_count());
}

}  // namespace arena::competition
