// Submitted bots play with real programs: referee, runner and bot.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/process/process.h"
#include "arena/process/processors.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"
#include "tests/arena/sandbox/leftovers.h"
#include "tests/referee/runner/prepared_store.h"
#include "tests/testing/children.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/match_client.h"
#include "tests/testing/match_request.h"
#include "tests/testing/program.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// The parameter is the kind of sandbox.
class PlayingTest : public ::testing::TestWithParam<std::string> {
 protected:
  explicit PlayingTest(const std::string& program = "random_bot")
      : program_(program) {
    Prepare();
  }
  void SetUp() override {
    if (GetParam() != "bubblewrap") return;
    const auto works = sandbox::Sandbox::Open(sandbox::Kind::kBubblewrap,
                                              folder_->path() + "/sandbox");
    if (!works.ok()) GTEST_SKIP() << works.status();
  }
  // Begins with new data, in which the bot is submitted.
  void Prepare() {
    folder_ = *TemporaryFolder::Create();
    // The bot is a sample in C++ from this build.
    const fs::path bot = fs::path(folder_->path()) / "bot";
    fs::create_directory(bot);
    fs::copy_file(testing::InBuild("bin/") + program_, bot / "bot");
    std::ofstream(bot / "bot.toml") << R"(name = "dice"
version = "1"
runtime = "binary"
run = "./bot"
games = ["octrix", "ordo", "seconds"]
)";
    SubmitTo(Data(), bot, "dice", "binary");
  }
  std::string Data() const { return folder_->path() + "/data"; }
  std::string Address() const { return "unix:" + folder_->path() + "/socket"; }

  void StartReferee() {
    referee_ = testing::StartProgram(
        {testing::InBuild("bin/referee"), "--data", Data(), "--listen",
         Address(), "--runners", "1", "--runner-seats", "4", "--runner-sandbox",
         GetParam(), "--drain", "0s"});
    ASSERT_NE(testing::AwaitReady(*referee_), "");
    client_ = std::make_unique<testing::MatchClient>(
        grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials()));
  }

  const std::string program_;
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<Process> referee_;
  std::unique_ptr<testing::MatchClient> client_;
};

TEST_P(PlayingTest, ASubmittedBotPlaysAMatchToItsEnd) {
  StartReferee();
  const v1::Match match = client_->AwaitEnd(client_->Create(
      testing::MatchRequest("octrix", {"bot:dice", "random", "bot:dice"})));
  EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
  EXPECT_THAT(match.result().faults(), IsEmpty());
  EXPECT_EQ(match.players(0).version(), "1");
}

// ---- Kills ----

// Returns the processors of a process; empty if the process has ended.
std::string PlaceOf(pid_t process) {
  std::ifstream status(absl::StrCat("/proc/", process, "/status"));
  for (std::string line; std::getline(status, line);) {
    if (absl::StartsWith(line, "Cpus_allowed_list:\t")) return line.substr(19);
  }
  return "";
}

// Returns the processors of the programs "bot" below this process.
std::vector<std::string> PlacesOfBots(pid_t process) {
  std::vector<std::string> places;
  for (const pid_t child : testing::ChildrenOf(process)) {
    std::string name;
    std::getline(std::ifstream(absl::StrCat("/proc/", child, "/comm")), name);
    if (name == "bot") places.push_back(PlaceOf(child));
    for (std::string& place : PlacesOfBots(child)) {
      places.push_back(std::move(place));
    }
  }
  return places;
}

v1::CreateMatchRequest LongMatch(int number) {
  v1::CreateMatchRequest request = testing::MatchRequest(
      "seconds", {"bot:dice", "greedy", "bot:dice", "random"});
  request.set_seed(std::string(32, static_cast<char>(number)));
  return request;
}

TEST_P(PlayingTest, WhoPlaysHasACoreOfItsOwn) {
  if (OwnProcessors().size() < 2) GTEST_SKIP() << "there is one processor";
  StartReferee();
  bool both = false;
  for (int i = 0; i < 50 && !both; ++i) {
    const std::string id = client_->Create(LongMatch(i));
    while (!both && client_->Get(id).state() != v1::Match::STATE_FINISHED) {
      std::set<std::string> own;
      for (const std::string& place : PlacesOfBots(referee_->pid())) {
        const bool is_one = place.find_first_of("-,") == std::string::npos;
        if (is_one && !place.empty()) own.insert(place);
      }
      both = own.size() == 2;
    }
  }
  EXPECT_TRUE(both);
}

TEST_P(PlayingTest, KilledRunnersChangeNothing) {
  constexpr int kMatches = 4;
  constexpr int kKills = 6;
  StartReferee();
  std::vector<std::string> undisturbed;
  for (int i = 0; i < kMatches; ++i) {
    const v1::Match match = client_->AwaitEnd(client_->Create(LongMatch(i)));
    undisturbed.push_back(absl::StrJoin(match.result().returns(), " "));
  }
  std::vector<std::string> ids;
  for (int i = 0; i < kMatches; ++i) {
    ids.push_back(client_->Create(LongMatch(i)));
  }
  int kills = 0;
  uint32_t killed_at = 0;
  for (const std::string& id : ids) {
    v1::Match match;
    do {
      match = client_->Get(id);
      const bool moved = match.plies() >= killed_at + 10;
      if (kills == kKills || !moved) continue;
      // The runner is started again, and another process plays on.
      for (const pid_t runner : testing::ChildrenOf(referee_->pid())) {
        kill(runner, SIGKILL);
        ++kills;
        killed_at = match.plies();
      }
    } while (match.state() != v1::Match::STATE_FINISHED);
    killed_at = 0;
  }
  EXPECT_EQ(kills, kKills);
  for (int i = 0; i < kMatches; ++i) {
    const v1::Match match = client_->Get(ids[i]);
    EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
    EXPECT_THAT(match.result().faults(), IsEmpty());
    EXPECT_EQ(absl::StrJoin(match.result().returns(), " "), undisturbed[i]);
  }
}

// ---- Kills of everything ----

// Returns the results of a ladder that plays one set at a time.
std::vector<std::string> ResultsOf(const std::string& address,
                                   const std::string& name) {
  const auto stub = v1::CompetitionService::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  v1::ListResultsRequest request;
  request.set_name(name);
  request.set_page_size(1000);
  v1::ListResultsResponse response;
  EXPECT_TRUE(stub->ListResults(&context, request, &response).ok());
  std::vector<std::string> results;
  for (const v1::CompetitionMatch& match : response.matches()) {
    EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
    results.push_back(absl::StrCat(
        match.set(), "/", match.match(), " ",
        absl::StrJoin(match.entrants(), ","), " ",
        absl::StrJoin(match.result().returns(), " ")));
  }
  return results;
}

class LadderTest : public PlayingTest {
 protected:
  // The greedy bot always decides the same, except in Ordo.
  LadderTest() : PlayingTest("greedy_bot") {}

  // Plays a ladder of so many sets to its end. Kills the referee, its runner or
  // both so many times meanwhile. Returns the results.
  std::vector<std::string> PlayLadder(int sets, int kills) {
    const std::string name = "ladder";
    v1::CompetitionSpec spec = testing::CompetitionOf(
        name, "octrix", v1::FORMAT_LADDER, {"bot:dice", "greedy", "first"});
    spec.set_max_sets(static_cast<uint32_t>(sets));
    spec.set_concurrent_sets(1);
    spec.set_deals(v1::DEALS_INDEPENDENT);
    StartReferee();
    testing::CompetitionClient(Address()).Create(spec);
    int seen = 0;
    int done = 0;
    for (int kill = 0; kill < kills && seen < sets; ++kill, ++done) {
      // Each kill comes after some new result, and anywhere in a match.
      const int before = seen;
      while (seen == before) {
        seen = static_cast<int>(ResultsOf(Address(), name).size());
      }
      for (volatile int turn = 0; turn < 1'000'000 * (kill % 7);) {
        turn = turn + 1;
      }
      if (kill % 3 != 0) {
        for (const pid_t runner : testing::ChildrenOf(referee_->pid())) {
          ::kill(runner, SIGKILL);
        }
      }
      if (kill % 3 == 1) continue;
      referee_->Signal(SIGKILL);
      referee_->Wait();
      StartReferee();
    }
    EXPECT_EQ(done, kills) << "the ladder was over before";
    testing::CompetitionClient(Address()).AwaitEnd(name);
    const std::vector<std::string> results = ResultsOf(Address(), name);
    referee_->Terminate();
    EXPECT_EQ(testing::AwaitEnd(*referee_), "exit status 0");
    return results;
  }
};

TEST_P(LadderTest, KillsChangeNothingAndLeaveNothing) {
  const char* const wanted = std::getenv("PENTATHLON_KILLS");
  int kills = 6;
  ASSERT_TRUE(wanted == nullptr || absl::SimpleAtoi(wanted, &kills));
  // Some sets are played between two kills.
  const int sets = 4 * kills;
  const std::vector<std::string> undisturbed = PlayLadder(sets, 0);
  EXPECT_THAT(undisturbed, SizeIs(sets));
  Prepare();
  EXPECT_EQ(PlayLadder(sets, kills), undisturbed);
  EXPECT_THAT(sandbox::Leftovers(Data() + "/runners/1/sandbox",
                                 folder_->path()),
              IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Sandboxes, LadderTest,
                         ::testing::Values("bubblewrap"));
INSTANTIATE_TEST_SUITE_P(Sandboxes, PlayingTest,
                         ::testing::Values("bubblewrap", "none"));

}  // namespace
}  // namespace arena::runner
