#include "arena/core/gzip.h"

#include <zlib.h>

#include <memory>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// zlib: 15 bits of window, and 16 for gzip's header and checksum.
constexpr int kGzip = 15 + 16;
constexpr int kMemoryLevel = 8;
constexpr size_t kPart = 64 * 1024;

void SetInput(z_stream& stream, absl::string_view bytes) {
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
}

void SetOutput(z_stream& stream, char* bytes, size_t size) {
  stream.next_out = reinterpret_cast<Bytef*>(bytes);
  stream.avail_out = static_cast<uInt>(size);
}

}  // namespace

std::string Gzip(absl::string_view bytes, int level) {
  z_stream stream = {};
  ARENA_CHECK(deflateInit2(&stream, level, Z_DEFLATED, kGzip, kMemoryLevel,
                           Z_DEFAULT_STRATEGY) == Z_OK,
              "no memory for gzip");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  SetInput(stream, bytes);
  SetOutput(stream, packed.data(), packed.size());
  const int end = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  ARENA_CHECK(end == Z_STREAM_END, "the bound of zlib is too small");
  return packed;
}

absl::StatusOr<std::string> Gunzip(absl::string_view packed, size_t most) {
  z_stream stream = {};
  ARENA_CHECK(inflateInit2(&stream, kGzip) == Z_OK, "no memory for gzip");
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> ends(&stream,
                                                              &inflateEnd);
  SetInput(stream, packed);
  std::string bytes;
  int state = Z_OK;
  while (state == Z_OK) {
    const size_t before = bytes.size();
    bytes.resize(before + kPart);
    SetOutput(stream, bytes.data() + before, kPart);
    state = inflate(&stream, Z_NO_FLUSH);
    bytes.resize(bytes.size() - stream.avail_out);
    if (bytes.size() > most) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "the message unpacks to more than ", most, " bytes, the limit"));
    }
  }
  if (state != Z_STREAM_END || stream.avail_in != 0) {
    return absl::InvalidArgumentError("the message is no whole gzip file");
  }
  return bytes;
}

}  // namespace arena
