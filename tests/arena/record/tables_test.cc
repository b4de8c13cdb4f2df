// Every column of the tables, against replays, exports and prompts of the same
// records.
#include "arena/record/tables.h"

#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "absl/algorithm/container.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "arena/match/entry.h"
#include "arena/record/prompts.h"
#include "arena/record/replay.h"
#include "arena/record/table_rows.h"
#include "tests/arena/record/random_match.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/game_checks.h"
#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Object = nlohmann::json;
using Objects = std::vector<Object>;

Objects ObjectsOf(const std::string& lines) {
  Objects objects;
  for (const absl::string_view line :
       absl::StrSplit(lines, '\n', absl::SkipEmpty())) {
    objects.push_back(Object::parse(line.begin(), line.end()));
  }
  return objects;
}

// The rows of a record, by table.
struct Tables {
  Objects matches, seats, decisions, deals;
};

Tables TablesOf(const Record& record, const ExportNames& facts = {}) {
  const TableTexts texts =
      TableTextsOf(record, facts, TableFormat::kJsonLines, GamesOfTests())
          .value();
  const Tables tables = {ObjectsOf(texts.text[0]), ObjectsOf(texts.text[1]),
                         ObjectsOf(texts.text[2]), ObjectsOf(texts.text[3])};
  EXPECT_THAT(texts.rows,
              ElementsAre(tables.matches.size(), tables.seats.size(),
                          tables.decisions.size(), tables.deals.size()));
  return tables;
}

const Game* GameOf(const char* name) { return FindGame(name).value(); }

void SetClock(Record& record) {
  v1::Clock& clock = *record.header.mutable_clock();
  clock.mutable_start_budget()->set_seconds(9);
  clock.mutable_allowance()->set_nanos(20'000'000);
  clock.mutable_bank()->set_seconds(2);
  clock.mutable_increment()->set_nanos(1'000'000);
}

int64_t Milliseconds(const google::protobuf::Duration& time) {
  return time.seconds() * 1000 + time.nanos() / 1'000'000;
}

// ---- Other sources ----

// Compares the rows of decisions with the lines of the export of plies: the
// action, its seat, ply, fault and points.
void ExpectAsExported(const Record& record, const Tables& tables) {
  const Objects lines = ObjectsOf(
      ExportJsonLines(record, GamesOfTests(), {.match = "m-1"}).value());
  Objects expected;
  for (const Object& line : lines) {
    const std::string type = line["type"];
    const auto add = [&](const Object& act, const std::string& kind) {
      Object row = {{"match", line["match"]},
                    {"seat", act["seat"]},
                    {"kind", kind},
                    {"action", act.value("action", Object())},
                    {"code", act.value("code", Object())},
                    {"fault", act.value("fault", Object())},
                    {"ply", line.value("ply", Object())},
                    {"points", Object()}};
      if (type == "ply") {
        row["points"] = line["points"][act["seat"].get<size_t>()];
      }
      expected.push_back(row);
    };
    if (type == "ply" && line["kind"] != "chance") {
      for (const Object& act : line["actions"]) add(act, line["kind"]);
    }
    if (type == "fault") add(line, "fault");
    if (type == "open_choice") add(line, "choice");
  }
  ASSERT_EQ(tables.decisions.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    for (const auto& [key, value] : expected[i].items()) {
      EXPECT_EQ(tables.decisions[i][key], value) << key << " of row " << i;
    }
  }
}

// Compares the rows with the steps of the table's view: decision, deal, times,
// banks.
void ExpectAsReplayed(const Record& record, const Tables& tables) {
  std::map<std::pair<int64_t, int64_t>, const Object*> choices;
  for (const Object& row : tables.decisions) {
    if (row["kind"] != "choice" || row["ply"].is_null()) continue;
    choices[{row["decision"], row["seat"]}] = &row;
  }
  const std::vector<Game> games = GamesOfTests();
  StepReplay replay =
      StepReplay::Create(record, kTableView, false, games).value();
  std::map<uint32_t, std::vector<int64_t>> points;
  while (const std::optional<v1::MatchStep> step = replay.Next().value()) {
    for (const v1::StepAct& act : step->acts()) {
      const auto found = choices.find({step->decision(), act.event().seat()});
      const bool announced =
          absl::c_linear_search(step->marks(), v1::STEP_MARK_ANNOUNCEMENT);
      if (announced || found == choices.end()) continue;
      const Object& row = *found->second;
      choices.erase(found);
      EXPECT_EQ(row["deal"], step->deal());
      EXPECT_EQ(row["charged_ms"], act.has_charged()
                                       ? Object(Milliseconds(act.charged()))
                                       : Object());
      EXPECT_EQ(row["bank_left_ms"], act.has_bank_left()
                                         ? Object(Milliseconds(act.bank_left()))
                                         : Object());
      EXPECT_EQ(row["substitute"],
                act.fault() != v1::FAULT_KIND_UNSPECIFIED || act.played_for());
    }
    if (step->step() > 0) points[step->deal()].assign(step->returns().begin(),
                                                      step->returns().end());
  }
  EXPECT_THAT(choices, IsEmpty());
  for (const Object& row : tables.deals) {
    const auto seat = row["seat"].get<size_t>();
    EXPECT_EQ(row["points_after"], points[row["deal"]][seat]) << row;
  }
}

// Compares the rows with the prompts of the bots: legal actions, dense indices.
void ExpectAsPrompted(const Record& record, const Tables& tables) {
  const std::vector<Game> games = GamesOfTests();
  std::map<std::pair<int64_t, int64_t>, v1::Prompt> asked;
  for (Seat seat = 0; seat < static_cast<int>(record.header.seats()); ++seat) {
    const std::vector<v1::PlayResponse> messages =
        PromptsOf(record, "", {.seat = seat}, games).value();
    for (const v1::PlayResponse& message : messages) {
      if (!message.has_prompt()) continue;
      asked[{message.prompt().decision(), seat}] = message.prompt();
    }
  }
  std::map<int64_t, int> faults_of;
  for (const Object& row : tables.decisions) {
    if (row["kind"] != "choice" || row["charged_ms"].is_null()) continue;
    // Random matches go on with faults while the referee plays for the seat.
    int& faults = faults_of[row["seat"]];
    if (faults == static_cast<int>(record.header.max_faults())) continue;
    faults += row["fault"].is_null() ? 0 : 1;
    const auto found = asked.find({row["decision"], row["seat"]});
    ASSERT_NE(found, asked.end()) << row;
    EXPECT_EQ(row["legal"], found->second.actions_size());
    for (const v1::LegalAction& action : found->second.actions()) {
      if (action.id() != row["code"]) continue;
      EXPECT_EQ(row["dense_index"], action.dense_index());
      EXPECT_EQ(row["action"], action.text());
    }
  }
}

// Compares seats and deals with sums over the rows of decisions.
void ExpectSums(const Record& record, const Tables& tables) {
  const v1::MatchResult& result = record.result;
  ASSERT_THAT(tables.seats, SizeIs(record.header.seats()));
  int64_t all = 0;
  for (const Object& seat : tables.seats) {
    const int number = seat["seat"];
    int64_t charged = 0, longest = -1, decisions = 0, substitutes = 0,
            announcements = 0, faults = 0, points = 0;
    for (const Object& row : tables.decisions) {
      if (row["seat"] != number) continue;
      const bool asked =
          row["kind"] == "choice" && !row["charged_ms"].is_null();
      decisions += asked ? 1 : 0;
      substitutes += row["substitute"] == true ? 1 : 0;
      announcements += row["kind"] == "announcement" ? 1 : 0;
      faults += row["fault"].is_null() ? 0 : 1;
      if (row["charged_ms"].is_null()) continue;
      charged += row["charged_ms"].get<int64_t>();
      longest = std::max(longest, row["charged_ms"].get<int64_t>());
    }
    for (const Object& row : tables.deals) {
      if (row["seat"] == number) points += row["points"].get<int64_t>();
    }
    all += charged;
    EXPECT_EQ(seat["charged_ms"], charged);
    EXPECT_EQ(seat["longest_ms"], longest < 0 ? Object() : Object(longest));
    EXPECT_EQ(seat["decisions"], decisions);
    EXPECT_EQ(seat["substitutes"], substitutes);
    EXPECT_EQ(seat["announcements"], announcements);
    EXPECT_EQ(seat["faults"], faults);
    EXPECT_EQ(seat["points"], result.returns(number));
    EXPECT_EQ(seat["points"], points);
    EXPECT_EQ(seat["rank"], result.ranks().empty()
                                ? Object()
                                : Object(result.ranks(number)));
    EXPECT_EQ(seat["player"], record.header.players(number));
  }
  EXPECT_EQ(tables.matches[0]["charged_ms"], all);
  for (const char* count : {"decisions", "substitutes", "announcements"}) {
    int64_t seats = 0, deals = 0;
    for (const Object& row : tables.seats) seats += row[count].get<int64_t>();
    for (const Object& row : tables.deals) deals += row[count].get<int64_t>();
    EXPECT_EQ(seats, deals) << count;
  }
}

void ExpectAsInTheRecord(const Record& record, const Tables& tables) {
  ASSERT_THAT(tables.matches, SizeIs(1));
  const Object& row = tables.matches[0];
  const v1::RecordHeader& header = record.header;
  EXPECT_EQ(row["match"], header.match_id());
  EXPECT_EQ(row["game"], header.game());
  EXPECT_EQ(row["rules_version"], header.rules_version());
  EXPECT_EQ(row["seats"], header.seats());
  EXPECT_EQ(row["label"], header.label());
  EXPECT_EQ(row["seed"], absl::BytesToHexString(header.seed()));
  EXPECT_EQ(row["max_faults"], header.max_faults());
  Object options = Object::object();
  for (const auto& option : header.options()) {
    options[option.name()] = option.value();
  }
  EXPECT_EQ(Object::parse(std::string(row["options"])), options);
  EXPECT_EQ(row["termination"], TerminationName(record.result.termination()));
  EXPECT_EQ(row["reason"], record.result.reason());
  EXPECT_EQ(row["plies"], record.result.plies());
  EXPECT_EQ(row["decisions"], record.result.decisions());
  EXPECT_EQ(row["faults"], record.result.faults_size());
  EXPECT_EQ(row["untimed"], false);
  EXPECT_EQ(row["clock_start_ms"], 9000);
  EXPECT_EQ(row["clock_allowance_ms"], 20);
  EXPECT_EQ(row["clock_bank_ms"], 2000);
  EXPECT_EQ(row["clock_increment_ms"], 1);
}

void ExpectAllRight(const RandomMatch& match) {
  SCOPED_TRACE(absl::StrCat(match.game->info->name, " ", match.seats, " ",
                            match.options));
  Record record = RandomRecord(match);
  SetClock(record);
  const Tables tables = TablesOf(record);
  ExpectAsInTheRecord(record, tables);
  ExpectAsExported(record, tables);
  ExpectAsReplayed(record, tables);
  ExpectAsPrompted(record, tables);
  ExpectSums(record, tables);
}

TEST(TableRowsTest, EveryColumnOfEveryGame) {
  for (const Game& game : AllGames()) {
    for (int seats = game.info->min_seats; seats <= game.info->max_seats;
         ++seats) {
      ExpectAllRight({.game = &game,
                      .seats = seats,
                      .announcement_every = 4,
                      .max_milliseconds = 60});
      if (seats == 2) continue;
      ExpectAllRight({.game = &game,
                      .seats = seats,
                      .fault_every = 40,
                      .max_milliseconds = 60});
    }
  }
}

TEST(TableRowsTest, MatchesThatAreCutShort) {
  for (const Game& game : AllGames()) {
    ExpectAllRight({.game = &game,
                    .seats = game.info->default_seats,
                    .max_milliseconds = 60,
                    .cancel_after = 7});
  }
}

// The first decisions with every value of every option.
TEST(TableRowsTest, EveryOption) {
  for (const Game& game : AllGames()) {
    const std::vector<GameSetup> setups = SetupsOf(game).value();
    for (const GameSetup& setup : setups) {
      ExpectAllRight({.game = &game,
                      .seats = setup.seats,
                      .options = absl::StrJoin(setup.options.given(), ",",
                                               absl::PairFormatter("=")),
                      .announcement_every = 2,
                      .max_milliseconds = 60,
                      .cancel_after = 40});
    }
  }
}

// Duplicate deals have the same cards, and still count as different deals.
TEST(TableRowsTest, DealsAreNumberedAsPeopleNumberThem) {
  const Record record = RandomRecord({.game = GameOf("octrix"),
                                      .seats = 4,
                                      .options = "duplicate=cyclic"});
  ExpectAllRight({.game = GameOf("octrix"),
                  .seats = 4,
                  .options = "duplicate=cyclic"});
  const Tables tables = TablesOf(record);
  const int64_t deals = tables.matches[0]["deals"];
  EXPECT_GT(deals, 1);
  ASSERT_THAT(tables.deals, SizeIs(4 * deals));
  int64_t last = 0;
  for (int64_t deal = 0; deal < deals; ++deal) {
    const Object& row = tables.deals[static_cast<size_t>(4 * deal)];
    EXPECT_EQ(row["deal"], deal + 1);
    EXPECT_EQ(row["first_decision"], last + 1);
    last = row["last_decision"];
    EXPECT_GT(last, row["first_decision"].get<int64_t>());
  }
  EXPECT_EQ(last, tables.matches[0]["decisions"]);
}

TEST(TableRowsTest, AGameWithoutDealsHasOneNumberedZero) {
  const Tables tables =
      TablesOf(RandomRecord({.game = GameOf("ordo"), .seats = 2}));
  EXPECT_EQ(tables.matches[0]["deals"], 0);
  ASSERT_THAT(tables.deals, SizeIs(2));
  EXPECT_EQ(tables.deals[1]["deal"], 0);
  EXPECT_EQ(tables.deals[1]["first_decision"], 1);
  EXPECT_EQ(tables.deals[1]["last_decision"], tables.matches[0]["decisions"]);
}

TEST(TableRowsTest, WithoutAClockThereAreNoTimes) {
  const Tables tables = TablesOf(RandomRecord(
      {.game = GameOf("octrix"), .seats = 2, .max_milliseconds = 60}));
  for (const char* column :
       {"untimed", "clock_start_ms", "clock_bank_ms", "charged_ms"}) {
    EXPECT_TRUE(tables.matches[0][column].is_null()) << column;
  }
  for (const char* column : {"charged_ms", "longest_ms", "bank_left_ms",
                             "version", "language"}) {
    EXPECT_TRUE(tables.seats[0][column].is_null()) << column;
  }
  EXPECT_TRUE(tables.decisions[0]["charged_ms"].is_null());
  EXPECT_TRUE(tables.deals[0]["charged_ms"].is_null());
}

TEST(TableRowsTest, AnUntimedMatchHasTimesAndNoBanks) {
  Record record = RandomRecord(
      {.game = GameOf("octrix"), .seats = 2, .max_milliseconds = 60});
  record.header.mutable_clock()->mutable_start_budget()->set_seconds(9);
  record.header.mutable_clock()->set_untimed(true);
  const Tables tables = TablesOf(record);
  EXPECT_EQ(tables.matches[0]["untimed"], true);
  EXPECT_TRUE(tables.matches[0]["clock_bank_ms"].is_null());
  EXPECT_GT(tables.seats[0]["charged_ms"].get<int64_t>(), 0);
  EXPECT_TRUE(tables.seats[0]["bank_left_ms"].is_null());
  EXPECT_TRUE(tables.decisions[0]["bank_left_ms"].is_null());
}

TEST(TableRowsTest, AFaultThatEndsAMatchIsARow) {
  Record record = RandomRecord(
      {.game = GameOf("ordo"), .seats = 2, .cancel_after = 3});
  SetClock(record);
  record.entries.back() = {.kind = EntryKind::kFault,
                           .fault = v1::FAULT_KIND_LATE,
                           .seat = 1,
                           .charged = absl::Milliseconds(2021)};
  Table table = TableOf(record.header).value();
  for (const MatchEntry& entry : record.entries) table.Play(entry).value();
  record.result = table.Result();
  const Tables tables = TablesOf(record);
  const Object& row = tables.decisions.back();
  EXPECT_EQ(row["kind"], "fault");
  EXPECT_EQ(row["fault"], "late");
  EXPECT_EQ(row["decision"], 4);
  EXPECT_EQ(row["charged_ms"], 2021);
  EXPECT_EQ(row["substitute"], false);
  for (const char* column : {"action", "code", "ply", "points"}) {
    EXPECT_TRUE(row[column].is_null()) << column;
  }
  EXPECT_EQ(tables.seats[1]["decisions"], 2);
  EXPECT_EQ(tables.seats[1]["longest_ms"], 2021);
  EXPECT_EQ(tables.matches[0]["termination"], "forfeit");
}

TEST(TableRowsTest, ABotThatIsNeverReadyIsPlayedForAndPausesAreNobodys) {
  Record record = RandomRecord({.game = GameOf("octrix"), .seats = 3});
  SetClock(record);
  Table table = TableOf(record.header).value();
  table
      .Play({.kind = EntryKind::kFault,
             .fault = v1::FAULT_KIND_NOT_READY,
             .seat = 1,
             .charged = absl::Seconds(9)})
      .value();
  while (!table.over()) {
    if (const auto entry = table.FollowsByItself(); entry.has_value()) {
      table.Play(*entry).value();
      continue;
    }
    if (table.decision() == 5) {
      table.Play({.kind = EntryKind::kPause, .charged = absl::Seconds(4)})
          .value();
    }
    const Seat seat = table.Owing().first();
    table
        .Play({.kind = EntryKind::kChoice,
               .seat = seat,
               .action = table.Legal(seat)[0],
               .charged = absl::Milliseconds(1)})
        .value();
  }
  record.entries = table.entries();
  record.result = table.Result();
  const Tables tables = TablesOf(record);
  const Object& fault = tables.decisions.front();
  EXPECT_EQ(fault["fault"], "not-ready");
  EXPECT_EQ(fault["decision"], 0);
  EXPECT_EQ(fault["deal"], 0);
  EXPECT_EQ(fault["charged_ms"], 9000);
  const Object& seat = tables.seats[1];
  EXPECT_EQ(seat["decisions"], 0);
  EXPECT_EQ(seat["substitutes"], tables.matches[0]["decisions"]);
  EXPECT_EQ(seat["faults"], 1);
  EXPECT_EQ(seat["bank_left_ms"], 2000);
  EXPECT_EQ(tables.seats[0]["decisions"], tables.matches[0]["decisions"]);
  EXPECT_EQ(tables.matches[0]["paused_ms"].get<int64_t>() % 4000, 0);
  EXPECT_GT(tables.matches[0]["paused_ms"], 0);
  EXPECT_EQ(tables.deals[1]["faults"], 0);
  for (const Object& row : tables.decisions) {
    if (row["seat"] != 1 || row["kind"] != "choice") continue;
    EXPECT_EQ(row["substitute"], true);
    EXPECT_TRUE(row["charged_ms"].is_null());
    EXPECT_TRUE(row["fault"].is_null());
  }
}

TEST(TableRowsTest, WhatARecordDoesNotKnowComesFromTheReferee) {
  Record record = RandomRecord({.game = GameOf("ordo"), .seats = 2});
  for (const char* version : {"1.2", ""}) {
    v1::PlayerInfo& info = *record.header.add_player_infos();
    info.set_name(record.header.players(record.header.player_infos_size() - 1));
    info.set_version(version);
    info.set_language("python 3");
  }
  const Tables tables = TablesOf(
      record, {.created = "2026-01-31T18:00:00Z",
               .ended = "2026-01-31T18:05:00Z",
               .file = "a/b.record",
               .sha256 = "\x01\xff",
               .place = ExportPlace{.competition = "cup", .set = 4, .match = 1,
                                    .attempt = 0}});
  const Object& row = tables.matches[0];
  EXPECT_EQ(row["created"], "2026-01-31T18:00:00Z");
  EXPECT_TRUE(row["started"].is_null());
  EXPECT_EQ(row["ended"], "2026-01-31T18:05:00Z");
  EXPECT_EQ(row["file"], "a/b.record");
  EXPECT_EQ(row["record_sha256"], "01ff");
  EXPECT_EQ(row["competition"], "cup");
  EXPECT_EQ(row["set"], 4);
  EXPECT_EQ(row["set_match"], 1);
  EXPECT_EQ(row["attempt"], 0);
  EXPECT_EQ(tables.seats[0]["version"], "1.2");
  EXPECT_EQ(tables.seats[1]["version"], "");
  EXPECT_EQ(tables.seats[0]["language"], "python 3");
}

TEST(TableRowsTest, AMatchWithoutAnIdHasTheNameThatItWasGiven) {
  Record record = RandomRecord({.game = GameOf("octrix"), .seats = 2});
  record.header.clear_match_id();
  record.header.set_seed_commitment(Sha256(record.header.seed()));
  const Tables tables = TablesOf(record, {.match = "a.record"});
  for (const Objects& table :
       {tables.matches, tables.seats, tables.decisions, tables.deals}) {
    for (const Object& row : table) EXPECT_EQ(row["match"], "a.record");
  }
}

// ---- Text ----

// The cells of CSV, as RFC 4180 reads them.
std::vector<std::vector<std::string>> ReadCsv(const std::string& text) {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string& cell = rows.back().back();
    if (quoted && text[i] == '"' && text[i + 1] == '"') {
      cell += text[++i];
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && text[i] == ',') {
      rows.back().emplace_back();
    } else if (!quoted && text.compare(i, 2, "\r\n") == 0) {
      ++i;
      rows.push_back({""});
    } else {
      cell += text[i];
    }
  }
  rows.pop_back();
  return rows;
}

const TableSpec& Seats() { return RecordTables()[1]; }

TableRow SeatRow(const std::string& player) {
  TableRow row = {"m", int64_t{0}, player};
  for (size_t i = row.size(); i < Seats().columns.size(); ++i) {
    row.push_back(Seats().columns[i].optional ? TableCell()
                                              : TableCell(int64_t{-7}));
  }
  return row;
}

std::string TextOfRow(const std::string& player, TableFormat format) {
  std::string text;
  AppendTableRow(Seats(), format, SeatRow(player), text);
  return text;
}

TEST(TableTextTest, HostileNamesStayInTheirCell) {
  for (const std::string name :
       {"a,b", "say \"hi\"", "two\nlines", "cr\r\nlf", "\"", "", "\xE2\x80\xA8",
        "tab\there", "</script>", "\xF0\x9F\x90\x99"}) {
    const auto rows = ReadCsv(TextOfRow(name, TableFormat::kCsv));
    ASSERT_THAT(rows, SizeIs(1)) << name;
    ASSERT_THAT(rows[0], SizeIs(Seats().columns.size())) << name;
    EXPECT_EQ(rows[0][2], name);
    const std::string line = TextOfRow(name, TableFormat::kJsonLines);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << name;
    EXPECT_EQ(Object::parse(line)["player"], name);
  }
}

TEST(TableTextTest, NoSpreadsheetTakesANameForAFormula) {
  for (const std::string name :
       {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "=\"a,b\""}) {
    const auto rows = ReadCsv(TextOfRow(name, TableFormat::kCsv));
    EXPECT_EQ(rows[0][2], "'" + name);
    EXPECT_EQ(Object::parse(TextOfRow(name, TableFormat::kJsonLines))["player"],
              name);
  }
  // A number is not quoted as text.
  EXPECT_EQ(ReadCsv(TextOfRow("a", TableFormat::kCsv))[0][5], "-7");
}

TEST(TableTextTest, NoValueDiffersFromEmptyText) {
  EXPECT_THAT(TextOfRow("", TableFormat::kCsv), HasSubstr("m,0,\"\",,,"));
  const Object line = Object::parse(TextOfRow("", TableFormat::kJsonLines));
  EXPECT_EQ(line["player"], "");
  EXPECT_TRUE(line["version"].is_null());
}

TEST(TableTextTest, TheHeadNamesTheColumns) {
  const auto rows = ReadCsv(TableHead(Seats(), TableFormat::kCsv));
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].front(), "match");
  EXPECT_EQ(rows[0].back(), "bank_left_ms");
  EXPECT_EQ(TableHead(Seats(), TableFormat::kJsonLines), "");
}

TEST(TableTextDeathTest, ARowFitsItsTable) {
  std::string text;
  TableRow row = SeatRow("a");
  row[1] = "text";
  EXPECT_DEATH(AppendTableRow(Seats(), TableFormat::kCsv, row, text), "seat");
  row[1] = std::monostate();
  EXPECT_DEATH(AppendTableRow(Seats(), TableFormat::kCsv, row, text), "seat");
  row.pop_back();
  EXPECT_DEATH(AppendTableRow(Seats(), TableFormat::kCsv, row, text), "13");
}

// ---- Documentation ----

TEST(TableSpecTest, TheReadmeHasEveryColumn) {
  std::ifstream file(testing::InSources("arena/record/README.md"));
  std::stringstream readme;
  readme << file.rdbuf();
  std::string rows;
  for (const TableSpec& table : RecordTables()) {
    absl::StrAppend(&rows, "### `", table.name, "`: ", table.about, "\n\n",
                    "| column | type | meaning, unit, range |\n",
                    "|---|---|---|\n");
    for (const TableColumn& column : table.columns) {
      absl::StrAppend(&rows, "| `", column.name, "` | ",
                      ColumnTypeName(column.type),
                      column.optional ? ", optional" : "", " | ", column.about,
                      " |\n");
    }
    absl::StrAppend(&rows, "\n");
  }
  EXPECT_THAT(readme.str(), HasSubstr(rows));
}

}  // namespace
}  // namespace arena
