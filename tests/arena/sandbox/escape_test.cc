// The zoo: every kind of escape, in every kind of sandbox.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <tuple>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/arena/sandbox/leftovers.h"
#include "tests/arena/sandbox/sandbox_testing.h"
#include "tests/arena/sandbox/victims.h"
#include "tests/testing/folders/folders.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

using ::testing::IsEmpty;
using ::testing::StartsWith;

// The result of an escape without walls, to show that the escape can succeed.
enum class Without {
  kGains,
  // Only root may do it, even without walls.
  kGainsAsRoot,
  // The attempt would do harm, or has the same limits without walls.
  kNotTried,
};

struct Animal {
  std::string name;
  Without without;
  // The kind that `escapes` knows; empty: the name.
  std::string escape = "";
  // A file in the folder of the victims.
  std::string file = "";
  // An amount above the program's limits.
  std::string most = "0";
};

const std::vector<Animal>& Zoo() {
  constexpr auto kGains = Without::kGains;
  constexpr auto kGainsAsRoot = Without::kGainsAsRoot;
  constexpr auto kNotTried = Without::kNotTried;
  static const auto& zoo = *new std::vector<Animal>{
      // The network.
      {"tcp", kGains},
      {"udp", kGains},
      {"dns", kGains},
      {"abstract_socket", kGains},
      {"odd_sockets", kGains},
      // Files of others.
      {"neighbours_file", kGains, "file", "bot.py"},
      {"store", kGains, "file", "store.db"},
      {"token", kGains, "file", "token"},
      {"machine", kGains},
      {"write_folders", kGains},
      {"write_system", kGainsAsRoot},
      // Processes of others.
      {"environment", kGains},
      {"command_lines", kGains},
      {"memory", kGainsAsRoot},
      {"trace", kGains},
      {"signal", kGains},
      {"descriptors", kNotTried},
      // Other seats.
      {"shared_memory", kGains},
      {"old_shared_memory", kGains},
      {"queue", kGains},
      {"other_socket", kGains},
      {"any_socket", kGains},
      {"any_pipe", kGains},
      {"any_device", kGainsAsRoot},
      {"diary", kGains},
      // Things that the system remembers, and things that it tells of others.
      {"diary_nowait", kGains},
      {"diary_mincore", kGainsAsRoot},
      {"diary_cachestat", kGainsAsRoot},
      {"diary_faults", kGains},
      {"diary_keyring", kGains},
      {"diary_hints", kGainsAsRoot},
      {"asynchronous", kGains},
      {"watch", kGains},
      {"notified", kGains},
      {"lease", kGainsAsRoot},
      {"cookie", kGains},
      {"new_call", kGains},
      {"counters", kGains},
      // The system.
      {"mount", kGainsAsRoot},
      {"unmount", kNotTried},
      {"make_writable", kNotTried},
      {"chroot", kGainsAsRoot},
      {"namespaces", kGainsAsRoot},
      {"enter_namespaces", kGainsAsRoot},
      {"become_root", kGainsAsRoot},
      {"set_uid", kGainsAsRoot},
      {"make_device", kGainsAsRoot},
      {"keys", kGains},
      {"bpf", kGainsAsRoot},
      {"io_uring", kGains},
      {"perf", kGainsAsRoot},
      {"user_faults", kGainsAsRoot},
      {"personality", kGains},
      {"kernel_log", kGainsAsRoot},
      {"kernel_settings", kGainsAsRoot},
      {"leave_cgroup", kGainsAsRoot},
      {"priority", kGainsAsRoot},
      {"raise_limits", kNotTried},
      {"terminal", kNotTried},
      // More than the share of a program.
      {"fork_bomb", kNotTried, "", "", "32"},
      {"pid_table", kNotTried, "", "", "32"},
      {"thread_bomb", kNotTried, "", "", "32"},
      {"memory_bomb", kNotTried, "", "", "100663296"},
      {"memory_of_children", kNotTried, "", "", "100663296"},
      {"fill_disk", kNotTried, "", "", "8388608"},
      {"fill_inodes", kNotTried, "", "", "500000"},
      {"big_file", kNotTried, "", "", "16777216"},
      {"open_files", kNotTried, "", "", "64"},
  };
  return zoo;
}

// A diary is for the next process.
bool IsDiary(const Animal& animal) {
  return absl::StartsWith(animal.name, "diary");
}

std::vector<Animal> Harmless() {
  std::vector<Animal> harmless;
  for (const Animal& animal : Zoo()) {
    if (animal.without != Without::kNotTried) harmless.push_back(animal);
  }
  return harmless;
}

// The animals that want more than their share.
std::vector<Animal> Greedy() {
  std::vector<Animal> greedy;
  for (const Animal& animal : Zoo()) {
    // So many files fit nowhere.
    if (animal.most != "0" && animal.name != "fill_inodes") {
      greedy.push_back(animal);
    }
  }
  return greedy;
}

// Victims, and a folder with the attacking program.
class Attacking : public Sandboxing {
 protected:
  void OpenWithVictims(Kind kind) {
    Open(kind);
    if (::testing::Test::IsSkipped()) return;
    name_ = absl::StrCat("arena-test-", getpid());
    victims_ = std::make_unique<Victims>(Path("victims"), name_, Path("bot"));
    fs::copy_file(testing::InBuild("bin/escapes"), Path("bot/escapes"));
    fs::copy_file("/usr/bin/id", Path("bot/set_uid_id"));
    chmod(Path("bot/set_uid_id").c_str(), 04755);
  }
  void ExpectNothingLeft() {
    EXPECT_THAT(Leftovers(Work(), "marker=" + name_), IsEmpty());
    for (const std::string folder :
         {"/tmp/", "/dev/shm/", "/var/tmp/", "/run/"}) {
      fs::remove(folder + name_ + "-diary");
    }
  }

  Job Escape(const Animal& animal, bool is_command_line = false) const {
    const std::string kind =
        animal.escape.empty() ? animal.name : animal.escape;
    Job job = is_command_line ? MakeCommandLine({Path("bot/escapes"), kind})
                              : MakeJob({"./escapes", kind});
    const std::string folder = is_command_line ? Path("bot/") : "/bot/";
    std::vector<std::string> told = victims_->Told();
    for (const std::string& word :
         {"marker=" + name_, "sources=" + testing::InSources(""),
          "victims=" + Path("victims"), "folder=" + folder,
          std::string("sockets=/run/arena/"),
          "set_uid=" + folder + "set_uid_id",
          "file=" + Path("victims/" + animal.file), "most=" + animal.most}) {
      told.push_back(word);
    }
    job.command.insert(job.command.end(), told.begin(), told.end());
    job.limits = {.memory_bytes = 96 << 20,
                  .tasks = 32,
                  .open_files = 64,
                  .file_bytes = 16 << 20,
                  .scratch_bytes = 8 << 20};
    return job;
  }
  std::string Outcome(const Job& job) {
    const Ran ran = RunToEnd(job);
    return absl::StrCat(absl::StrJoin(ran.lines, "; "), " (", ran.end, ")");
  }

  bool HasGroupOfMemory() const {
    return absl::c_none_of(sandbox_->Missing(), [](const std::string& missing) {
      return absl::StrContains(missing, "memory is limited for each process");
    });
  }

  std::string name_;
  std::unique_ptr<Victims> victims_;
};

// ---- Kinds that end by themselves ----

class EscapeTest : public Attacking,
                   public ::testing::TestWithParam<std::tuple<Way, Animal>> {
 protected:
  void SetUp() override {
    const Kind kind = std::get<Way>(GetParam()).kind;
    if (kind == Kind::kOci && std::getenv("PENTATHLON_OCI_ZOO") == nullptr) {
      GTEST_SKIP() << "takes minutes; set PENTATHLON_OCI_ZOO=1";
    }
    OpenWithVictims(kind);
  }
  void TearDown() override {
    if (!IsSkipped()) ExpectNothingLeft();
  }
  Job Escape() const {
    return Attacking::Escape(std::get<Animal>(GetParam()),
                             std::get<Way>(GetParam()).is_command_line);
  }
};

std::string AnimalName(
    const ::testing::TestParamInfo<std::tuple<Way, Animal>>& info) {
  return absl::StrCat(std::get<Animal>(info.param).name, "_",
                      WayName(std::get<Way>(info.param)));
}

INSTANTIATE_TEST_SUITE_P(Walled, EscapeTest,
                         ::testing::Combine(::testing::ValuesIn(kWalledWays),
                                            ::testing::ValuesIn(Zoo())),
                         AnimalName);

TEST_P(EscapeTest, GainsNothing) {
  const Animal& animal = std::get<Animal>(GetParam());
  if (animal.name == "diary_faults" && !HasGroupOfMemory()) {
    GTEST_SKIP() << "what a program has read stays in memory here";
  }
  const bool is_bound_as_a_whole =
      animal.name == "memory_of_children" || animal.name == "fill_inodes";
  if (is_bound_as_a_whole && !HasGroups()) GTEST_SKIP() << kNoGroups;
  std::string seen = Outcome(Escape());
  if (IsDiary(animal)) seen = Outcome(Escape());
  RecordProperty("outcome", seen);
  EXPECT_FALSE(absl::StartsWith(seen, "gained")) << seen;
}

// The attempts above, which succeed here.
class OutsideTest : public EscapeTest {};

INSTANTIATE_TEST_SUITE_P(None, OutsideTest,
                         ::testing::Combine(::testing::Values(Way{Kind::kNone}),
                                            ::testing::ValuesIn(Harmless())),
                         AnimalName);

TEST_P(OutsideTest, Gains) {
  const Animal& animal = std::get<Animal>(GetParam());
  if (animal.without == Without::kGainsAsRoot && geteuid() != 0) {
    GTEST_SKIP() << "only root gains it";
  }
  // A group of memory is the same without walls, and forgets the pages that a
  // program has read.
  const bool is_of_pages = IsDiary(animal) && animal.name != "diary" &&
                           animal.name != "diary_keyring" &&
                           animal.name != "diary_hints";
  if (is_of_pages && HasGroupOfMemory()) {
    GTEST_SKIP() << "what a program has read is forgotten here";
  }
  if (IsDiary(animal)) Outcome(Escape());
  const std::string seen = Outcome(Escape());
  if (absl::StrContains(seen, "Function not implemented")) {
    GTEST_SKIP() << "this system is too old for it";
  }
  EXPECT_THAT(seen, StartsWith("gained"));
}

// ---- Kinds that are limited everywhere ----

class RoomTest : public EscapeTest {};

INSTANTIATE_TEST_SUITE_P(Walled, RoomTest,
                         ::testing::Combine(::testing::ValuesIn(kWalledWays),
                                            ::testing::ValuesIn(Greedy())),
                         AnimalName);

TEST_P(RoomTest, WithMoreRoomItGains) {
  Job job = Escape();
  job.limits = {.memory_bytes = 512 << 20,
                .tasks = 256,
                .open_files = 256,
                .file_bytes = 64 << 20,
                .scratch_bytes = 64 << 20};
  EXPECT_THAT(Outcome(job), StartsWith("gained"));
}

// ---- Kinds that do not end ----

class HangingTest : public Attacking, public ::testing::TestWithParam<Kind> {
 protected:
  void SetUp() override { OpenWithVictims(GetParam()); }
  void TearDown() override {
    if (!IsSkipped()) ExpectNothingLeft();
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, HangingTest, ::testing::ValuesIn(kAllKinds),
                         KindName);

TEST_P(HangingTest, EndlessOutputIsBoundedAndHoldsNothingUp) {
  for (const std::string kind : {"endless_output", "endless_errors"}) {
    Job job = Escape(
        {.name = kind, .without = Without::kNotTried, .most = "30000000000"});
    Lines lines;
    const auto program = Start(job, lines);
    // The program prints that beginning in its second second.
    lines.Await("[");
    program->Kill();
    EXPECT_TRUE(program->Wait(Patience()));
    // The program may print for two seconds, and for one more until it is
    // killed.
    EXPECT_LT(absl::StrJoin(lines.Get(), "\n").size(),
              3 * job.limits.output_bytes_per_second);
  }
}

TEST_P(HangingTest, ADaemonEndsWithItsBot) {
  if (GetParam() == Kind::kNone && !HasGroups()) GTEST_SKIP() << kNoGroups;
  EXPECT_EQ(RunToEnd(Escape({"daemon", Without::kNotTried})).end,
            "exit status 1");
}

TEST_P(HangingTest, WhoIgnoresSignalsIsKilled) {
  Lines lines;
  const auto program =
      Start(Escape({"ignore_signals", Without::kNotTried}), lines);
  lines.Await("ready");
  program->Terminate();
  EXPECT_FALSE(program->Wait(absl::InfinitePast()));
  program->Kill();
  EXPECT_TRUE(program->Wait(Patience()));
}

TEST_P(HangingTest, ManyProcessesShareTheirCores) {
  if (!HasGroups()) GTEST_SKIP() << kNoGroups;
  Lines lines;
  const auto program =
      Start(Escape({"burn_many_cores", Without::kNotTried}), lines);
  lines.Await("ready");
  const absl::Duration before = program->UsageSoFar().processor_time;
  const absl::Time start = absl::Now();
  program->Wait(start + absl::Seconds(1));
  const absl::Duration used = program->UsageSoFar().processor_time - before;
  EXPECT_LT(used, 1.2 * (absl::Now() - start));
  EXPECT_GT(used, absl::ZeroDuration());
}

TEST_P(HangingTest, NobodyThinksWhileFrozen) {
  if (!HasGroups()) GTEST_SKIP() << kNoGroups;
  Lines lines;
  const auto program =
      Start(Escape({"burn_many_cores", Without::kNotTried}), lines);
  lines.Await("ready");
  program->Freeze();
  // A frozen process stops when it is next on a processor.
  program->Wait(absl::Now() + absl::Milliseconds(100));
  const absl::Duration before = program->UsageSoFar().processor_time;
  program->Wait(absl::Now() + absl::Milliseconds(300));
  EXPECT_LT(program->UsageSoFar().processor_time - before,
            absl::Milliseconds(5));
}

// ---- Partners at the same time ----

// The findings of a process while another process of its bot holds locks.
class PartnersTest : public HangingTest {
 protected:
  std::string FoundBeside() {
    Lines lines;
    const auto partner =
        Start(Escape({"hold_locks", Without::kNotTried}), lines);
    lines.Await("ready");
    return Outcome(Escape({"find_locks", Without::kNotTried}));
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, PartnersTest,
                         ::testing::Values(Kind::kBubblewrap, Kind::kNone),
                         KindName);

TEST_P(PartnersTest, MakeNoSignsByLocks) {
  const std::string found = FoundBeside();
  if (GetParam() == Kind::kNone) {
    EXPECT_THAT(found, StartsWith("gained"));
  } else if (geteuid() != 0) {
    // Only root makes devices.
    EXPECT_THAT(found, StartsWith("gained a sign at /dev/null"));
  } else {
    EXPECT_THAT(found, StartsWith("nothing"));
  }
}

// ---- No escapes ----

TEST_P(PartnersTest, ItsOwnFilesHaveLocks) {
  const Ran ran = RunToEnd(
      Shell("flock /tmp/own sh -c 'flock -n /tmp/own true || echo locked'"));
  EXPECT_THAT(ran.lines, ::testing::ElementsAre("locked"));
}

// Runtimes read these files when they begin.
TEST_P(PartnersTest, ItCountsProcessorsAndMemory) {
  const Ran ran = RunToEnd(
      Shell("grep -q '^cpu0 ' /proc/stat && grep -q MemTotal /proc/meminfo && "
            "cat /proc/sys/vm/overcommit_memory"));
  EXPECT_EQ(ran.end, "exit status 0");
}

TEST_P(HangingTest, ItsOwnSocketIsReached) {
  const Descriptor socket = ListenAt(Path("sockets/referee.sock"));
  Job job = Escape({"own_socket", Without::kNotTried});
  job.command.push_back("own_socket=/run/arena/referee.sock");
  EXPECT_THAT(Outcome(job), StartsWith("gained"));
}

TEST_P(HangingTest, WhoIsKilledForMemoryIsTold) {
  if (!HasGroups()) GTEST_SKIP() << kNoGroups;
  const Ran ran = RunToEnd(
      Escape({"memory_bomb", Without::kNotTried, "", "", "200000000"}));
  EXPECT_EQ(ran.end, "signal 9 (Killed): its 96 MiB of memory were full");
  EXPECT_TRUE(ran.usage.out_of_memory);
  // The program that watches a container has some memory, too.
  EXPECT_LE(ran.usage.peak_memory_bytes, 112 << 20);
}

}  // namespace
}  // namespace arena::sandbox
