#include "sdk/cpp/base/stragglers.h"

#include <gtest/gtest.h>

#include <future>

namespace pentathlon {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

TEST(StragglersTest, AreGivenUpSomeTimeAfterTheSession) {
  std::promise<void> given_up;
  Stragglers stragglers([&] { given_up.set_value(); }, milliseconds(1));
  stragglers.SessionIsOver();
  given_up.get_future().wait();
}

TEST(StragglersTest, AreNotGivenUpWhileTheSessionLasts) {
  bool given_up = false;
  { Stragglers stragglers([&] { given_up = true; }, milliseconds(0)); }
  EXPECT_FALSE(given_up);
}

TEST(StragglersTest, ThatEndInTimeAreNotGivenUp) {
  bool given_up = false;
  {
    Stragglers stragglers([&] { given_up = true; }, hours(1));
    stragglers.SessionIsOver();
  }
  EXPECT_FALSE(given_up);
}

}  // namespace
}  // namespace pentathlon
