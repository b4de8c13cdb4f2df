// Several referees on one PostgreSQL database, of which one is killed: every
// match has one result, and the tables are those of one referee alone.
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "arena/v1/competition_service.grpc.pb.h"
#include "tests/referee_store/postgres_server.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using referee::PostgresServer;

constexpr std::chrono::seconds kPatience(120);

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
  std::shared_ptr<v1::CompetitionService::Stub> competitions;
};

class RefereesTest : public ::testing::Test {
 protected:
  RefereesTest() : schema_(PostgresServer::Shared().NewSchema()) {}

  // ---- Processes ----
  void StartReferee(const std::string& name, const std::string& store) {
    Referee& referee = referees_[name];
    referee.process = StartProgram(
        {BINARY_DIR "/bin/referee", "--store", store, "--name", name, "--lease",
         "6s", "--listen", "127.0.0.1:0", "--log-level", "off", "--clock-start",
         "5m", "--clock-bank", "10m"});
    referee.address = AwaitReady(*referee.process);
    referee.competitions = v1::CompetitionService::NewStub(grpc::CreateChannel(
        referee.address, grpc::InsecureChannelCredentials()));
  }
  void StartReferees(const std::vector<std::string>& names) {
    const std::string store = PostgresServer::Shared().Url(schema_);
    for (const std::string& name : names) StartReferee(name, store);
  }
  void StartBot(const std::string& name, const std::string& address) {
    bots_[{name, address}] = StartProgram(
        {BINARY_DIR "/bin/logging_bot", "--name", name, "--address", address,
         "--max-matches", "3", "--log", folder_.File(name + ".log")});
  }
  // ---- Competitions ----
  static v1::CompetitionSpec SpecOf(const Event& event) {
    v1::CompetitionSpec spec;
    spec.set_name(event.name);
    spec.set_tournament("games");
    spec.set_game(event.game);
    spec.set_seats(2);
    spec.set_seed(std::string(32, 's'));
    spec.set_format(event.format);
    if (event.format == v1::FORMAT_ROUND_ROBIN) spec.set_sets(12);
    if (event.format == v1::FORMAT_SWISS) spec.set_rounds(3);
    for (const char* name : {"x", "y", "greedy", "random"}) {
      v1::Entrant& entrant = *spec.add_entrants();
      entrant.set_name(name);
      v1::SeatSpec& player = *entrant.add_players();
      if (name[1] == '\0') {
        player.set_bot(name);
      } else {
        player.set_built_in(name);
      }
    }
    return spec;
  }
  void Create(const std::string& referee, const v1::CompetitionSpec& spec) {
    grpc::ClientContext context;
    v1::CreateCompetitionRequest request;
    *request.mutable_spec() = spec;
    v1::CreateCompetitionResponse response;
    const grpc::Status status =
        referees_[referee].competitions->CreateCompetition(&context, request,
                                                           &response);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  void CreateAll(const std::string& referee) {
    for (const Event& event : kEvents) Create(referee, SpecOf(event));
  }
  // Follows a competition until `enough` or its end.
  template <typename Predicate>
  void Watch(const std::string& referee, const std::string& competition,
             Predicate enough) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    v1::WatchCompetitionRequest request;
    request.set_name(competition);
    const auto reader =
        referees_[referee].competitions->WatchCompetition(&context, request);
    v1::WatchCompetitionResponse news;
    while (reader->Read(&news)) {
      if (!enough(news.competition())) continue;
      context.TryCancel();
      reader->Finish();
      return;
    }
    const grpc::Status status = reader->Finish();
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  static bool Never(const v1::Competition& /*competition*/) { return false; }
  void AwaitEndOfAll(const std::string& referee) {
    for (const Event& event : kEvents) Watch(referee, event.name, Never);
  }
  // Kills a referee when it has matches of bot x under way, which are many
  // and cannot end before, as that bot stops first.
  void KillInTheMiddle(const std::string& referee, const std::string& watched,
                       const std::string& address_of_x) {
    const Process& bot = *bots_.at({"x", address_of_x});
    int running = 0;
    Watch(watched, kEvents[0].name, [&](const v1::Competition& competition) {
      if (competition.progress().matches_over() < 12) return false;
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
    std::vector<std::string> command = {BINARY_DIR "/bin/arena", "standings",
                                        "--json", "--address",
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
  // Those of one referee that nobody disturbs.
  std::string UndisturbedStandings() {
    StartReferee("alone", "sqlite:" + folder_.File("alone"));
    StartBot("x", referees_["alone"].address);
    StartBot("y", referees_["alone"].address);
    CreateAll("alone");
    AwaitEndOfAll("alone");
    return Standings("alone");
  }
  void ExpectOneResultOfEachMatch(const std::string& referee) {
    for (const Event& event : kEvents) {
      grpc::ClientContext context;
      v1::ListResultsRequest request;
      request.set_name(event.name);
      v1::ListResultsResponse response;
      EXPECT_TRUE(referees_[referee]
                      .competitions->ListResults(&context, request, &response)
                      .ok());
      std::set<std::tuple<uint32_t, uint32_t>> places;
      for (const v1::CompetitionMatch& match : response.matches()) {
        EXPECT_TRUE(places.insert({match.set(), match.match()}).second)
            << event.name << ": " << match.ShortDebugString();
        EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL)
            << match.ShortDebugString();
        EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
      }
    }
  }

  const std::string schema_;
  referee::TemporaryFolder folder_;
  std::map<std::string, Referee> referees_;
  // By name and address.
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
  ExpectOneResultOfEachMatch("c");
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
  ExpectOneResultOfEachMatch("b");
}

TEST_F(RefereesTest, AnyRefereeEntersBotsAndStopsALadder) {
  StartReferees({"a", "b"});
  v1::CompetitionSpec ladder = SpecOf({"ladder", "ordo", v1::FORMAT_LADDER});
  ladder.clear_sets();
  // Those who are here.
  ladder.mutable_entrants()->DeleteSubrange(0, 2);
  Create("a", ladder);
  v1::EnterCompetitionRequest enter;
  enter.set_name("ladder");
  enter.mutable_entrant()->set_name("late");
  enter.mutable_entrant()->add_players()->set_built_in("greedy");
  v1::EnterCompetitionResponse entered;
  grpc::ClientContext first;
  ASSERT_TRUE(referees_["b"]
                  .competitions->EnterCompetition(&first, enter, &entered)
                  .ok());
  Watch("a", "ladder", [](const v1::Competition& competition) {
    return competition.spec().entrants_size() == 3;
  });
  grpc::ClientContext second;
  v1::StopCompetitionRequest stop;
  stop.set_name("ladder");
  v1::StopCompetitionResponse stopped;
  ASSERT_TRUE(referees_["b"]
                  .competitions->StopCompetition(&second, stop, &stopped)
                  .ok());
  Watch("a", "ladder", Never);
}

}  // namespace
}  // namespace arena::testing
