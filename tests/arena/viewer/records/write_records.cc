// Writes records for the tests of the viewer: write_viewer_records FOLDER.
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/match/clock.h"
#include "arena/record/file.h"
#include "tests/arena/record/golden.h"
#include "tests/arena/record/random_match.h"

namespace arena::testing {
namespace {

constexpr const char* kPlayers[] = {"alice", "bob", "carol", "dave"};
constexpr char kSeed[] = "7";
// One of so many choices of alice is her own.
constexpr uint32_t kOwnChoice = 5;

// Options that make a match short enough to look at.
std::string OptionsFor(const std::string& game) {
  if (game == "octrix") return "target=30";
  if (game == "doppelkopf") return "deals=4";
  if (game == "seconds") return "deals=7";
  return "";
}

Action ChoiceOf(const Table& table, Seat seat, bool alice, Rng& rng) {
  ActionList legal;
  table.state()->LegalActions(seat, legal);
  const auto count = static_cast<uint32_t>(legal.size());
  if (alice && rng.Below(kOwnChoice) == 0) return legal[rng.Below(count)];
  // The same choice every time would move boards back and forth.
  return legal[(7 * table.decision()) % count];
}

Record MatchOf(const Game& game, int seats, int rotation) {
  Table table = Table::Create({&game, seats,
                               GameOptions::Parse(game.info->options,
                                                  OptionsFor(game.info->name))
                                   .value(),
                               ParseSeed(kSeed).value()})
                    .value();
  Rng rng(absl::StrCat("alice ", rotation));
  while (!table.over()) {
    if (const auto chance = table.NextChance(); chance.has_value()) {
      table.Play(*chance).value();
      continue;
    }
    const Seat seat = table.Owing().first();
    const bool alice = (seat + rotation) % seats == 0;
    table
        .Play({.kind = EntryKind::kChoice,
               .seat = seat,
               .action = ChoiceOf(table, seat, alice, rng),
               .charged = absl::Milliseconds(rng.Below(90))})
        .value();
  }
  MatchNames names;
  for (int seat = 0; seat < seats; ++seat) {
    names.players.push_back(kPlayers[(seat + rotation) % seats]);
  }
  names.match_id = absl::StrCat("set-", game.info->name, "-", rotation + 1);
  return RecordOf(table, names);
}

// A duplicate set of every game, "sets/<game>-1" and so on: as many matches as
// seats. In each match the players sit one seat further. All players act alike
// but alice, who sometimes does something else. So the matches part at her
// seat.
std::vector<GoldenMatch> DuplicateSets() {
  std::vector<GoldenMatch> matches;
  for (const Game& game : AllGames()) {
    const int seats = game.info->default_seats;
    for (int rotation = 0; rotation < seats; ++rotation) {
      matches.push_back(
          {absl::StrCat("sets/", game.info->name, "-", rotation + 1),
           MatchOf(game, seats, rotation)});
    }
  }
  return matches;
}

const Game& Named(const char* name) { return **FindGame(name); }

GoldenMatch Timed(std::string name, Record record) {
  v1::Clock& clock = *record.header.mutable_clock();
  ToMessage(absl::Seconds(1), *clock.mutable_start_budget());
  ToMessage(absl::Milliseconds(10), *clock.mutable_allowance());
  ToMessage(absl::Seconds(60), *clock.mutable_bank());
  return {"endings/" + name, std::move(record)};
}

// A match that an entry ends after some decisions; with none, before its start.
Record Ending(const Game& game, int seats, const MatchEntry& end,
              uint32_t decisions) {
  const Table cancelled =
      PlayRandomMatch({.game = &game,
                       .seats = seats,
                       .max_milliseconds = 40,
                       .cancel_after = decisions == 0 ? 1 : decisions});
  Table table = Table::Create(cancelled.config()).value();
  for (const MatchEntry& entry : cancelled.entries()) {
    if (entry.kind == EntryKind::kCancel || decisions == 0) break;
    table.Play(entry).value();
  }
  table.Play(end).value();
  MatchNames names;
  names.players = {"alice", "bob", "carol", "dave"};
  return RecordOf(table, names);
}

Record WithHostileNames() {
  Record record =
      RandomRecord({.game = &Named("octrix"), .seats = 4, .cancel_after = 12});
  const char* names[] = {
      "<img src=x onerror=attacked()>", "</script><script>attacked()</script>",
      "\u202Eesrever <b>\u202C\" onclick=\"attacked()",
      "a_name_that_is_much_too_long_for_any_chip_or_table_of_the_page_0123456"};
  for (int seat = 0; seat < 4; ++seat) {
    record.header.set_players(seat, names[seat]);
  }
  record.header.set_label("'><svg onload=attacked()>${attacked()}");
  return record;
}

// Matches with faults, times and substitutes; ended by forfeit, by the referee
// and on request; ended before they began; and with names that attack a page.
std::vector<GoldenMatch> Endings() {
  std::vector<GoldenMatch> matches;
  const auto add = [&](const char* name, Record record) {
    matches.push_back(Timed(name, std::move(record)));
  };
  add("forfeit", Ending(Named("ordo"), 2,
                        {.kind = EntryKind::kFault,
                         .fault = v1::FAULT_KIND_LATE,
                         .seat = 1,
                         .charged = absl::Milliseconds(60010)},
                        9));
  add("referee", Ending(Named("ordo"), 2, {.kind = EntryKind::kAbandon}, 5));
  add("cancelled",
      Ending(Named("seconds"), 4, {.kind = EntryKind::kCancel}, 40));
  add("unready", Ending(Named("octrix"), 2,
                        {.kind = EntryKind::kFault,
                         .fault = v1::FAULT_KIND_NOT_READY,
                         .seat = 1},
                        0));
  add("substitutes", RandomRecord({.game = &Named("octrix"),
                                   .seats = 3,
                                   .fault_every = 12,
                                   .max_milliseconds = 900}));
  add("doppelkopf", RandomRecord({.game = &Named("doppelkopf"),
                                  .seats = 4,
                                  .options = "deals=24",
                                  .announcement_every = 3,
                                  .max_milliseconds = 400}));
  add("signs", RandomRecord({.game = &Named("ordago"),
                             .seats = 4,
                             .options = "table_talk=public_codes",
                             .announcement_every = 2}));
  add("hostile", WithHostileNames());
  // This match has more than 3,000 plies.
  matches.push_back(
      {"long/doppelkopf",
       RandomRecord(
           {.game = &Named("doppelkopf"), .seats = 4, .options = "deals=32"})});
  // A short match of every game, which is checked much faster.
  for (const Game& game : AllGames()) {
    matches.push_back({absl::StrCat("short/", game.info->name),
                       RandomRecord({.game = &game,
                                     .seats = game.info->default_seats,
                                     .announcement_every = 3,
                                     .cancel_after = 25})});
  }
  return matches;
}

absl::Status Write(const std::filesystem::path& folder,
                   const std::vector<GoldenMatch>& matches) {
  for (const GoldenMatch& match : matches) {
    const std::filesystem::path path = folder / (match.name + ".record");
    std::filesystem::create_directories(path.parent_path());
    ARENA_ASSIGN_OR_RETURN(const std::string bytes, WriteRecord(match.record));
    ARENA_RETURN_IF_ERROR(WriteFileAtomically(path.string(), bytes));
  }
  return absl::OkStatus();
}

absl::Status WriteAll(const std::filesystem::path& folder) {
  ARENA_RETURN_IF_ERROR(Write(folder, GoldenMatches()));
  ARENA_RETURN_IF_ERROR(Write(folder, Endings()));
  return Write(folder, DuplicateSets());
}

}  // namespace
}  // namespace arena::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_viewer_records FOLDER\n";
    return 2;
  }
  const absl::Status status = arena::testing::WriteAll(argv[1]);
  if (!status.ok()) std::cerr << status << "\n";
  return status.ok() ? 0 : 1;
}
