// Parts that the replies of all services share: when to try again, sizes,
// times, and lists in pages.
#ifndef REFEREE_ACCESS_REPLIES_H_
#define REFEREE_ACCESS_REPLIES_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "google/protobuf/message.h"
#include "google/protobuf/timestamp.pb.h"
#include "google/protobuf/util/time_util.h"
#include "referee/calls/method.h"

namespace arena::referee {

// RESOURCE_EXHAUSTED with a google.rpc.RetryInfo in its details.
absl::Status ExhaustedError(absl::string_view message, absl::Duration retry);

// A part of a record.
inline constexpr size_t kMaxChunkBytes = 256 << 10;

// Requires: a time between the years 1 and 9999, as SoundMicros makes them.
inline google::protobuf::Timestamp ToTimestamp(absl::Time time) {
  return google::protobuf::util::TimeUtil::MicrosecondsToTimestamp(
      absl::ToUnixMicros(time));
}

// ---- Pages: size ----

struct PageSizes {
  uint32_t if_absent = 50;
  uint32_t largest = 1000;
};

// The size of a page for the page_size of a request; 0 asks for the default.
// INVALID_ARGUMENT if it is too large.
absl::StatusOr<int> PageSize(uint32_t asked, const PageSizes& sizes = {});

// Says when a page is full: with so many items, or where one more would make
// the response too large. Ask the store for one item more than `items`, so that
// the last page is known to be the last.
class PageRoom {
 public:
  explicit PageRoom(int items) : items_(items) {}

  // Returns whether the page has room for the next item, and takes the room.
  // The first item always has room.
  bool Take(const google::protobuf::Message& item) {
    // Fields beside the list, such as thousands of benched entrants.
    constexpr size_t kRestOfResponse = 64 << 10;
    // The key and the length of the item in the response.
    const size_t bytes = item.ByteSizeLong() + 8;
    const bool room =
        taken_ == 0 || (taken_ < items_ &&
                        bytes_ + bytes + kRestOfResponse <= kMaxResponseBytes);
    taken_ += room ? 1 : 0;
    bytes_ += room ? bytes : 0;
    return room;
  }

 private:
  const int items_;
  int taken_ = 0;
  size_t bytes_ = 0;
};

// ---- Pages: position ----

// A page token is a position in one list. The token also names its list, so
// that it is refused with another filter, where the position would mean
// something else. A list is named by all fields of `request` except the size
// and the token.

template <typename Request>
std::string ListOf(Request request) {
  request.clear_page_size();
  request.clear_page_token();
  return absl::StrCat(request.GetTypeName(), request.SerializeAsString());
}

std::string MakePageToken(absl::string_view list, absl::string_view position);
// The position of a token of this list, empty for an empty token.
// INVALID_ARGUMENT.
absl::StatusOr<std::string> ReadPageToken(absl::string_view list,
                                          const std::string& token);
// The same where positions are numbers of the store; 0 for an empty token.
absl::StatusOr<int64_t> ReadPageNumber(absl::string_view list,
                                       const std::string& token);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_REPLIES_H_
