#include "referee/access/replies.h"

#include "absl/strings/cord.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/rpc/rpc_status.pb.h"

namespace arena::referee {
namespace {

// How many digits of the hash of a list its page tokens hold. They find
// mistakes; they are no secret.
constexpr size_t kListDigits = 8;

std::string DigitsOf(absl::string_view list) {
  return absl::BytesToHexString(Sha256(list)).substr(0, kListDigits);
}

}  // namespace

absl::Status ExhaustedError(absl::string_view message, absl::Duration retry) {
  RetryInfo info;
  const absl::Duration seconds = absl::Ceil(retry, absl::Seconds(1));
  info.mutable_retry_delay()->set_seconds(absl::ToInt64Seconds(seconds));
  absl::Status status = absl::ResourceExhaustedError(message);
  status.SetPayload("type.googleapis.com/google.rpc.RetryInfo",
                    absl::Cord(info.SerializeAsString()));
  return status;
}

absl::StatusOr<int> PageSize(uint32_t asked, const PageSizes& sizes) {
  if (asked == 0) return static_cast<int>(sizes.if_absent);
  if (asked <= sizes.largest) return static_cast<int>(asked);
  return absl::InvalidArgumentError(
      absl::StrCat("page_size is ", asked, "; expected at most ", sizes.largest,
                   ", or 0 for ", sizes.if_absent));
}

std::string MakePageToken(absl::string_view list, absl::string_view position) {
  return absl::StrCat(DigitsOf(list), position);
}

absl::StatusOr<std::string> ReadPageToken(absl::string_view list,
                                          const std::string& token) {
  if (token.empty()) return std::string();
  if (token.size() > kListDigits && token.starts_with(DigitsOf(list))) {
    return token.substr(kListDigits);
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "page token \"", Shortened(token),
      "\"; expected one from an earlier response to a request with the same "
      "filter, or none"));
}

absl::StatusOr<int64_t> ReadPageNumber(absl::string_view list,
                                       const std::string& token) {
  ARENA_ASSIGN_OR_RETURN(const std::string position,
                         ReadPageToken(list, token));
  int64_t number = 0;
  if (position.empty() ||
      (absl::SimpleAtoi(position, &number) && number >= 0)) {
    return number;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("page token \"", Shortened(token),
                   "\"; expected one from an earlier response, or none"));
}

}  // namespace arena::referee
