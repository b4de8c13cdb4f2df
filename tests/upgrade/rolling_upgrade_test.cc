// A rolling upgrade: programs of two neighbouring versions play a ladder
// together, and one program after the other is replaced.
#include <gmock/gmock.h>
#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/process/temporary_folder.h"
#include "arena/submission/archive.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "arena/v1/runner_service.grpc.pb.h"
#include "referee/store/open_store.h"
#include "referee/store/sql/postgres_connection.h"
#include "tests/referee/store/next_release.h"
#include "tests/referee/store/postgres_server.h"
#include "tests/referee/store/submitted_bot.h"
#include "tests/testing/competition_client.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/program.h"

namespace arena::testing {
namespace {

using referee::PostgresServer;
using ::testing::Ge;
using ::testing::Gt;
using ::testing::SizeIs;
namespace fs = std::filesystem;

// ---- What neighbouring releases say to each other ----

// Stands between runners and a referee and passes everything on. When one side
// is newer, its messages have fields that the other side does not know.
// RunnerService.Work then also has messages of an unknown kind. Thread-safe.
class NewerNeighbour {
 public:
  // Listens on `address` for runners and dials `referee`. The referee may start
  // later.
  NewerNeighbour(const std::string& address, const std::string& referee);
  ~NewerNeighbour();

  void set_referee_is_newer() { newer_.referee = true; }
  void set_runners_are_newer() { newer_.runners = true; }
  // How many messages have been changed, and how many added.
  int changed() const { return newer_.changed; }
  int added() const { return newer_.added; }
  // How many streams of runners a referee has ended because of a bad message.
  int refused() const { return newer_.refused; }

 private:
  struct Newer {
    std::atomic<bool> referee = false;
    std::atomic<bool> runners = false;
    std::atomic<int> changed = 0;
    std::atomic<int> added = 0;
    std::atomic<int> refused = 0;
  };
  class Runners;
  class Bots;

  Newer newer_;
  std::unique_ptr<Runners> runners_;
  std::unique_ptr<Bots> bots_;
  std::unique_ptr<grpc::Server> server_;
};

// A field number that no message of ours has.
constexpr int kUnknownField = 20'000;

void AddUnknownField(google::protobuf::Message& message) {
  message.GetReflection()->MutableUnknownFields(&message)->AddLengthDelimited(
      kUnknownField, "of the future");
}

bool IsRefusal(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
    // The program on the other side is being replaced.
    case grpc::StatusCode::UNAVAILABLE:
    // A runner is back before its referee has noticed that it was gone.
    case grpc::StatusCode::ALREADY_EXISTS:
      return false;
    default:
      return true;
  }
}

// Copies the metadata, with which the caller proves its identity.
void CopyMetadata(const grpc::ServerContext& from, grpc::ClientContext& to) {
  for (const auto& [name, value] : from.client_metadata()) {
    if (name != "authorization") continue;
    to.AddMetadata("authorization", {value.data(), value.size()});
  }
}

// Every call has two threads: one for each direction.
class NewerNeighbour::Runners final : public v1::RunnerService::Service {
 public:
  Runners(std::shared_ptr<grpc::Channel> referee, Newer& newer)
      : stub_(v1::RunnerService::NewStub(std::move(referee))), newer_(newer) {}

  grpc::Status Work(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::WorkResponse, v1::WorkRequest>*
                        runner) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->Work(&onward);
    std::thread up([&] {
      v1::WorkRequest request;
      while (runner->Read(&request)) {
        const bool hello = request.has_hello();
        Pass(newer_.runners, std::move(request), *referee, !hello);
      }
      // The runner is gone without a word.
      context->IsCancelled() ? onward.TryCancel()
                             : static_cast<void>(referee->WritesDone());
    });
    v1::WorkResponse response;
    while (referee->Read(&response)) {
      const bool welcome = response.has_welcome();
      Pass(newer_.referee, std::move(response), *runner, !welcome);
    }
    const grpc::Status status = referee->Finish();
    if (IsRefusal(status)) {
      ++newer_.refused;
      ADD_FAILURE() << status.error_code() << ": " << status.error_message();
    }
    // The reading thread still waits for the runner.
    context->TryCancel();
    up.join();
    return status;
  }

  grpc::Status ReadArchive(
      grpc::ServerContext* context, const v1::ReadArchiveRequest* request,
      grpc::ServerWriter<v1::ReadArchiveResponse>* runner) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->ReadArchive(&onward, *request);
    v1::ReadArchiveResponse response;
    while (referee->Read(&response)) {
      if (newer_.referee) AddUnknownField(response);
      runner->Write(response);
    }
    return referee->Finish();
  }

 private:
  // The first message of a stream stays the first.
  template <typename Message, typename Stream>
  void Pass(bool newer, Message message, Stream& stream, bool may_add) {
    if (newer && may_add) {
      Message unknown;
      AddUnknownField(unknown);
      stream.Write(unknown);
      ++newer_.added;
    }
    if (newer) {
      AddUnknownField(message);
      ++newer_.changed;
    }
    stream.Write(message);
  }

  const std::unique_ptr<v1::RunnerService::Stub> stub_;
  Newer& newer_;
};

class NewerNeighbour::Bots final : public v1::PlayService::Service {
 public:
  Bots(std::shared_ptr<grpc::Channel> referee, Newer& newer)
      : stub_(v1::PlayService::NewStub(std::move(referee))), newer_(newer) {}

  grpc::Status Play(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        bot) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->Play(&onward);
    std::thread up([&] {
      v1::PlayRequest request;
      while (bot->Read(&request)) {
        if (newer_.runners) AddUnknownField(request);
        referee->Write(request);
      }
      context->IsCancelled() ? onward.TryCancel()
                             : static_cast<void>(referee->WritesDone());
    });
    v1::PlayResponse response;
    while (referee->Read(&response)) {
      if (newer_.referee) {
        AddUnknownField(response);
        ++newer_.changed;
      }
      bot->Write(response);
    }
    // The token of a process that has ended is no longer valid.
    const grpc::Status status = referee->Finish();
    context->TryCancel();
    up.join();
    return status;
  }

 private:
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  Newer& newer_;
};

NewerNeighbour::NewerNeighbour(const std::string& address,
                               const std::string& referee) {
  grpc::ChannelArguments arguments;
  // The channel finds a restarted referee at once.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  const auto channel = grpc::CreateCustomChannel(
      referee, grpc::InsecureChannelCredentials(), arguments);
  runners_ = std::make_unique<Runners>(channel, newer_);
  bots_ = std::make_unique<Bots>(channel, newer_);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(runners_.get());
  builder.RegisterService(bots_.get());
  server_ = builder.BuildAndStart();
  EXPECT_NE(server_, nullptr) << address;
}

NewerNeighbour::~NewerNeighbour() {
  if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
}

// ---- The upgrade ----

// Results between two steps of the upgrade.
constexpr uint32_t kStep = 4;

// Two referees on one PostgreSQL, and two runners that know both of them. A
// NewerNeighbour stands between the runners and each referee.
class RollingUpgradeTest : public ::testing::Test {
 protected:
  // ---- The arena ----
  // Makes a new store in which two bots are submitted.
  void Open() {
    Close();
    folder_ = *TemporaryFolder::Create();
    schema_ = PostgresServer::Shared().NewSchema();
    // The bots are samples in C++ from this build.
    const auto store = referee::OpenStore(Url(), "before");
    ASSERT_TRUE(store.ok()) << store.status();
    for (const char* const name : {"dice", "pips"}) Submit(**store, name);
  }
  void Submit(referee::Store& store, const std::string& name) {
    const fs::path bot = fs::path(folder_->path()) / name;
    fs::create_directory(bot);
    fs::copy_file(testing::InBuild("bin/greedy_bot"), bot / "bot");
    std::ofstream(bot / "bot.toml")
        << "name = \"" << name << "\"\nversion = \"1\"\n"
        << "runtime = \"binary\"\nrun = \"./bot\"\n"
        << "games = [\"octrix\", \"ordo\", \"seconds\"]\n";
    const auto archive = submission::Pack(bot, {});
    ASSERT_TRUE(archive.ok()) << archive.status();
    const absl::Status submitted = referee::SubmitBot(
        store, referee::SubmittedRow(name, "1", "binary", *archive),
        "author of " + name, *archive);
    ASSERT_TRUE(submitted.ok()) << submitted;
  }
  void Close() {
    runners_.clear();
    referees_.clear();
    neighbours_.clear();
    clients_.clear();
  }
  std::string Url() const { return PostgresServer::Shared().Url(schema_); }
  std::string Address(const std::string& name) const {
    return absl::StrCat("unix:", folder_->path(), "/", name);
  }

  // ---- Programs ----
  void StartReferee(const std::string& name) {
    referees_[name] = StartProgram(
        {testing::InBuild("bin/referee"), "--store", Url(), "--name", name,
         "--listen", Address(name), "--lease", "6s", "--drain", "0s",
         "--log-level", "off", "--clock-start", "5m", "--clock-bank", "10m"});
    ASSERT_EQ(AwaitReady(*referees_[name]), Address(name));
    clients_[name] = std::make_unique<CompetitionClient>(Address(name));
  }
  void StartRunner(const std::string& name) {
    runners_[name] = StartProgram(
        {testing::InBuild("bin/runner"), "--referee", Address("a.between"),
         "--referee", Address("b.between"), "--name", name, "--seats", "4",
         "--sandbox", "none", "--log-level", "off", "--work",
         folder_->path() + "/work-" + name});
  }
  void StartAll() {
    for (const std::string name : {"a", "b"}) {
      neighbours_[name] = std::make_unique<NewerNeighbour>(
          Address(name + ".between"), Address(name));
      StartReferee(name);
    }
    for (const std::string name : {"r1", "r2"}) StartRunner(name);
  }
  // Acts like an operator: stops the referee, and starts it again.
  void ReplaceReferee(const std::string& name) {
    referees_[name]->Terminate();
    EXPECT_EQ(AwaitEnd(*referees_[name]), "exit status 0");
    neighbours_[name]->set_referee_is_newer();
    StartReferee(name);
  }
  void ReplaceRunner(const std::string& name) {
    runners_[name]->Terminate();
    EXPECT_EQ(AwaitEnd(*runners_[name]), "exit status 0");
    StartRunner(name);
  }
  // Migrates the store as the first referee of the next release does.
  void MigrateToNextRelease() {
    const int64_t newest = referee::SchemaSteps().size();
    const auto connection = referee::PostgresConnection::Open(
        {.url = Url(), .session = ""});
    ASSERT_TRUE(connection.ok()) << connection.status();
    const absl::Status migrated =
        referee::Migrate(**connection, referee::StepsOfNextRelease(newest),
                         referee::Sharing::kShared);
    ASSERT_TRUE(migrated.ok()) << migrated;
  }

  // ---- The ladder ----
  void CreateLadder() {
    // The greedy bot always decides the same in this game, unlike in Ordo.
    v1::CompetitionSpec spec =
        CompetitionOf("ladder", "octrix", v1::FORMAT_LADDER,
                      {"bot:dice", "bot:pips", "greedy", "first"});
    // The ladder has no end, as nobody knows how long the upgrade takes. Sets
    // are played one at a time, so that the order of results is always the
    // same.
    spec.set_concurrent_sets(1);
    spec.set_deals(v1::DEALS_INDEPENDENT);
    clients_["a"]->Create(spec);
  }
  // Waits until this referee shows so many results.
  void PlayUntil(const std::string& referee, uint32_t enough) {
    clients_[referee]->Watch("ladder", [&](const News& news) {
      return news.progress().matches_over() >= enough;
    });
  }
  void PlayOn(const std::string& referee) {
    PlayUntil(referee, kStep + static_cast<uint32_t>(
                                   clients_[referee]
                                       ->Get("ladder")
                                       .progress()
                                       .matches_over()));
  }
  std::vector<std::string> Results(const std::string& referee) {
    const auto stub = v1::CompetitionService::NewStub(grpc::CreateChannel(
        Address(referee), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    v1::ListResultsRequest request;
    request.set_name("ladder");
    request.set_page_size(1000);
    v1::ListResultsResponse response;
    EXPECT_TRUE(stub->ListResults(&context, request, &response).ok());
    std::vector<std::string> results;
    for (const v1::CompetitionMatch& match : response.matches()) {
      EXPECT_EQ(match.attempt(), 0u) << match.ShortDebugString();
      EXPECT_EQ(match.result().faults_size(), 0) << match.ShortDebugString();
      results.push_back(absl::StrCat(
          match.set(), "/", match.match(), " ",
          absl::StrJoin(match.entrants(), ","), " ",
          absl::StrJoin(match.result().returns(), " ")));
    }
    return results;
  }
  // Returns as many results of the same ladder when nobody disturbs it.
  std::vector<std::string> Undisturbed(size_t count) {
    Open();
    StartAll();
    CreateLadder();
    PlayUntil("b", static_cast<uint32_t>(count));
    std::vector<std::string> results = Results("b");
    EXPECT_THAT(results, SizeIs(Ge(count)));
    results.resize(count);
    return results;
  }

  std::unique_ptr<TemporaryFolder> folder_;
  std::string schema_;
  std::map<std::string, std::unique_ptr<NewerNeighbour>> neighbours_;
  std::map<std::string, std::unique_ptr<Process>> referees_;
  std::map<std::string, std::unique_ptr<Process>> runners_;
  std::map<std::string, std::unique_ptr<CompetitionClient>> clients_;
};

TEST_F(RollingUpgradeTest, ALadderPlaysThroughIt) {
  Open();
  StartAll();
  CreateLadder();
  PlayOn("a");
  // Two old referees go on with the schema of the next release.
  MigrateToNextRelease();
  PlayOn("a");
  ReplaceReferee("a");
  PlayOn("b");
  // One referee becomes new, and one goes back to the old release.
  ReplaceReferee("b");
  PlayOn("a");
  ReplaceReferee("b");
  PlayOn("b");
  for (const auto& [name, neighbour] : neighbours_) {
    neighbour->set_runners_are_newer();
  }
  ReplaceRunner("r1");
  PlayOn("a");
  ReplaceRunner("r2");
  PlayOn("b");
  for (const auto& [name, neighbour] : neighbours_) {
    EXPECT_EQ(neighbour->refused(), 0) << name;
  }
  int changed = 0;
  int added = 0;
  for (const auto& [name, neighbour] : neighbours_) {
    changed += neighbour->changed();
    added += neighbour->added();
  }
  EXPECT_THAT(changed, Gt(100));
  EXPECT_THAT(added, Gt(10));
  const std::vector<std::string> results = Results("b");
  EXPECT_EQ(results, Undisturbed(results.size()));
}

}  // namespace

}  // namespace arena::testing
