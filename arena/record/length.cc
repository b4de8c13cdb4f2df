#include "arena/record/length.h"

#include <limits>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/record/frame.h"

namespace arena {

absl::Status CheckLength(absl::string_view record, uint64_t most) {
  absl::StatusOr<FrameReader> frames = FrameReader::Open(record);
  if (!frames.ok()) return absl::OkStatus();
  uint64_t entries = 0;
  for (auto frame = frames->Next(); frame.ok() && frame->has_value();
       frame = frames->Next()) {
    if ((*frame)->type != FrameType::kPlies) continue;
    uint64_t count = 0;
    ByteReader((*frame)->payload)
        .Varint(std::numeric_limits<uint32_t>::max(), count);
    entries += count;
    if (entries <= most) continue;
    return absl::FailedPreconditionError(absl::StrCat(
        "the match has more than ", most,
        " plies, too many to show here; read its record, and replay it with "
        "`arena replay`"));
  }
  return absl::OkStatus();
}

}  // namespace arena
