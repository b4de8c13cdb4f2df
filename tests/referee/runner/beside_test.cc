// Honest matches beside programs that keep the machine busy, and beside the
// zoo. The test prints figures and demands none, because machines differ.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/bench/measurement.h"
#include "arena/bench/serial_bot.h"
#include "arena/bench/subject.h"
#include "arena/match/clock.h"
#include "arena/process/processors.h"
#include "arena/process/temporary_folder.h"
#include "arena/sandbox/sandbox.h"
#include "arena/v1/bot_service.grpc.pb.h"
#include "tests/referee/runner/prepared_store.h"
#include "tests/testing/folders/folders.h"
#include "tests/testing/match_client.h"
#include "tests/testing/match_request.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

// Programs that try to escape; tests/arena/sandbox has their descriptions. Most
// of them end by themselves.
constexpr const char* kZoo[] = {
    "tcp", "udp", "dns", "abstract_socket", "odd_sockets", "machine",
    "write_folders", "write_system", "environment", "command_lines", "memory",
    "trace", "signal", "descriptors", "shared_memory", "old_shared_memory",
    "queue", "diary", "mount", "unmount", "make_writable", "chroot",
    "namespaces", "enter_namespaces", "become_root", "make_device", "keys",
    "bpf", "io_uring", "perf", "user_faults", "personality", "kernel_log",
    "kernel_settings", "leave_cgroup", "priority", "raise_limits", "terminal",
    "fork_bomb", "pid_table", "thread_bomb", "memory_bomb",
    "memory_of_children", "fill_disk", "fill_inodes", "big_file",
    "open_files"};
constexpr const char* kScripts[] = {
    "yes", "yes >&2", "trap '' TERM; while :; do :; done",
    "(setsid sh -c 'while :; do :; done' &); while :; do :; done",
    "while :; do :; done & while :; do :; done"};

// Returns the number of rounds. A round measures beside each neighbour once.
int Rounds() {
  const char* const wanted = std::getenv("PENTATHLON_BESIDE_ROUNDS");
  int rounds = 1;
  EXPECT_TRUE(wanted == nullptr || absl::SimpleAtoi(wanted, &rounds));
  return rounds;
}

// The figures of play beside one kind of neighbour.
struct Figures {
  // Microseconds from an act to its acknowledgement, of a bot that runs here.
  std::vector<double> latencies;
  // Microseconds of decisions of a submitted bot.
  std::vector<double> decisions;
  int matches = 0;
  int faults = 0;
};

class BesideTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto works = sandbox::Sandbox::Open(sandbox::Kind::kBubblewrap,
                                              folder_->path() + "/try");
    if (!works.ok()) GTEST_SKIP() << works.status();
    const std::string data = folder_->path() + "/data";
    Submit(data, "dice", "greedy_bot");
    Submit(data, "burner", "burner");
    auto server = bench::StartServer(
        {testing::InBuild("bin/referee"), "--data", data, "--listen",
         "unix:" + folder_->path() + "/socket", "--runners", "1",
         "--runner-seats", absl::StrCat(2 * BusyMatches() + 2), "--drain",
         "0s"});
    ASSERT_TRUE(server.ok()) << server.status();
    server_ = *std::move(server);
    channel_ = bench::ChannelTo(server_);
  }
  // Returns how many matches keep all processors busy.
  static int BusyMatches() { return static_cast<int>(OwnProcessors().size()); }

  void Submit(const std::string& data, const std::string& bot,
              const std::string& program) {
    const std::string folder = folder_->path() + "/" + bot;
    fs::create_directory(folder);
    fs::copy_file(testing::InBuild("bin/") + program, folder + "/bot");
    std::ofstream(folder + "/bot.toml")
        << "name = \"" << bot << "\"\nversion = \"1\"\nruntime = \"binary\"\n"
        << "run = \"./bot\"\ngames = [\"octrix\", \"ordo\", \"seconds\"]\n";
    SubmitTo(data, folder, bot, "binary");
  }

  // ---- Neighbours ----
  // Each neighbour disturbs until its returned object is destroyed.
  std::shared_ptr<void> Burn() {
    auto matches = std::make_shared<bench::EndlessMatches>(server_);
    for (int i = 0; i < BusyMatches(); ++i) {
      EXPECT_TRUE(matches->Create("burner", "burner").ok());
    }
    return matches;
  }
  std::shared_ptr<void> OpenZoo() {
    struct Zoo {
      std::atomic<bool> over = false;
      std::vector<std::thread> keepers;
      ~Zoo() {
        over = true;
        for (std::thread& keeper : keepers) keeper.join();
      }
    };
    fs::create_directories(Animals());
    fs::copy_file(testing::InBuild("bin/escapes"), Animals() + "/escapes",
                  fs::copy_options::skip_existing);
    auto opened = sandbox::Sandbox::Open(sandbox::Kind::kBubblewrap,
                                         folder_->path() + "/zoo");
    EXPECT_TRUE(opened.ok()) << opened.status();
    std::shared_ptr<sandbox::Sandbox> sandbox = *std::move(opened);
    auto zoo = std::make_shared<Zoo>();
    zoo->keepers.emplace_back([this, sandbox, zoo = zoo.get()] {
      while (!zoo->over) {
        for (const char* const kind : kZoo) {
          if (!zoo->over) LetOut(*sandbox, {"./escapes", kind}, zoo->over);
        }
      }
    });
    zoo->keepers.emplace_back([this, sandbox, zoo = zoo.get()] {
      while (!zoo->over) {
        for (const char* const script : kScripts) {
          if (!zoo->over) LetOut(*sandbox, {"sh", "-c", script}, zoo->over);
        }
      }
    });
    return zoo;
  }
  // The folder of the programs in the zoo.
  std::string Animals() const { return folder_->path() + "/animals"; }
  // Lets a program do its worst for a moment.
  void LetOut(sandbox::Sandbox& sandbox, std::vector<std::string> command,
              const std::atomic<bool>& over) {
    constexpr absl::Duration kMost = absl::Seconds(2);
    command.insert(command.end(),
                   {"marker=arena-beside", "sources=" + testing::InSources(""),
                    "folder=/bot/", "sockets=/run/arena/", "most=0"});
    sandbox::Job job = {.id = "animal", .command = std::move(command),
                        .folder = Animals()};
    job.limits.tasks = 32;
    job.limits.memory_bytes = 96 << 20;
    const auto animal = sandbox.Start(std::move(job));
    ASSERT_TRUE(animal.ok()) << animal.status();
    const absl::Time end = absl::Now() + kMost;
    while (!over && absl::Now() < end &&
           !(*animal)->Wait(absl::Now() + absl::Milliseconds(50))) {
    }
    ++animals_;
  }

  // ---- Honest bots ----
  void Measure(Figures& figures) {
    bench::EndlessMatches matches(server_);
    const std::string name = absl::StrCat("pilot", ++pilots_);
    ASSERT_TRUE(matches.Create(name, name).ok());
    {
      bench::SerialBot pilot(server_.address, name);
      ASSERT_TRUE(pilot.Play(50).ok());
      const auto latencies = pilot.Play(1000);
      ASSERT_TRUE(latencies.ok()) << latencies.status();
      figures.latencies.insert(figures.latencies.end(), latencies->begin(),
                               latencies->end());
    }
    testing::MatchClient client(channel_);
    for (int i = 0; i < 5; ++i) {
      const std::string id = client.Create(
          testing::MatchRequest("octrix", {"bot:dice", "random"}));
      const v1::Match match = client.AwaitEnd(id);
      EXPECT_EQ(match.result().termination(), v1::TERMINATION_NORMAL);
      EXPECT_THAT(match.result().faults(), IsEmpty());
      figures.faults += match.result().faults_size();
      ++figures.matches;
      AddDecisions(id, figures);
    }
  }
  void AddDecisions(const std::string& match_id, Figures& figures) {
    const auto stub = v1::BotService::NewStub(channel_);
    v1::ListSeatReportsRequest request;
    request.set_bot("dice");
    // The report comes after the end of the process.
    for (bool found = false; !found;) {
      grpc::ClientContext context;
      v1::ListSeatReportsResponse response;
      ASSERT_TRUE(stub->ListSeatReports(&context, request, &response).ok());
      for (const v1::SeatReport& report : response.reports()) {
        if (report.match_id() != match_id) continue;
        found = true;
        for (const auto& decision : report.decision_times().decisions()) {
          figures.decisions.push_back(
              absl::ToDoubleMicroseconds(FromMessage(decision.time())));
        }
      }
    }
  }

  const std::unique_ptr<TemporaryFolder> folder_ = *TemporaryFolder::Create();
  bench::Server server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::atomic<int> animals_ = 0;
  int pilots_ = 0;
};

TEST_F(BesideTest, HonestMatchesHaveNoFaults) {
  struct Neighbour {
    const char* name;
    std::function<std::shared_ptr<void>()> begin;
    Figures figures = {};
  };
  std::vector<Neighbour> neighbours = {
      {"nobody", [] { return nullptr; }},
      {"burners", [this] { return Burn(); }},
      {"the zoo", [this] { return OpenZoo(); }}};
  // The neighbours take turns, so that any other load disturbs all alike.
  for (int round = 0; round < Rounds(); ++round) {
    for (Neighbour& neighbour : neighbours) {
      const std::shared_ptr<void> held = neighbour.begin();
      Measure(neighbour.figures);
      if (HasFailure()) return;
    }
  }
  std::cout << "beside     act to acknowledgement us    decision us         "
               "matches faults\n"
            << "              p50     p99   ratio        p50     p99\n";
  const double quiet =
      bench::Percentile(neighbours[0].figures.latencies, 0.5);
  for (const Neighbour& neighbour : neighbours) {
    const Figures& figures = neighbour.figures;
    const double median = bench::Percentile(figures.latencies, 0.5);
    std::cout << absl::StrFormat(
        "%-10s %7.0f %7.0f %7.2f    %7.0f %7.0f %15d %6d\n", neighbour.name,
        median, bench::Percentile(figures.latencies, 0.99), median / quiet,
        bench::Percentile(figures.decisions, 0.5),
        bench::Percentile(figures.decisions, 0.99), figures.matches,
        figures.faults);
  }
  std::cout << animals_ << " programs of the zoo ran" << std::endl;
  EXPECT_GT(animals_, 0);
}

}  // namespace
}  // namespace arena::runner
