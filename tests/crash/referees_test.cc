// Several referees use one PostgreSQL database, and one of them is killed.
// Every match has one result, and the tables are those of one referee alone.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/referee/store/postgres_server.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using referee::PostgresServer;

struct Event {
  const char* name;
  const char* game;
  v1::Format format;
};
constexpr Event kEvents[] = {
    {"all", "octrix", v1::FORMAT_ROUND_ROBIN},
    {"cup", "octrix", v1::FORMAT_KNOCKOUT},
    {"swiss", "ordo", v1::FORMAT_SWISS},
};

// A referee program and how to reach it.
struct Referee {
  std::unique_ptr<Process> process;
  std::string address;
  std::unique_ptr<CompetitionClient> competitions;
};

class RefereesTest : public ::testing::Test {
 protected:
  RefereesTest() : schema_(PostgresServer::Shared().NewSchema()) {}

  // ---- Processes ----
  void StartReferee(const std::string& name, const std::string& store) {
    Referee& referee = referees_[name];
    referee.process = StartProgram(
        {testing::InBuild("bin/referee"), "--store", store, "--name", name,
         "--lease", "6s", "--listen", "127.0.0.1:0", "--log-level", "off",
         "--clock-start", "5m", "--clock-bank", "10m"});
    referee.address = AwaitReady(*referee.process);
    referee.competitions = std::make_unique<CompetitionClient>(referee.address);
  }
  void StartReferees(const std::vector<std::string>& names) {
    const std::string store = PostgresServer::Shared().Url(schema_);
    for (const std::string& name : names) StartReferee(name, store);
  }
  void StartBot(const std::string& name, const std::string& address) {
    bots_[{name, address}] = StartProgram(
        {testing::InBuild("bin/logging_bot"), "--name", name, "--address",
         address, "--max-matches", "3", "--log", folder_.File(name + ".log")});
  }
  // ---- Competitions ----
  static v1::CompetitionSpec SpecOf(const Event& event) {
    v1::CompetitionSpec spec =
        CompetitionOf(event.name, event.game, event.format,
                      {"bot:x", "bot:y", "greedy", "random"});
    if (event.format == v1::FORMAT_ROUND_ROBIN) spec.set_sets(12);
    if (event.format == v1::FORMAT_SWISS) spec.set_rounds(3);
    return spec;
  }
  CompetitionClient& At(const std::string& referee) {
    return *referees_[referee].competitions;
  }
  void CreateAll(const std::string& referee) {
    for (const Event& event : kEvents) At(referee).Create(SpecOf(event));
  }
  void AwaitEndOfAll(const std::string& referee) {
    for (const Event& event : kEvents) At(referee).AwaitEnd(event.name);
  }
  // Kills a referee that has matches of bot x under way. Bot x stops first, so
  // none of its matches can end before the kill.
  void KillInTheMiddle(const std::string& referee, const std::string& watched,
                       const std::string& address_of_x) {
    const Process& bot = *bots_.at({"x", address_of_x});
    int running = 0;
    At(watched).Watch(kEvents[0].name, [&](const News& news) {
      if (news.progress().matches_over() < 12) return false;
      bot.Signal(SIGSTOP);
      running = MatchesOfXAt(referee);
      return running > 0;
    });
    ASSERT_GT(running, 0) << "there was nothing to interrupt";
    referees_[referee].process->Signal(SIGKILL);
    ASSERT_EQ(AwaitEnd(*referees_[referee].process), "signal 9 (Killed)");
    bot.Signal(SIGCONT);
  }
  int MatchesOfXAt(const std::string& referee) {
    return std::stoi(PostgresServer::Shared().Execute(
        schema_,
        "SELECT count(*) FROM matches JOIN referees"
        " ON referees.number = matches.referee WHERE matches.state = 2"
        " AND EXISTS (SELECT 1 FROM seats WHERE match = matches.number"
        " AND bot = 'x') AND referees.name = '" +
            referee + "'"));
  }
  // The tables, as `arena` prints them.
  std::string Standings(const std::string& referee) {
    std::vector<std::string> command = {testing::InBuild("bin/arena"),
                                        "standings", "--address",
                                        referees_[referee].address};
    for (const Event& event : kEvents) command.emplace_back(event.name);
    std::string all;
    const auto arena = Process::Start(
        {.command = command,
         .on_line = [&](const std::string& line) { all += line + "\n"; }});
    EXPECT_TRUE(arena.ok()) << arena.status();
    EXPECT_EQ(AwaitEnd(**arena), "exit status 0") << all;
    (*arena)->FinishReading();
    return all;
  }
  // Returns the tables of one referee that nobody disturbs.
  std::string UndisturbedStandings() {
    StartReferee("alone", "sqlite:" + folder_.File("alone"));
    StartBot("x", referees_["alone"].address);
    StartBot("y", referees_["alone"].address);
    CreateAll("alone");
    AwaitEndOfAll("alone");
    return Standings("alone");
  }
  void ExpectEachPlayedOnce(const std::string& referee) {
    for (const Event& event : kEvents) {
      At(referee).ExpectEachPlayedOnce(event.name);
    }
  }

  const std::string schema_;
  referee::TemporaryFolder folder_;
  std::map<std::string, Referee> referees_;
  // The bots by their name and their address.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Process>> bots_;
};

TEST_F(RefereesTest, ThreeOfWhichOneIsKilledEndLikeOneAlone) {
  StartReferees({"a", "b", "c"});
  for (const char* name : {"a", "b", "c"}) {
    StartBot("x", referees_[name].address);
    StartBot("y", referees_[name].address);
  }
  CreateAll("a");
  KillInTheMiddle("a", "b", referees_["a"].address);
  AwaitEndOfAll("b");
  ExpectEachPlayedOnce("c");
  const std::string standings = Standings("c");
  EXPECT_EQ(standings, UndisturbedStandings());
}

// gRPC takes several addresses for one name.
TEST_F(RefereesTest, BotsThatKnowTwoAddressesMoveToTheOtherReferee) {
  StartReferees({"a", "b"});
  const std::string addresses =
      "ipv4:" + referees_["a"].address + "," + referees_["b"].address;
  StartBot("x", addresses);
  StartBot("y", addresses);
  CreateAll("a");
  KillInTheMiddle("a", "b", addresses);
  AwaitEndOfAll("b");
  ExpectEachPlayedOnce("b");
}

TEST_F(RefereesTest, AnyRefereeEntersBotsAndStopsALadder) {
  StartReferees({"a", "b"});
  v1::CompetitionSpec ladder = SpecOf({"ladder", "ordo", v1::FORMAT_LADDER});
  ladder.clear_sets();
  // Only the built-in entrants stay, which need no bot.
  ladder.mutable_entrants()->DeleteSubrange(0, 2);
  At("a").Create(ladder);
  v1::Entrant late;
  late.set_name("late");
  late.add_players()->set_built_in("greedy");
  At("b").Enter("ladder", late);
  At("a").Watch("ladder", [&](const News&) {
    return At("a").Get("ladder").spec().entrants_size() == 3;
  });
  At("b").Stop("ladder");
  At("a").AwaitEnd("ladder");
}

}  // namespace
}  // namespace arena::testing
