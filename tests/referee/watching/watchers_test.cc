// Watchers that are told of news, and when. The test moves the time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "referee/watching/audience.h"
#include "tests/testing/manual_executor.h"

namespace arena::referee {
namespace {

using ::testing::Each;
using ::testing::Ge;

struct NewsCounter : Watcher {
  void OnNews() override { ++news; }
  int news = 0;
};

class WatchersTest : public ::testing::Test {
 protected:
  static constexpr size_t kAtOnce = Watchers::kToldAtOnce;

  ~WatchersTest() override { executor_.DropAll(); }

  void Come(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      here_.push_back(std::make_shared<NewsCounter>());
      watchers_->Add(here_.back(), false);
    }
    executor_.RunAll();
  }
  void TellAll() {
    watchers_->TellAll();
    executor_.RunAll();
  }
  void Pause() { executor_.Advance(Watchers::kPause); }

  std::vector<int> News() const {
    std::vector<int> news;
    for (const auto& watcher : here_) news.push_back(watcher->news);
    return news;
  }
  size_t Told() const {
    const std::vector<int> news = News();
    return news.size() - std::count(news.begin(), news.end(), 0);
  }

  testing::ManualExecutor executor_;
  const std::shared_ptr<Watchers> watchers_ =
      std::make_shared<Watchers>(executor_);
  std::vector<std::shared_ptr<NewsCounter>> here_;
};

TEST_F(WatchersTest, FewAreToldAtOnce) {
  Come(kAtOnce);
  TellAll();
  EXPECT_THAT(News(), Each(1));
  TellAll();
  EXPECT_THAT(News(), Each(2));
}

TEST_F(WatchersTest, ManyAreToldInPartsWithPauses) {
  Come(2 * kAtOnce + 1);
  TellAll();
  EXPECT_EQ(Told(), kAtOnce);
  executor_.Advance(Watchers::kPause - absl::Milliseconds(1));
  EXPECT_EQ(Told(), kAtOnce);
  executor_.Advance(absl::Milliseconds(1));
  EXPECT_EQ(Told(), 2 * kAtOnce);
  Pause();
  EXPECT_THAT(News(), Each(1));
  executor_.Advance(absl::Seconds(1));
  EXPECT_THAT(News(), Each(1));
}

TEST_F(WatchersTest, NewsOfTheMeantimeIsToldInTheNextRound) {
  Come(2 * kAtOnce);
  TellAll();
  TellAll();
  TellAll();
  Pause();
  EXPECT_THAT(News(), Each(1));
  Pause();
  Pause();
  EXPECT_THAT(News(), Each(2));
  executor_.Advance(absl::Seconds(1));
  EXPECT_THAT(News(), Each(2));
}

TEST_F(WatchersTest, WhoComesInARoundIsToldAtOnceAndLater) {
  Come(2 * kAtOnce);
  TellAll();
  const auto late = std::make_shared<NewsCounter>();
  watchers_->Add(late, true);
  executor_.RunAll();
  EXPECT_EQ(late->news, 1);
  TellAll();
  executor_.Advance(absl::Seconds(1));
  EXPECT_GE(late->news, 2);
  EXPECT_THAT(News(), Each(2));
}

TEST_F(WatchersTest, WhoGoesInARoundCostsNobodyTheNews) {
  Come(3 * kAtOnce);
  TellAll();
  here_.erase(here_.begin(), here_.begin() + 3 * kAtOnce / 2);
  // Newcomers come, more than there is room for.
  Come(4 * kAtOnce);
  executor_.Advance(absl::Seconds(1));
  EXPECT_THAT(News(), Each(Ge(1)));
  TellAll();
  executor_.Advance(absl::Seconds(1));
  EXPECT_THAT(News(), Each(Ge(2)));
}

}  // namespace
}  // namespace arena::referee
