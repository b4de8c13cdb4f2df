// Fake runners and fake bots within the simulation. The referee sees only their
// streams.
#ifndef TESTS_MEASURE_SCALE_FAKE_RUNNERS_H_
#define TESTS_MEASURE_SCALE_FAKE_RUNNERS_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <queue>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/matches/match_pipeline.h"
#include "tests/measure/scale/gauges.h"

namespace arena::scale {

struct BotOptions {
  // The time from the order to start a process to the hello of the process.
  absl::Duration start_time = absl::Milliseconds(100);
  // The mean time of a decision; each takes between half and 1.5 times as long.
  absl::Duration think_time = absl::Milliseconds(160);
};

struct Counts {
  std::atomic<int64_t> decisions = 0;
  // Counts processes: a match counts once for each of its two bots.
  std::atomic<int64_t> matches_begun = 0;
  std::atomic<int64_t> matches_ended = 0;
};

// The refusals and faults of the arena, by kind, code and message. Details that
// differ from case to case are left out. Thread-safe.
class Complaints {
 public:
  void Add(const std::string& kind, const std::string& code,
           const std::string& message);
  // Returns the groups, the most frequent first, and forgets them. Each line
  // has one message as it was. Empty if there is no complaint.
  std::string TakeText();

 private:
  struct Group {
    int64_t count = 0;
    std::string example;
  };
  Mutex mutex_;
  std::map<std::string, Group> groups_ ABSL_GUARDED_BY(mutex_);
};

// How long the arena let bots wait.
struct Waits {
  // The time from the hello of a process to its match.
  Latency match;
  // The time from an act to its acknowledgement, which follows the journal.
  Latency act;
  // The time from the last act of a bot to the stored result. The opponent may
  // have acted meanwhile.
  Latency end;
};

// Does each task at its time, all on one thread. Thread-safe.
class Timetable {
 public:
  Timetable();
  ~Timetable();
  void At(absl::Time time, std::function<void()> task);
  void Now(std::function<void()> task);
  // Drops the tasks that are left. Call it before destroying what tasks use.
  void Stop();

 private:
  struct Entry {
    absl::Time time;
    int64_t number;
    std::function<void()> task;
    bool operator<(const Entry& other) const {
      return std::tie(other.time, other.number) < std::tie(time, number);
    }
  };

  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::priority_queue<Entry> entries_;
  int64_t next_ = 0;
  bool stopped_ = false;
  std::thread thread_;
};

// Runners that dial referees in turn, each with so many seats.
class FakeRunners {
 public:
  FakeRunners(std::vector<referee::MatchPipeline*> referees,
              BotOptions options);
  ~FakeRunners();

  // Returns when all runners are connected.
  void Connect(int runners, int seats);
  // Silences all runners.
  void Stop() { timetable_.Stop(); }
  Waits& waits() { return waits_; }
  const Counts& counts() const { return counts_; }
  Complaints& complaints() { return complaints_; }

 private:
  class Runner;
  class Bot;

  absl::Duration ThinkTime();
  void Complain(const std::string& kind, const absl::Status& status);

  const std::vector<referee::MatchPipeline*> referees_;
  const BotOptions options_;
  Counts counts_;
  Waits waits_;
  Complaints complaints_;
  // Used on the timetable's thread only.
  std::minstd_rand draws_{20261123};
  std::vector<std::shared_ptr<Runner>> runners_;
  Timetable timetable_;
};

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_FAKE_RUNNERS_H_
