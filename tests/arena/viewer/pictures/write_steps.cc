// Plays matches of the card games and writes their steps, for the tests of
// their pictures: write_steps FOLDER.
//
// Each file is a match: {"match": Match, "views": {"table": [MatchStep],
// "public": [...], "0": [...]}}, as protobuf's JSON.
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"
#include "arena/record/file.h"
#include "arena/record/record.h"
#include "arena/record/replay.h"
#include "arena/v1/match_service.pb.h"
#include "tests/testing/game_checks.h"

namespace arena::testing {
namespace {

// Names that may break out of a careless page.
constexpr std::array<absl::string_view, kMaxSeats> kPlayers = {
    "<img src=x onerror=\"window.broken=1\">",
    "a-name-that-is-as-long-as-a-bot-may-have-in-this-arena-and-more",
    "\u202e</script><script>window.broken=2</script>", "d&amp;ve"};

// A match to play, and the part of it that is written.
struct Wanted {
  GameSetup setup;
  std::string name;
  // The number of decisions after which the match is cancelled; 0 for never.
  uint32_t decisions = 0;
  // One step of the table in this many is written, and a third of them for the
  // other views. Steps with which a deal ends are written, too.
  uint32_t stride = 1;
  std::vector<View> views = {};
  // One choice in this many is random. The others are the game's suggestion.
  uint32_t random_every = 4;
  // The beginning of the text of an action that is seldom suggested. The action
  // is chosen whenever it is legal.
  absl::string_view preferred = "";
  std::string seed = {};
};

MatchEntry ChoiceOf(const Wanted& wanted, const Table& table, Rng& rng) {
  const Seat seat = table.Owing().first();
  MatchEntry entry{.kind = EntryKind::kChoice, .seat = seat};
  const absl::Span<const Action> legal = table.Legal(seat);
  for (const Action action : legal) {
    const std::string text = table.state()->ActionToString(seat, action);
    if (wanted.preferred.empty() ||
        !absl::StartsWith(text, wanted.preferred)) {
      continue;
    }
    entry.action = action;
    return entry;
  }
  const bool at_random = rng.Below(wanted.random_every) == 0;
  entry.action = at_random
                     ? legal[rng.Below(static_cast<uint32_t>(legal.size()))]
                     : table.state()->Suggest(seat);
  return entry;
}

void Announce(Table& table, Rng& rng) {
  const auto seats = static_cast<uint32_t>(table.config().seats);
  const auto seat = static_cast<Seat>(rng.Below(seats));
  const absl::Span<const Action> possible = table.Announceable(seat);
  if (possible.empty()) return;
  const auto index = rng.Below(static_cast<uint32_t>(possible.size()));
  table
      .Play({.kind = EntryKind::kAnnouncement,
             .seat = seat,
             .action = possible[index]})
      .value();
}

Record Play(const Wanted& wanted) {
  const GameSetup& setup = wanted.setup;
  Table table = Table::Create({setup.game, setup.seats, setup.options,
                               ParseSeed(wanted.seed).value()})
                    .value();
  Rng rng(wanted.seed);
  while (!table.over()) {
    if (const auto next = table.NextChance(); next.has_value()) {
      table.Play(*next).value();
    } else if (wanted.decisions > 0 && table.decision() > wanted.decisions) {
      table.Play({.kind = EntryKind::kCancel}).value();
    } else {
      if (rng.Below(4) == 0) Announce(table, rng);
      table.Play(ChoiceOf(wanted, table, rng)).value();
    }
  }
  MatchNames names;
  names.players = {kPlayers.begin(), kPlayers.begin() + setup.seats};
  names.match_id = wanted.name;
  return RecordOf(table, names);
}

template <typename Message>
std::string JsonOf(const Message& message) {
  std::string json;
  const auto status =
      google::protobuf::util::MessageToJsonString(message, &json);
  ARENA_CHECK(status.ok(), status.ToString());
  return json;
}

std::string MatchJson(const Wanted& wanted, const Record& record) {
  v1::Match match;
  match.set_match_id(wanted.name);
  match.set_game(wanted.setup.game->info->name);
  for (const auto& [name, value] : wanted.setup.options.values()) {
    (*match.mutable_options())[name] = value;
  }
  for (int seat = 0; seat < wanted.setup.seats; ++seat) {
    match.add_seats()->set_bot("bot");
    match.add_players()->set_name(std::string(kPlayers[seat]));
  }
  *match.mutable_result() = record.result;
  return JsonOf(match);
}

std::string ViewName(View view) {
  if (!view.has_value()) return "table";
  return *view == kSpectator ? "public" : absl::StrCat(*view);
}

std::string StepsJson(const Wanted& wanted, const Record& record, View view) {
  StepReplay replay = StepReplay::Create(record, view).value();
  std::vector<std::string> steps;
  while (const auto step = replay.Next().value()) {
    const bool ends = std::any_of(
        step->marks().begin(), step->marks().end(), [](const int mark) {
          return mark == v1::STEP_MARK_DEAL_END ||
                 mark == v1::STEP_MARK_SHOWDOWN;
        });
    const uint32_t stride = wanted.stride * (view.has_value() ? 3 : 1);
    if (ends || step->step() % stride == 0) {
      steps.push_back(JsonOf(*step));
    }
  }
  return absl::StrCat("\"", ViewName(view), "\":[", absl::StrJoin(steps, ",\n"),
                      "]");
}

void Write(const std::filesystem::path& folder, const Wanted& wanted) {
  const Record record = Play(wanted);
  std::vector<std::string> views;
  for (const View view : wanted.views) {
    views.push_back(StepsJson(wanted, record, view));
  }
  const absl::Status status = WriteFileAtomically(
      folder / (wanted.name + ".json"),
      absl::StrCat("{\"match\":", MatchJson(wanted, record), ",\n\"views\":{",
                   absl::StrJoin(views, ",\n"), "}}\n"));
  ARENA_CHECK(status.ok(), status.message());
}

// ---- The matches ----

std::vector<View> AllViews(int seats) {
  std::vector<View> views = {kTableView, kSpectator};
  for (Seat seat = 0; seat < seats; ++seat) views.push_back(seat);
  return views;
}

// A match with these options, with every step of the table.
Wanted Whole(absl::string_view game_name, int seats, const std::string& text,
             const std::string& name) {
  const Game* game = FindGame(game_name).value();
  return {.setup = {game, seats,
                    GameOptions::Parse(game->info->options, text).value()},
          .name = name,
          .views = AllViews(seats),
          .random_every = 12,
          .seed = name};
}

// The same match with an action that is chosen whenever it is legal, and fewer
// steps.
Wanted Whole(absl::string_view game_name, const std::string& text,
             const std::string& name, absl::string_view preferred,
             const std::string& seed) {
  Wanted wanted = Whole(game_name, 4, text, name);
  wanted.preferred = preferred;
  wanted.seed = seed;
  wanted.stride = 3;
  return wanted;
}

// The beginning of a match with every value of every option.
std::vector<Wanted> OfEveryOption(absl::string_view game_name) {
  const Game* game = FindGame(game_name).value();
  std::vector<Wanted> all;
  std::vector<GameSetup> setups = SetupsOf(*game).value();
  for (const GameSetup& setup : setups) {
    const auto seat = static_cast<Seat>(all.size() % setup.seats);
    const std::string name = absl::StrCat(game_name, "-", all.size());
    all.push_back({.setup = setup,
                   .name = name,
                   .decisions = 150,
                   .stride = 50,
                   .views = {kTableView, kSpectator, seat},
                   .seed = name});
  }
  return all;
}

std::vector<Wanted> All() {
  std::vector<Wanted> all = {
      Whole("seconds", 4, "", "seconds"),
      Whole("doppelkopf", 4, "deals=2,compulsory_solos=0", "doppelkopf"),
      Whole("doppelkopf", "deals=4", "doppelkopf-solos", "solo",
            "doppelkopf-solos"),
      Whole("doppelkopf", "preset=house,deals=2", "doppelkopf-poverty",
            "poverty", "doppelkopf-povertyt"),
      Whole("doppelkopf", "preset=house,deals=2", "doppelkopf-marriage",
            "marriage", "doppelkopf-povertyk"),
      Whole("doppelkopf",
            "preset=seed40,deals=2,reservation_steps=2,announce_windows=card",
            "doppelkopf-seed40", "keine", "doppelkopf-seed40"),
      Whole("ordago", 4, "sets_to_win=2", "ordago"),
      Whole("ordago", "sets_to_win=1,signs=full,table_talk=public_codes",
            "ordago-signs", "sign", "ordago-signs"),
      Whole("ordago",
            "sets_to_win=1,discard_order=simultaneous,sign_visibility=all,"
            "max_exchange_rounds=4",
            "ordago-exchanges", "swap", "ordago-exchanges"),
      Whole("ordago", 3, "sets_to_win=1", "ordago-three"),
  };
  for (const absl::string_view game : {"seconds", "doppelkopf", "ordago"}) {
    for (Wanted& wanted : OfEveryOption(game)) all.push_back(std::move(wanted));
  }
  return all;
}

}  // namespace
}  // namespace arena::testing

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_steps FOLDER\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const auto& wanted : arena::testing::All()) {
    arena::testing::Write(folder, wanted);
    std::cout << wanted.name << ": " << wanted.setup.ToString() << "\n";
  }
  return 0;
}
