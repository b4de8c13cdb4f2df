#include "arena/record/frame.h"

#include <zlib.h>
#include <zstd.h>

#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// The high bit and the line ends catch transfers that treat a file as text.
constexpr absl::string_view kMagic("\x89PREC\r\n\x1a", 8);

enum class Encoding : uint8_t { kPlain = 0, kZstd = 1 };

// The highest level that needs no flag; records are short.
constexpr int kZstdLevel = 19;

// Type, encoding and length before a payload; its checksum after it.
constexpr size_t kFrameHead = 1 + 1 + 4;
constexpr size_t kFrameTail = 4;

uint32_t Checksum(absl::string_view bytes) {
  return static_cast<uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
            static_cast<uInt>(bytes.size())));
}

std::string Compressed(absl::string_view payload) {
  std::string packed(ZSTD_compressBound(payload.size()), '\0');
  const size_t size = ZSTD_compress(packed.data(), packed.size(),
                                    payload.data(), payload.size(), kZstdLevel);
  ARENA_CHECK(!ZSTD_isError(size), ZSTD_getErrorName(size));
  packed.resize(size);
  return packed;
}

// The size is checked before anything is allocated for it.
absl::StatusOr<std::string> Decompressed(absl::string_view packed,
                                         size_t offset) {
  if (ZSTD_findFrameCompressedSize(packed.data(), packed.size()) !=
      packed.size()) {
    return Damage(offset, "the payload is not one zstd frame");
  }
  const unsigned long long size =
      ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR) {
    return Damage(offset, "the zstd frame does not tell its size");
  }
  if (size > kMaxPayload) {
    return Damage(
        offset, absl::StrCat("the payload unpacks to ", size,
                             " bytes; at most ", kMaxPayload, " are allowed"));
  }
  std::string payload(size, '\0');
  const size_t unpacked = ZSTD_decompress(payload.data(), payload.size(),
                                          packed.data(), packed.size());
  if (ZSTD_isError(unpacked) || unpacked != size) {
    return Damage(offset, "the payload does not unpack");
  }
  return payload;
}

bool IsKnown(uint8_t type) {
  return type >= static_cast<uint8_t>(FrameType::kHeader) &&
         type <= static_cast<uint8_t>(FrameType::kFooter);
}

}  // namespace

absl::Status Damage(size_t offset, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("byte ", offset, ": ", what));
}

std::string RecordStart(uint8_t format) {
  std::string start(kMagic);
  start.push_back(static_cast<char>(format));
  return start;
}

void AppendFrame(FrameType type, absl::string_view payload, std::string& out) {
  ARENA_CHECK(payload.size() <= kMaxPayload, "payload of ", payload.size());
  const std::string packed = Compressed(payload);
  const bool pays = packed.size() < payload.size();
  const absl::string_view stored = pays ? absl::string_view(packed) : payload;
  const size_t start = out.size();
  out.push_back(static_cast<char>(type));
  out.push_back(static_cast<char>(pays ? Encoding::kZstd : Encoding::kPlain));
  PutU32(static_cast<uint32_t>(stored.size()), out);
  absl::StrAppend(&out, stored);
  PutU32(Checksum(absl::string_view(out).substr(start)), out);
}

absl::StatusOr<FrameReader> FrameReader::Open(absl::string_view bytes) {
  const size_t start = kMagic.size() + 1;
  if (bytes.size() < start || bytes.substr(0, kMagic.size()) != kMagic) {
    return Damage(0,
                  "this is not a record: it does not begin with the magic "
                  "bytes 89 50 52 45 43 0d 0a 1a and a format number; expected "
                  "a file that `arena play --record` or a referee has written");
  }
  const auto format = static_cast<uint8_t>(bytes[kMagic.size()]);
  if (format > kRecordFormat) {
    return absl::FailedPreconditionError(
        absl::StrCat("byte ", kMagic.size(), ": the record has format ", format,
                     "; this program reads formats up to ", kRecordFormat));
  }
  if (format == 0) {
    return Damage(kMagic.size(),
                  absl::StrCat("format 0; expected 1 to ", kRecordFormat));
  }
  FrameReader reader(bytes, format);
  reader.offset_ = start;
  return reader;
}

absl::StatusOr<std::optional<Frame>> FrameReader::Next() {
  while (bytes_left() > 0) {
    const size_t offset = offset_;
    ByteReader head(bytes_.substr(offset));
    uint8_t type = 0;
    uint8_t encoding = 0;
    uint32_t length = 0;
    if (!head.Byte(type) || !head.Byte(encoding) || !head.U32(length)) {
      return Damage(offset, absl::StrCat("cut off: ", bytes_left(),
                                         " bytes where a frame begins"));
    }
    absl::string_view stored;
    uint32_t checksum = 0;
    if (length > kMaxPayload) {
      return Damage(offset,
                    absl::StrCat("a frame of ", length, " bytes; at most ",
                                 kMaxPayload, " are allowed"));
    }
    if (!head.Bytes(length, stored) || !head.U32(checksum)) {
      return Damage(
          offset, absl::StrCat("cut off: the frame needs ",
                               kFrameHead + length + kFrameTail, " bytes, and ",
                               bytes_left(), " are left"));
    }
    if (Checksum(bytes_.substr(offset, kFrameHead + length)) != checksum) {
      return Damage(offset, "the checksum of the frame is wrong");
    }
    offset_ += kFrameHead + length + kFrameTail;
    if (type >= kFirstOptionalFrame) continue;
    if (!IsKnown(type)) {
      return absl::FailedPreconditionError(
          absl::StrCat("byte ", offset, ": frame type ", type,
                       " is unknown to this program; a newer one wrote it"));
    }
    Frame frame{static_cast<FrameType>(type), offset, ""};
    if (encoding == static_cast<uint8_t>(Encoding::kZstd)) {
      ARENA_ASSIGN_OR_RETURN(frame.payload, Decompressed(stored, offset));
    } else if (encoding == static_cast<uint8_t>(Encoding::kPlain)) {
      frame.payload = std::string(stored);
    } else {
      return Damage(offset, absl::StrCat("encoding ", encoding,
                                         " of the payload is unknown"));
    }
    return std::optional<Frame>(std::move(frame));
  }
  return std::optional<Frame>();
}

}  // namespace arena
