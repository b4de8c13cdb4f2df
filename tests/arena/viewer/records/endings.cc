#include "tests/arena/viewer/records/endings.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/match/clock.h"
#include "tests/arena/record/random_match.h"

namespace arena::testing {
namespace {

const Game& Named(const char* name) { return **FindGame(name); }

GoldenMatch Timed(std::string name, Record record) {
  v1::Clock& clock = *record.header.mutable_clock();
  ToMessage(absl::Seconds(1), *clock.mutable_start_budget());
  ToMessage(absl::Milliseconds(10), *clock.mutable_allowance());
  ToMessage(absl::Seconds(60), *clock.mutable_bank());
  return {"endings/" + name, std::move(record)};
}

// A match that an entry ends after some decisions; with none, before it begins.
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
      "<img src=x onerror=attacked()>",
      "</script><script>attacked()</script>",
      "\u202Eesrever <b>\u202C\" onclick=\"attacked()",
      "a_name_that_is_much_too_long_for_any_chip_or_table_of_the_page_0123456"};
  for (int seat = 0; seat < 4; ++seat) {
    record.header.set_players(seat, names[seat]);
  }
  record.header.set_label("'><svg onload=attacked()>${attacked()}");
  return record;
}

}  // namespace

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
  // More than 3,000 plies.
  matches.push_back({"long/doppelkopf", RandomRecord({.game = &Named("doppelkopf"),
                                                      .seats = 4,
                                                      .options = "deals=32"})});
  // A glance at every game: short matches are checked much faster.
  for (const Game& game : AllGames()) {
    matches.push_back({absl::StrCat("short/", game.info->name),
                       RandomRecord({.game = &game,
                                     .seats = game.info->default_seats,
                                     .announcement_every = 3,
                                     .cancel_after = 25})});
  }
  return matches;
}

}  // namespace arena::testing
