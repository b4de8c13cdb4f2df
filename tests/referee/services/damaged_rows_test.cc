// One value is damaged, in any column of any table. The referee still starts,
// and lists everything.
#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "arena/v1/competition_service.grpc.pb.h"
#include "gmock/gmock.h"
#include "tests/referee/services/referee_fixture.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

// A column of a table, and the row that is damaged.
struct Column {
  std::string table;
  std::string name;
  std::string type = "";
  bool nullable = false;
  std::string first_row = "";
};

class DamagedRowsTest : public RefereeTest {
 protected:
  DamagedRowsTest() {
    spdlog::set_level(spdlog::level::off);
    std::filesystem::create_directories(Sound());
    options_.data = memory_.File("data");
    Fill();
  }

  std::string Sound() const { return memory_.File("sound"); }
  std::string Database(const std::string& folder) const {
    return folder + "/referee.sqlite";
  }

  // Fills at least two rows for every list, and a row in every table.
  void Fill() {
    const std::unique_ptr<Store> store = OpenOrDie(Database(Sound()));
    FillBots(*store);
    for (const char* name : {"first-cup", "second-cup"}) {
      ASSERT_THAT(store->competitions().Insert(SampleCompetition(name)),
                  IsOk());
    }
    ASSERT_THAT(store->matches().Insert(MatchAt("m1", "first-cup", 0)), IsOk());
    for (const char* id : {"match-two", "m3", "m4"}) {
      ASSERT_THAT(store->matches().Insert(SampleMatch(id)), IsOk());
    }
    ASSERT_THAT(
        store->matches().Start("match-two", {{std::string(32, 's'), ""}}),
        IsOk());
    FinishedMatch end = SampleEnd("m3");
    v1::Fault& fault = *end.result.add_faults();
    fault.set_kind(v1::FAULT_KIND_LATE);
    end.notes.push_back({.seat = 0, .decision = 1, .text = "a note"});
    ASSERT_THAT(store->matches().Finish(end), IsOk());
    ASSERT_THAT(AppendEntries(*store, "match-two", 0, {"entry"}), IsOk());
  }
  static void FillBots(Store& store) {
    for (const char* name : {"alpha-bot", "beta-bot"}) {
      v1::Bot bot;
      bot.set_name(name);
      bot.set_author("ada");
      bot.set_status(v1::Bot::STATUS_ACTIVE);
      ASSERT_THAT(store.bots().Insert(bot, absl::Now()), IsOk());
      ASSERT_THAT(store.bots().SeeVersion(name, "1", "C++", absl::Now()),
                  IsOk());
      ASSERT_THAT(store.tokens().Insert({.token_id = name,
                                         .secret_sha256 = std::string(
                                             32, name[0]),
                                         .role = v1::ROLE_BOT,
                                         .owner = name,
                                         .created = absl::Now()}),
                  IsOk());
    }
    ASSERT_THAT(store.sessions().Put({.token_sha256 = std::string(32, 's'),
                                      .bot = "alpha-bot",
                                      .last_seen = absl::Now()}),
                IsOk());
    ASSERT_THAT(store.referees().SetPresent({.bot = "alpha-bot"}), IsOk());
  }

  std::vector<Column> Columns() const {
    SQLite::Database database(Database(Sound()));
    std::vector<Column> columns;
    SQLite::Statement tables(
        database,
        "SELECT t.name, c.name, c.type, c.\"notnull\" = 0 AND c.pk = 0,"
        " (SELECT group_concat(p.name) FROM pragma_table_info(t.name) p"
        "  WHERE p.pk > 0)"
        " FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' AND t.name NOT IN"
        // These tables identify the database, and have tests of their own.
        "  ('identity', 'journal_folder', 'sqlite_sequence')");
    while (tables.executeStep()) {
      Column column{.table = tables.getColumn(0),
                    .name = tables.getColumn(1),
                    .type = tables.getColumn(2),
                    .nullable = tables.getColumn(3).getInt() != 0};
      const std::string key = tables.getColumn(4);
      if (!key.empty()) {
        column.first_row =
            absl::StrCat(" WHERE (", key, ") = (SELECT ", key, " FROM ",
                         column.table, " LIMIT 1)");
      }
      columns.push_back(std::move(column));
    }
    return columns;
  }
  static std::vector<std::string> Nonsense(const Column& column) {
    std::vector<std::string> values;
    if (column.type == "INTEGER") {
      values = {"99", "-1", "4611686018427387904"};
    }
    if (column.type == "TEXT") values = {"CAST(x'fffe80' AS TEXT)", "''"};
    if (column.type == "BLOB") values = {"x'ff'", "x''"};
    if (column.nullable) values.push_back("NULL");
    return values;
  }

  void CopySound() const {
    std::filesystem::remove_all(options_.data);
    std::filesystem::copy(Sound(), options_.data,
                          std::filesystem::copy_options::recursive);
  }
  static std::string Contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  // Copies the sound folder and damages one value.
  void Damage(const Column& column, const std::string& value) {
    CopySound();
    SQLite::Database database(Database(options_.data), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA ignore_check_constraints = ON");
    database.exec(absl::StrCat("UPDATE ", column.table, " SET ", column.name,
                               " = ", value, column.first_row));
  }

  // Many starts would take long on a busy disk.
  TemporaryFolder memory_;

  // Returns the lengths of the lists of matches, competitions, bots and tokens.
  std::string Counts() {
    v1::ListMatchesResponse matches;
    v1::ListCompetitionsResponse competitions;
    v1::ListBotsResponse bots;
    v1::ListTokensResponse tokens;
    const auto match_service = v1::MatchService::NewStub(channel_);
    const auto competition_service = v1::CompetitionService::NewStub(channel_);
    const auto bot_service = v1::BotService::NewStub(channel_);
    grpc::ClientContext contexts[4];
    const grpc::Status statuses[] = {
        match_service->ListMatches(&contexts[0], {}, &matches),
        competition_service->ListCompetitions(&contexts[1], {}, &competitions),
        bot_service->ListBots(&contexts[2], {}, &bots),
        bot_service->ListTokens(&contexts[3], {}, &tokens)};
    for (const grpc::Status& status : statuses) {
      if (!status.ok()) return status.error_message();
    }
    GetAll(matches, competitions, bots);
    return absl::StrCat(matches.matches_size(), " matches, ",
                        competitions.competitions_size(), " competitions, ",
                        bots.bots_size(), " bots, ", tokens.tokens_size(),
                        " tokens");
  }
  // Gets each listed thing. The answer is the thing itself or a reason.
  void GetAll(const v1::ListMatchesResponse& matches,
              const v1::ListCompetitionsResponse& competitions,
              const v1::ListBotsResponse& bots) {
    const auto match_service = v1::MatchService::NewStub(channel_);
    const auto competition_service = v1::CompetitionService::NewStub(channel_);
    const auto bot_service = v1::BotService::NewStub(channel_);
    for (const v1::Match& match : matches.matches()) {
      grpc::ClientContext context;
      v1::GetMatchRequest request;
      v1::GetMatchResponse response;
      request.set_match_id(match.match_id());
      Note(match_service->GetMatch(&context, request, &response));
    }
    for (const v1::Competition& competition : competitions.competitions()) {
      grpc::ClientContext context;
      v1::GetCompetitionRequest request;
      v1::GetCompetitionResponse response;
      request.set_name(competition.spec().name());
      Note(competition_service->GetCompetition(&context, request, &response));
    }
    for (const v1::Bot& bot : bots.bots()) {
      grpc::ClientContext context;
      v1::GetBotRequest request;
      v1::GetBotResponse response;
      request.set_name(bot.name());
      Note(bot_service->GetBot(&context, request, &response));
    }
  }
  static void Note(const grpc::Status& status) {
    EXPECT_TRUE(status.ok() ||
                status.error_code() == grpc::StatusCode::NOT_FOUND)
        << status.error_message();
  }
};

TEST_F(DamagedRowsTest, NoColumnOfAnyTableHidesAListOrRefusesTheStart) {
  int damaged = 0;
  for (const Column& column : Columns()) {
    for (const std::string& value : Nonsense(column)) {
      SCOPED_TRACE(absl::StrCat(column.table, ".", column.name, " = ", value));
      Damage(column, value);
      ASSERT_NO_FATAL_FAILURE(StartReferee());
      EXPECT_EQ(Counts(), "4 matches, 2 competitions, 2 bots, 2 tokens");
      StopReferee();
      ++damaged;
    }
  }
  EXPECT_GT(damaged, 150) << "columns were left out";
}

// A table and its index may differ after the damage.
TEST_F(DamagedRowsTest, NoFlippedByteOfANameHidesAListOrRefusesTheStart) {
  const std::string sound = Contents(Database(Sound()));
  int damaged = 0;
  for (const char* name : {"match-two", "first-cup", "alpha-bot"}) {
    for (size_t at = sound.find(name); at != std::string::npos;
         at = sound.find(name, at + 1)) {
      SCOPED_TRACE(absl::StrCat(name, " at ", at));
      CopySound();
      std::fstream file(Database(options_.data),
                        std::ios::in | std::ios::out | std::ios::binary);
      file.seekp(static_cast<std::streamoff>(at) + 1);
      file.put('\xf1');
      file.close();
      ASSERT_NO_FATAL_FAILURE(StartReferee());
      EXPECT_EQ(Counts(), "4 matches, 2 competitions, 2 bots, 2 tokens");
      StopReferee();
      ++damaged;
    }
  }
  EXPECT_GT(damaged, 8);
}

TEST_F(DamagedRowsTest, ADamagedMatchIsMarkedAndTheOthersAreNot) {
  Damage({.table = "matches",
          .name = "result",
          .first_row = " WHERE match_id = 'm3'"},
         "x'ff'");
  StartReferee();
  grpc::ClientContext context;
  v1::ListMatchesResponse response;
  ASSERT_TRUE(matches_->ListMatches(&context, {}, &response).ok());
  int quarantined = 0;
  for (const v1::Match& match : response.matches()) {
    if (match.state() != v1::Match::STATE_QUARANTINED) continue;
    ++quarantined;
    EXPECT_THAT(match.quarantine(), HasSubstr("its result"));
  }
  EXPECT_EQ(quarantined, 1);
}

}  // namespace
}  // namespace arena::referee
