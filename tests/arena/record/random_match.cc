#include "tests/arena/record/random_match.h"

#include "arena/core/check.h"

namespace arena::testing {
namespace {

// True once in n draws; never for n = 0.
bool OneIn(uint32_t n, Rng& rng) { return n > 0 && rng.Below(n) == 0; }

MatchEntry RandomChoice(const RandomMatch& match, const Table& table,
                        Rng& rng) {
  const Seat seat = table.Owing().first();
  MatchEntry entry{.kind = EntryKind::kChoice, .seat = seat};
  const bool fails = match.seats > 2 && OneIn(match.fault_every, rng);
  if (fails) entry.fault = v1::FAULT_KIND_ILLEGAL;
  if (fails || table.PlayedFor(seat)) {
    entry.action = table.state()->Substitute(seat);
  } else {
    ActionList legal;
    table.state()->LegalActions(seat, legal);
    entry.action = legal[rng.Below(static_cast<uint32_t>(legal.size()))];
  }
  if (match.max_milliseconds > 0) {
    entry.charged = absl::Milliseconds(rng.Below(match.max_milliseconds + 1));
  }
  return entry;
}

void Announce(const RandomMatch& match, Table& table, Rng& rng) {
  const auto seat =
      static_cast<Seat>(rng.Below(static_cast<uint32_t>(match.seats)));
  ActionList possible;
  table.state()->Announcements(seat, possible);
  if (possible.empty()) return;
  table
      .Play({.kind = EntryKind::kAnnouncement,
             .seat = seat,
             .action = possible[0]})
      .value();
}

}  // namespace

std::vector<Game> GamesOfTests() {
  std::vector<Game> games(AllGames().begin(), AllGames().end());
  games.push_back(tally::kGame);
  return games;
}

Table PlayRandomMatch(const RandomMatch& match) {
  Table table =
      Table::Create(
          {match.game, match.seats,
           GameOptions::Parse(match.game->info->options, match.options).value(),
           ParseSeed(match.seed).value()})
          .value();
  Rng rng(match.seed);
  while (!table.over()) {
    if (const auto chance = table.NextChance(); chance.has_value()) {
      table.Play(*chance).value();
    } else if (match.cancel_after > 0 &&
               table.decision() > match.cancel_after) {
      table.Play({.kind = EntryKind::kCancel}).value();
    } else {
      if (OneIn(match.announcement_every, rng)) Announce(match, table, rng);
      table.Play(RandomChoice(match, table, rng)).value();
    }
  }
  return table;
}

Record RandomRecord(const RandomMatch& match) {
  return RecordOf(PlayRandomMatch(match),
                  {.players = {"alice", "bob", "carol", "dave"},
                   .match_id = "m-1",
                   .label = "test",
                   .clock = std::nullopt,
                   .private_seeds = {}});
}

}  // namespace arena::testing
