// Plays random matches of one game and prints them as JSON Lines, for the rules
// in this folder to check. Unlike `arena play` this program announces. It
// prefers quiet actions, so that matches get further than the first bid.
//
//   random_matches GAME SEATS OPTIONS SEED MATCHES
#include <iostream>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/match/table.h"
#include "arena/record/export.h"
#include "arena/record/record.h"

namespace arena {
namespace {

// Every tenth match has faults. In such a match one choice of this many fails.
constexpr uint32_t kFaultEvery = 50;
// One in this many decisions begins with an announcement if one is possible.
constexpr uint32_t kAnnouncementEvery = 4;
// Half of the draws take one of the first actions of the list.
constexpr uint32_t kQuietActions = 3;

Action Draw(const ActionList& actions, Rng& rng) {
  const auto size = static_cast<uint32_t>(actions.size());
  const bool quiet = size > kQuietActions && rng.Below(2) == 0;
  return actions[rng.Below(quiet ? kQuietActions : size)];
}

Seat DrawSeat(SeatSet seats, Rng& rng) {
  uint32_t skipped = rng.Below(static_cast<uint32_t>(seats.size()));
  for (const Seat seat : seats) {
    if (skipped-- == 0) return seat;
  }
  return seats.first();
}

// Draws announcements for the seats to act, before they choose.
void Announce(Table& table, Rng& rng) {
  ActionList possible;
  while (rng.Below(kAnnouncementEvery) == 0) {
    const Seat seat = DrawSeat(table.Owing(), rng);
    if (table.PlayedFor(seat)) return;
    table.state()->Announcements(seat, possible);
    if (possible.empty()) return;
    table
        .Play({.kind = EntryKind::kAnnouncement,
               .seat = seat,
               .action = Draw(possible, rng)})
        .value();
  }
}

void Choose(Table& table, bool faults, Rng& rng) {
  const Seat seat = DrawSeat(table.Owing(), rng);
  MatchEntry entry{.kind = EntryKind::kChoice, .seat = seat};
  const bool fails = faults && rng.Below(kFaultEvery) == 0;
  if (fails) entry.fault = v1::FAULT_KIND_ILLEGAL;
  if (fails || table.PlayedFor(seat)) {
    entry.action = table.state()->Substitute(seat);
  } else {
    ActionList legal;
    table.state()->LegalActions(seat, legal);
    entry.action = Draw(legal, rng);
  }
  table.Play(entry).value();
}

Table Play(const TableConfig& config, bool faults) {
  Table table = Table::Create(config).value();
  Rng rng(DeriveSeed(config.seed, 0));
  while (!table.over()) {
    if (const auto chance = table.NextChance(); chance.has_value()) {
      table.Play(*chance).value();
    } else {
      Announce(table, rng);
      Choose(table, faults, rng);
    }
  }
  return table;
}

absl::Status PlayAll(const std::string& game_name, int seats,
                     const std::string& options, const std::string& seed_text,
                     int matches) {
  ARENA_ASSIGN_OR_RETURN(const Game* game, FindGame(game_name));
  ARENA_RETURN_IF_ERROR(CheckSeats(*game->info, seats));
  ARENA_ASSIGN_OR_RETURN(const GameOptions given,
                         GameOptions::Parse(game->info->options, options));
  ARENA_ASSIGN_OR_RETURN(const Seed seed, ParseSeed(seed_text));
  for (int number = 0; number < matches; ++number) {
    const TableConfig config{game, seats, given,
                             DeriveSeed(seed, static_cast<uint64_t>(number))};
    const Table table = Play(config, /*faults=*/number % 10 == 9);
    MatchNames names;
    names.match_id = absl::StrCat(number);
    ARENA_ASSIGN_OR_RETURN(const std::string text,
                           ExportJsonLines(RecordOf(table, names)));
    std::cout << text;
  }
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  int seats = 0;
  int matches = 0;
  if (argc != 6 || !absl::SimpleAtoi(argv[2], &seats) ||
      !absl::SimpleAtoi(argv[5], &matches)) {
    std::cerr << "usage: random_matches GAME SEATS OPTIONS SEED MATCHES\n";
    return 2;
  }
  const absl::Status status =
      PlayAll(argv[1], seats, argv[3], argv[4], matches);
  if (status.ok()) return 0;
  std::cerr << status.message() << "\n";
  return 2;
}

}  // namespace
}  // namespace arena

int main(int argc, char** argv) { return arena::Main(argc, argv); }
