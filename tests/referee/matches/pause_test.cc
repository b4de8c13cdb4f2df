// A referee that stands still in the middle of a match.
#include <algorithm>

#include "arena/executor/awake_clock.h"
#include "arena/record/record.h"
#include "tests/referee/matches/host_fixture.h"

namespace arena::referee {
namespace {

// Runs matches by the awake clock.
class PauseTest : public HostTest {
 protected:
  PauseTest() {
    StopHost();
    match_executor_ = &awake_;
    StartHost();
    heartbeat_.emplace(awake_, executor_,
                       [this](absl::Duration pause) { host_->Slept(pause); });
    executor_.RunAll();
  }
  ~PauseTest() override { StopHost(); }

  // The bots answer before any part of the referee knows of the pause.
  v1::Match PlayWithAPause(absl::Duration pause) {
    Connect("a");
    Connect("b");
    const std::string id = Create(Request({"bot:a", "bot:b"}));
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(Step());
    executor_.StandStill(pause);
    EXPECT_TRUE(Step());
    executor_.Advance(AwakeClock::kBeat);
    PlayToTheEnd();
    return Get(id);
  }

  AwakeExecutor awake_{executor_};
  std::optional<Heartbeat> heartbeat_;
};

TEST_F(PauseTest, BotsAreNotChargedForIt) {
  const v1::MatchResult result = PlayWithAPause(absl::Minutes(10)).result();
  EXPECT_EQ(result.termination(), v1::TERMINATION_NORMAL);
  EXPECT_EQ(result.faults_size(), 0);
}

TEST_F(PauseTest, TheRecordShowsIt) {
  const v1::Match match = PlayWithAPause(absl::Minutes(10));
  const auto file = store_->records().Get(match.match_id());
  ASSERT_TRUE(file.ok()) << file.status();
  const absl::StatusOr<Record> record = ReadRecord(*file);
  ASSERT_TRUE(record.ok()) << record.status();
  const MatchEntry pause{.kind = EntryKind::kPause,
                         .charged = absl::Minutes(10) - AwakeClock::kBeat};
  EXPECT_EQ(std::count(record->entries.begin(), record->entries.end(), pause),
            1);
}

}  // namespace
}  // namespace arena::referee
