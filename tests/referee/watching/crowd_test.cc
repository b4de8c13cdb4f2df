// Thousands of watchers see one match, without threads and streams.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "arena/games/registry.h"
#include "arena/match/step_maker.h"
#include "referee/watching/audience.h"
#include "tests/testing/manual_executor.h"

namespace arena::referee {
namespace {

constexpr int kCrowd = 5000;

MatchSettings OctrixSettings() {
  const Game& octrix = **FindGame("octrix");
  return {.id = "m",
          .table = {.game = &octrix,
                    .seats = 2,
                    .options = GameOptions::Parse(octrix.info->options,
                                                  "target=10000,max_deals=1000")
                                   .value(),
                    .seed = ParseSeed("crowd").value()},
          .clock = std::nullopt,
          .players = {"a", "b"},
          .label = ""};
}

// Returns where the bytes of a message are in memory.
const uint8_t* PlaceOf(const grpc::ByteBuffer& message) {
  std::vector<grpc::Slice> slices;
  EXPECT_TRUE(message.Dump(&slices).ok());
  return slices.empty() ? nullptr : slices.front().begin();
}

// Reads all messages whenever there is news.
class Reader : public Watcher {
 public:
  explicit Reader(const std::shared_ptr<Audience>& audience)
      : story_(audience->story()) {}

  void OnNews() override {
    for (auto message = story_->Message(next); message.has_value();
         message = story_->Message(++next)) {
      last = *message;
    }
  }

  uint32_t next = 0;
  // The message before `next`.
  grpc::ByteBuffer last;

 private:
  const std::shared_ptr<MatchStory> story_;
};

// Hears the news, and reads nothing.
class Sleeper : public Watcher {
 public:
  void OnNews() override { ++calls; }
  int calls = 0;
};

class CrowdTest : public ::testing::Test {
 protected:
  CrowdTest() {
    audience_->OnBegin(OctrixSettings(), {});
    executor_.RunAll();
  }
  ~CrowdTest() override { executor_.DropAll(); }

  template <typename Kind>
  void Join(const std::shared_ptr<Kind>& watcher) {
    audience_->Join(std::weak_ptr<Watcher>(watcher));
    executor_.RunAll();
  }
  // Plays the first legal action of each seat until there is a new step.
  void PlayOneStep() {
    const uint32_t steps = audience_->story()->size();
    while (audience_->story()->size() == steps) {
      MatchEntry entry;
      if (const auto chance = table_.NextChance(); chance.has_value()) {
        entry = *chance;
      } else {
        const Seat seat = table_.Owing().first();
        ActionList legal;
        table_.state()->LegalActions(seat, legal);
        entry = {.kind = EntryKind::kChoice, .seat = seat, .action = legal[0]};
      }
      table_.Play(entry).value();
      audience_->OnEntries({entry});
      executor_.RunAll();
    }
  }

  // The count of CountingAllocator.
  int kept_ = 0;
  testing::ManualExecutor executor_;
  Table table_ = Table::Create(OctrixSettings().table).value();
  std::shared_ptr<Audience> audience_ = std::make_shared<Audience>(
      absl::ZeroDuration(), executor_, [](const Audience::MatchAnswer&) {});
};

TEST_F(CrowdTest, ThousandsReadTheSameBytes) {
  std::vector<std::shared_ptr<Reader>> crowd;
  for (int i = 0; i < kCrowd; ++i) {
    Join(crowd.emplace_back(std::make_shared<Reader>(audience_)));
  }
  for (int step = 0; step < 20; ++step) PlayOneStep();
  const uint32_t steps = audience_->story()->size();
  EXPECT_GE(steps, 20u);
  // The last watchers have been told by now.
  executor_.Advance(absl::Seconds(1));
  for (const auto& reader : crowd) {
    ASSERT_EQ(reader->next, steps);
    ASSERT_EQ(PlaceOf(reader->last), PlaceOf(crowd.front()->last));
  }
}

TEST_F(CrowdTest, OneWhoComesLateReadsWhatTheOthersHaveRead) {
  const auto early = std::make_shared<Reader>(audience_);
  Join(early);
  for (int step = 0; step < 20; ++step) PlayOneStep();
  const auto late = std::make_shared<Reader>(audience_);
  Join(late);
  EXPECT_EQ(late->next, early->next);
  EXPECT_EQ(PlaceOf(late->last), PlaceOf(early->last));
}

TEST_F(CrowdTest, OneWhoNeverReadsKeepsNothingAndNobodyWaits) {
  const auto sleeper = std::make_shared<Sleeper>();
  Join(sleeper);
  const auto reader = std::make_shared<Reader>(audience_);
  Join(reader);
  for (int step = 0; step < 20; ++step) PlayOneStep();
  EXPECT_EQ(reader->next, audience_->story()->size());
  EXPECT_EQ(sleeper.use_count(), 1);
}

TEST_F(CrowdTest, AStoryTakesLittleMemoryHoweverLongTheMatchIs) {
  const auto early = std::make_shared<Reader>(audience_);
  Join(early);
  size_t whole = 0;
  for (int step = 0; step < 1000; ++step) {
    PlayOneStep();
    whole += audience_->story()->Message(early->next - 1)->Length();
  }
  EXPECT_LT(audience_->story()->bytes(), whole / 2);
  // The early steps can still be read.
  for (uint32_t number = 0; number < early->next; ++number) {
    ASSERT_EQ(audience_->story()->Step(number)->step(), number);
  }
  EXPECT_FALSE(audience_->story()->Message(early->next).has_value());
}

// ---- Watchers that come and go ----

// Counts memory that is not given back. A watcher's memory is kept as long as a
// pointer leads to it, even a weak one.
template <typename T>
struct CountingAllocator {
  using value_type = T;
  explicit CountingAllocator(int* count) : kept(count) {}
  template <typename U>
  explicit CountingAllocator(const CountingAllocator<U>& other)
      : kept(other.kept) {}
  T* allocate(size_t count) {
    ++*kept;
    return std::allocator<T>().allocate(count);
  }
  void deallocate(T* place, size_t count) {
    --*kept;
    std::allocator<T>().deallocate(place, count);
  }
  template <typename U>
  bool operator==(const CountingAllocator<U>& other) const {
    return kept == other.kept;
  }
  int* kept;
};

TEST_F(CrowdTest, ThoseWhoComeAndGoLeaveNothingBehindWhileNothingHappens) {
  int most = 0;
  for (int i = 0; i < 100000; ++i) {
    Join(std::allocate_shared<Sleeper>(CountingAllocator<Sleeper>(&kept_)));
    most = std::max(most, kept_);
  }
  EXPECT_LE(most, 100);
}

TEST_F(CrowdTest, ThoseWhoStayAreToldAlthoughOthersGo) {
  const auto stays = std::make_shared<Sleeper>();
  Join(stays);
  for (int i = 0; i < 1000; ++i) Join(std::make_shared<Sleeper>());
  const int calls = stays->calls;
  PlayOneStep();
  EXPECT_EQ(stays->calls, calls + 1);
}

}  // namespace
}  // namespace arena::referee
