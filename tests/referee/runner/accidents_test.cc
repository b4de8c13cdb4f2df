// Submitted bots fail in every way, beside an honest ladder of eight bots. The
// ladder has the same results as without them, and their author is told.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "tests/referee/runner/prepared_store.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/match_client.h"
#include "tests/testing/match_request.h"
#include "tests/testing/program.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr char kLadder[] = "ladder";
constexpr int kHonest = 8;
constexpr int kSets = 16;

// A version that is built and validated while the ladder is played.
struct Accident {
  const char* name;
  // The name of a program of this build.
  const char* program;
  // Some lines of the bot's bot.toml.
  const char* toml;
  // The last state of the version, and its reason.
  v1::SubmittedVersion::State end;
  const char* reason;
};

void PrintTo(const Accident& accident, std::ostream* out) {
  *out << accident.name;
}

constexpr Accident kAccidents[] = {
    {"PromisesMoreThanItPlays", "greedy_bot",
     R"(run = "./bot --games octrix")",
     v1::SubmittedVersion::STATE_FAILED, "bot.toml promises"},
    {"CrashesAfterEveryMatch", "greedy_bot",
     R"(run = "sh -c './bot; kill -SEGV $$'")",
     v1::SubmittedVersion::STATE_ACTIVE, ""},
    {"PrintsNoTextInItsBuild", "greedy_bot",
     R"(run = "./bot"
build = "printf '\\377\\n'")",
     v1::SubmittedVersion::STATE_ACTIVE, ""},
    {"BuildsForEver", "greedy_bot",
     R"(run = "./bot"
build = "sleep 100000")",
     v1::SubmittedVersion::STATE_BUILDING, ""},
    {"SaysNoHello", "greedy_bot", R"(run = "sleep 100000")",
     v1::SubmittedVersion::STATE_FAILED, "before it said hello"},
    {"NeverGetsReady", "mortal", R"(run = "./bot --freezes-at 0")",
     v1::SubmittedVersion::STATE_FAILED, "before its first decision"},
    {"FreezesInADecision", "mortal", R"(run = "./bot --freezes-at 1")",
     v1::SubmittedVersion::STATE_FAILED, "in decision 1"},
    {"DiesInEveryDecision", "mortal", R"(run = "./bot --dies-at 1")",
     v1::SubmittedVersion::STATE_FAILED, "in decision 1"},
};

class LadderOfEight : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto works = sandbox::Sandbox::Open(sandbox::Kind::kBubblewrap,
                                              folder_->path() + "/try");
    if (!works.ok()) GTEST_SKIP() << works.status();
  }

  // ---- Bots ----
  // Makes a folder with a program and its bot.toml.
  std::string FolderOf(const std::string& bot, const std::string& program,
                       const std::string& toml) const {
    const std::string folder = folder_->path() + "/" + bot;
    fs::create_directory(folder);
    fs::copy_file(testing::InBuild("bin/") + program, folder + "/bot");
    std::ofstream(folder + "/bot.toml")
        << "name = \"" << bot << "\"\nversion = \"1\"\nruntime = \"binary\"\n"
        << "games = [\"octrix\", \"ordo\", \"seconds\"]\n"
        << toml << "\n";
    return folder;
  }
  std::string Data() const { return folder_->path() + "/data"; }
  static std::string NameOf(int honest) { return absl::StrCat("b", honest); }
  void SubmitHonest() {
    for (int i = 1; i <= kHonest; ++i) {
      SubmitTo(Data(), FolderOf(NameOf(i), "greedy_bot", "run = \"./bot\""),
               NameOf(i), "binary");
    }
  }
  // Submits the accident's version, which waits to be built.
  void HandOver(const Accident& accident) {
    const auto archive = submission::Pack(
        FolderOf("accident", accident.program, accident.toml), {});
    ASSERT_TRUE(archive.ok()) << archive.status();
    const auto directory =
        referee::DataDirectory::Open(Data(), absl::ZeroDuration());
    ASSERT_TRUE(directory.ok()) << directory.status();
    const auto store =
        referee::OpenStore("sqlite:" + directory->DatabasePath(), "referee");
    ASSERT_TRUE(store.ok()) << store.status();
    v1::Bot bot;
    bot.set_name("accident");
    bot.set_author("mallory");
    bot.set_status(v1::Bot::STATUS_ACTIVE);
    ASSERT_TRUE((*store)->bots().Insert(bot, absl::UnixEpoch()).ok());
    referee::VersionRow row =
        referee::SubmittedRow("accident", "1", "binary", *archive);
    row.start_budget = absl::Seconds(2);
    const std::string& sha256 = row.message.archive_sha256();
    ASSERT_TRUE((*store)->archives().Put(sha256, *archive).ok());
    const auto inserted = (*store)->versions().Insert(
        row, {.uploader = "", .sha256 = sha256}, 0);
    ASSERT_TRUE(inserted.ok()) << inserted.status();
  }

  // ---- The referee ----
  std::string Address() const { return "unix:" + folder_->path() + "/socket"; }
  std::shared_ptr<grpc::Channel> Channel() const {
    return grpc::CreateChannel(Address(), grpc::InsecureChannelCredentials());
  }
  // Starts a referee with a runner: two processes may play, and two may wait.
  void StartReferee() {
    referee_ = testing::StartProgram({testing::InBuild("bin/referee"), "--data",
                                      Data(), "--listen", Address(),
                                      "--runners", "1", "--runner-seats", "2",
                                      "--clock-bank", "1s", "--drain", "0s"});
    ASSERT_NE(testing::AwaitReady(*referee_), "");
  }
  // Plays a ladder of the honest bots. Returns its results and standings.
  std::vector<std::string> PlayLadder() {
    std::vector<std::string> players;
    for (int i = 1; i <= kHonest; ++i) players.push_back("bot:" + NameOf(i));
    v1::CompetitionSpec spec = testing::CompetitionOf(
        kLadder, "octrix", v1::FORMAT_LADDER, players);
    (*spec.mutable_options())["target"] = "8";
    spec.set_max_sets(kSets);
    spec.set_concurrent_sets(1);
    spec.set_deals(v1::DEALS_INDEPENDENT);
    testing::CompetitionClient client(Address());
    client.Create(spec);
    client.AwaitEnd(kLadder);
    client.ExpectEachPlayedOnce(kLadder);
    return Outcome();
  }
  std::vector<std::string> Outcome() const {
    const auto stub = v1::CompetitionService::NewStub(Channel());
    std::vector<std::string> lines;
    {
      grpc::ClientContext context;
      v1::ListResultsRequest request;
      request.set_name(kLadder);
      request.set_page_size(1000);
      v1::ListResultsResponse response;
      EXPECT_TRUE(stub->ListResults(&context, request, &response).ok());
      for (const v1::CompetitionMatch& match : response.matches()) {
        lines.push_back(absl::StrCat(
            match.set(), ": ", absl::StrJoin(match.entrants(), ","), " ",
            absl::StrJoin(match.result().returns(), " ")));
      }
    }
    grpc::ClientContext context;
    v1::GetStandingsRequest request;
    request.set_name(kLadder);
    v1::GetStandingsResponse response;
    EXPECT_TRUE(stub->GetStandings(&context, request, &response).ok());
    for (const auto& row : response.standings().entrants()) {
      lines.push_back(row.ShortDebugString());
    }
    return lines;
  }
  // Returns the version when it has this state, or after two minutes.
  v1::SubmittedVersion Await(v1::SubmittedVersion::State state) const {
    const auto stub = v1::BotService::NewStub(Channel());
    v1::GetVersionRequest request;
    request.set_bot("accident");
    request.set_version("1");
    v1::GetVersionResponse response;
    const absl::Time patience = absl::Now() + absl::Minutes(2);
    do {
      grpc::ClientContext context;
      EXPECT_TRUE(stub->GetVersion(&context, request, &response).ok());
    } while (response.version().state() != state && absl::Now() < patience);
    return response.version();
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  std::unique_ptr<Process> referee_;
};

// Plays the ladder with the honest bots alone.
class QuietLadder : public LadderOfEight {
 public:
  static const std::vector<std::string>& Outcome() {
    static const std::vector<std::string> outcome = QuietLadder().Play();
    return outcome;
  }

 private:
  void TestBody() override {}
  std::vector<std::string> Play() {
    SubmitHonest();
    StartReferee();
    return PlayLadder();
  }
};

class AccidentsTest : public LadderOfEight,
                      public ::testing::WithParamInterface<Accident> {};

TEST_P(AccidentsTest, AnHonestLadderGoesOnTheSame) {
  SubmitHonest();
  HandOver(GetParam());
  StartReferee();
  const std::vector<std::string> outcome = PlayLadder();
  EXPECT_THAT(outcome, SizeIs(kSets + kHonest));
  EXPECT_EQ(outcome, QuietLadder::Outcome());
  const v1::SubmittedVersion version = Await(GetParam().end);
  EXPECT_EQ(version.state(), GetParam().end) << version.ShortDebugString();
  EXPECT_THAT(version.failure().reason(), HasSubstr(GetParam().reason));
  const bool failed = GetParam().end == v1::SubmittedVersion::STATE_FAILED;
  EXPECT_EQ(failed, !version.failure().reason().empty());
}

using WithdrawnTest = LadderOfEight;

TEST_F(WithdrawnTest, AVersionThatIsRetiredWhileItPlaysChangesNothing) {
  SubmitHonest();
  SubmitTo(Data(),
           FolderOf("accident", "mortal",
                    R"(run = "./bot --freezes-at 1")"),
           "accident", "binary");
  StartReferee();
  testing::MatchClient matches(Channel());
  const v1::CreateMatchRequest request =
      testing::MatchRequest("octrix", {"bot:accident", "random"});
  const std::string id = matches.Create(request);
  for (int i = 0; i < 4; ++i) matches.Create(request);
  const absl::Time patience = absl::Now() + absl::Minutes(1);
  while (matches.Get(id).state() == v1::Match::STATE_PENDING) {
    ASSERT_LT(absl::Now(), patience) << matches.Get(id).waits_for();
  }
  v1::RetireVersionRequest retire;
  retire.set_bot("accident");
  retire.set_version("1");
  grpc::ClientContext context;
  v1::RetireVersionResponse response;
  const auto bots = v1::BotService::NewStub(Channel());
  EXPECT_TRUE(bots->RetireVersion(&context, retire, &response).ok());
  EXPECT_EQ(PlayLadder(), QuietLadder::Outcome());
  EXPECT_EQ(matches.AwaitEnd(id).state(), v1::Match::STATE_FINISHED);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, AccidentsTest, ::testing::ValuesIn(kAccidents),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace arena::runner
