#include "tests/arena/viewer/records/sets.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"

namespace arena::testing {
namespace {

constexpr const char* kPlayers[] = {"alice", "bob", "carol", "dave"};
constexpr char kSeed[] = "7";
// One choice in so many of alice is her own.
constexpr uint32_t kOwnChoice = 5;

// What is short enough to look at.
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
  // Not the same one all the time: boards would go back and forth.
  return legal[(7 * table.decision()) % count];
}

Record MatchOf(const Game& game, int seats, int rotation) {
  Table table =
      Table::Create({&game, seats,
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

}  // namespace

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

}  // namespace arena::testing
