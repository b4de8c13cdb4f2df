// Messages as JSON.
#include "arena/core/message_json.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "arena/v1/match_service.pb.h"

namespace arena {
namespace {

v1::Match Sample() {
  v1::Match match;
  match.set_match_id("m");
  match.set_state(v1::Match::STATE_RUNNING);
  match.mutable_create_time()->set_seconds(1'700'000'000);
  return match;
}

TEST(MessageJsonTest, NamesAreInLowerCamelCaseAndDefaultsLeftOut) {
  EXPECT_EQ(*MessageJson(Sample()),
            "{\"matchId\":\"m\",\"state\":\"STATE_RUNNING\","
            "\"createTime\":\"2023-11-14T22:13:20Z\"}");
}

TEST(MessageJsonTest, DefaultsAreWrittenWhereTheyAreAskedFor) {
  EXPECT_EQ(*MessageJson(v1::SeatSpec(), Defaults::kWritten),
            "{\"version\":\"\"}");
}

TEST(MessageJsonTest, EqualMessagesAreEqualTexts) {
  v1::Match one = Sample();
  v1::Match other = Sample();
  for (const char* name : {"a", "b", "c", "d", "e"}) {
    (*one.mutable_options())[name] = "x";
  }
  for (const char* name : {"e", "d", "c", "b", "a"}) {
    (*other.mutable_options())[name] = "x";
  }
  EXPECT_EQ(*MessageJson(one), *MessageJson(other));
}

TEST(MessageJsonTest, ATimeThatIsNoneIsAnError) {
  v1::Match match;
  match.mutable_create_time()->set_seconds(int64_t{1} << 60);
  EXPECT_FALSE(MessageJson(match).ok());
}

}  // namespace
}  // namespace arena
