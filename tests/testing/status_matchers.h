// Matchers for absl::Status and absl::StatusOr.
#ifndef TESTS_TESTING_STATUS_MATCHERS_H_
#define TESTS_TESTING_STATUS_MATCHERS_H_

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"

namespace arena {

inline const absl::Status& StatusOf(const absl::Status& status) {
  return status;
}
template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

// Matches success: EXPECT_THAT(Parse(text), IsOk()).
MATCHER(IsOk, negation ? "is an error" : "is OK") {
  *result_listener << "which is " << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

// The code of most errors.
inline constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// Matches an error with that code whose message matches. Usually
//   EXPECT_THAT(Parse("x"), StatusIs(kInvalid, HasSubstr("expected 1..3")));
MATCHER_P2(StatusIs, code, message_matcher,
           absl::StatusCodeToString(code) + " with a message that " +
               ::testing::DescribeMatcher<std::string>(message_matcher,
                                                       negation)) {
  const absl::Status& status = StatusOf(arg);
  *result_listener << "which is " << status.ToString();
  return status.code() == code &&
         ::testing::Matches(message_matcher)(std::string(status.message()));
}

}  // namespace arena

#endif  // TESTS_TESTING_STATUS_MATCHERS_H_
