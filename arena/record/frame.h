// The frames of a record file: checksummed, compressed pieces of any meaning.
// FORMAT.md documents every byte.
#ifndef ARENA_RECORD_FRAME_H_
#define ARENA_RECORD_FRAME_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena {

// The newest format. Records with pauses have it; all others have format 1.
inline constexpr uint8_t kRecordFormat = 2;

enum class FrameType : uint8_t {
  kHeader = 1,
  kPlies = 2,
  kTimes = 3,
  kFooter = 4,
};
// A reader may skip frames of types from here on if it does not know them.
inline constexpr uint8_t kFirstOptionalFrame = 0x80;

// The largest payload, compressed or not. A reader allocates no more for one
// frame, whatever the frame claims.
inline constexpr size_t kMaxPayload = size_t{1} << 20;

struct Frame {
  FrameType type;
  // Where the frame begins in the file.
  size_t offset;
  // The bytes before compression.
  std::string payload;
};

// A DATA_LOSS error that names the place of the damage in the file.
absl::Status Damage(size_t offset, absl::string_view what);

// The first bytes of every record file: magic and format.
std::string RecordStart(uint8_t format = 1);
// Requires: payload.size() <= kMaxPayload.
void AppendFrame(FrameType type, absl::string_view payload, std::string& out);

// Reads the frames of a file in order, without knowing their meaning.
class FrameReader {
 public:
  // DATA_LOSS if the bytes are no record; FAILED_PRECONDITION for a newer
  // format. The bytes must outlive the reader.
  static absl::StatusOr<FrameReader> Open(absl::string_view bytes);

  // The next frame of a type known here; nothing at the end of the bytes.
  // DATA_LOSS names the offset of the damage; FAILED_PRECONDITION names a frame
  // of a newer writer that must not be skipped.
  absl::StatusOr<std::optional<Frame>> Next();

  uint8_t format() const { return format_; }
  // Where the next frame begins.
  size_t offset() const { return offset_; }
  size_t bytes_left() const { return bytes_.size() - offset_; }

 private:
  FrameReader(absl::string_view bytes, uint8_t format)
      : bytes_(bytes), format_(format) {}

  absl::string_view bytes_;
  uint8_t format_;
  size_t offset_ = 0;
};

}  // namespace arena

#endif  // ARENA_RECORD_FRAME_H_
