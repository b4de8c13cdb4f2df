// A ladder of submitted bots at two referees on one PostgreSQL database, with
// two runners. Killing any of the programs changes nothing.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"
#include "tests/arena/sandbox/leftovers.h"
#include "tests/referee/runner/prepared_store.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/program.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kSharedLadder[] = "ladder";

// The outcome of a ladder: a line for each match, and one for each place.
struct Outcome {
  std::vector<std::string> results;
  std::vector<std::string> standings;
};

class SharedLadderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto works = sandbox::Sandbox::Open(sandbox::Kind::kBubblewrap,
                                              folder_->path() + "/try");
    if (!works.ok()) GTEST_SKIP() << works.status();
  }

  // ---- Programs ----
  // Begins with new data, in which the bot is submitted.
  void Prepare() {
    programs_.clear();
    schema_ = referee::PostgresServer::Shared().NewSchema();
    const std::string bot = folder_->path() + "/bot-" + schema_;
    fs::create_directory(bot);
    fs::copy_file(testing::InBuild("bin/greedy_bot"), bot + "/bot");
    std::ofstream(bot + "/bot.toml") << R"(name = "dice"
version = "1"
runtime = "binary"
run = "./bot"
games = ["octrix", "ordo", "seconds"]
)";
    SubmitToStore(Url(), bot, "dice", "binary");
    for (const char* const name : {"a", "b", "r1", "r2"}) Start(name);
    for (const char* const name : {"a", "b"}) AwaitStart(name);
  }
  std::string Url() const {
    return referee::PostgresServer::Shared().Url(schema_);
  }
  std::string AddressOf(const std::string& referee) const {
    return absl::StrCat("unix:", folder_->path(), "/", referee);
  }
  static bool IsReferee(const std::string& name) { return name.size() == 1; }
  std::string WorkOf(const std::string& runner) const {
    return folder_->path() + "/" + runner;
  }
  void Start(const std::string& name) {
    if (IsReferee(name)) {
      programs_[name] = testing::StartProgram(
          {testing::InBuild("bin/referee"), "--store", Url(), "--name", name,
           "--lease", "3s", "--listen", AddressOf(name), "--drain", "0s"});
    } else {
      programs_[name] = testing::StartProgram(
          {testing::InBuild("bin/runner"), "--referee", AddressOf("a"),
           "--referee", AddressOf("b"), "--name", name, "--seats", "4",
           "--work", WorkOf(name)},
          "running ");
    }
  }
  // Acts like a supervisor: a referee that is refused because its lease lasts
  // is started again.
  void AwaitStart(const std::string& name) {
    while (!programs_[name]->AwaitReady(absl::Now() + absl::Minutes(1)).ok()) {
      ASSERT_TRUE(programs_[name]->Ended()) << name << " does not start";
      Start(name);
    }
  }
  void Kill(const std::vector<std::string>& names) {
    for (const std::string& name : names) programs_[name]->Signal(SIGKILL);
    for (const std::string& name : names) {
      programs_[name]->Wait();
      Start(name);
    }
    for (const std::string& name : names) {
      if (IsReferee(name)) AwaitStart(name);
    }
  }

  // ---- The ladder ----
  v1::ListResultsResponse Results() const {
    const auto stub = v1::CompetitionService::NewStub(grpc::CreateChannel(
        AddressOf("b"), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::ListResultsRequest request;
    request.set_name(kSharedLadder);
    request.set_page_size(1000);
    v1::ListResultsResponse response;
    const grpc::Status status = stub->ListResults(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }
  std::vector<std::string> Standings() const {
    const auto stub = v1::CompetitionService::NewStub(grpc::CreateChannel(
        AddressOf("b"), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::GetStandingsRequest request;
    request.set_name(kSharedLadder);
    v1::GetStandingsResponse response;
    const grpc::Status status =
        stub->GetStandings(&context, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    std::vector<std::string> lines;
    for (const auto& row : response.standings().entrants()) {
      lines.push_back(row.ShortDebugString());
    }
    return lines;
  }

  // Plays a ladder of so many sets to its end. Kills programs so many times
  // meanwhile, one or several at a time.
  Outcome PlayLadder(int sets, int kills) {
    // The greedy bot always decides the same in this game. In Ordo it draws
    // from its private seed, which differs between two referees' matches.
    v1::CompetitionSpec spec =
        testing::CompetitionOf(kSharedLadder, "octrix", v1::FORMAT_LADDER,
                               {"bot:dice", "greedy", "first"});
    spec.set_max_sets(static_cast<uint32_t>(sets));
    spec.set_concurrent_sets(1);
    spec.set_deals(v1::DEALS_INDEPENDENT);
    testing::CompetitionClient(AddressOf("a")).Create(spec);
    const std::vector<std::vector<std::string>> victims = {
        {"r1"}, {"a"}, {"r1", "r2"}, {"b"}, {"r2"}, {"a", "r1"}, {"b", "r2"},
        {"a", "b"}, {"a", "b", "r1", "r2"}};
    int seen = 0;
    int done = 0;
    for (; done < kills && seen < sets; ++done) {
      // Each kill comes after some new result, and anywhere in a match.
      const int before = seen;
      while (seen == before) seen = Results().matches_size();
      for (volatile int turn = 0; turn < 1'000'000 * (done % 7);) {
        turn = turn + 1;
      }
      Kill(victims[done % victims.size()]);
    }
    EXPECT_EQ(done, kills) << "the ladder was over before";
    // Many sets take longer than the client waits.
    const absl::Time patience = absl::Now() + absl::Minutes(30);
    while (seen < sets && absl::Now() < patience) {
      seen = Results().matches_size();
    }
    testing::CompetitionClient(AddressOf("b")).AwaitEnd(kSharedLadder);
    Outcome outcome;
    const auto results = Results();
    for (const v1::CompetitionMatch& match : results.matches()) {
      EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
      // On a busy machine bots may be back too late. Then the match has no
      // result and is played once more.
      if (match.result().termination() != v1::TERMINATION_NORMAL) {
        std::cout << "repeated: " << match.ShortDebugString() << std::endl;
        continue;
      }
      outcome.results.push_back(absl::StrCat(
          match.set(), "/", match.match(), " ",
          absl::StrJoin(match.entrants(), ","), " ",
          absl::StrJoin(match.result().returns(), " ")));
    }
    outcome.standings = Standings();
    return outcome;
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  std::string schema_;
  std::map<std::string, std::unique_ptr<Process>> programs_;
};

TEST_F(SharedLadderTest, KillsChangeNothingAndLeaveNothing) {
  const char* const wanted = std::getenv("PENTATHLON_KILLS");
  int kills = 4;
  ASSERT_TRUE(wanted == nullptr || absl::SimpleAtoi(wanted, &kills));
  // The other programs play on while a killed program comes back: five or six
  // sets on a quiet machine, fewer on a busy one.
  const int sets = 10 * kills;
  Prepare();
  const Outcome undisturbed = PlayLadder(sets, 0);
  EXPECT_THAT(undisturbed.results, SizeIs(sets));
  EXPECT_THAT(undisturbed.standings, SizeIs(3));
  Prepare();
  const Outcome disturbed = PlayLadder(sets, kills);
  EXPECT_EQ(disturbed.results, undisturbed.results);
  EXPECT_EQ(disturbed.standings, undisturbed.standings);
  for (const char* const name : {"r1", "r2", "a", "b"}) {
    programs_[name]->Terminate();
    EXPECT_EQ(testing::AwaitEnd(*programs_[name]), "exit status 0") << name;
  }
  programs_.clear();
  for (const char* const name : {"r1", "r2"}) {
    EXPECT_THAT(sandbox::Leftovers(WorkOf(name) + "/sandbox", WorkOf(name)),
                IsEmpty());
  }
}

}  // namespace
}  // namespace arena::runner
