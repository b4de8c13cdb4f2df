#include "arena/viewer/gzip.h"

#include <zlib.h>

#include "arena/core/check.h"

namespace arena::viewer {

std::string Gzip(absl::string_view bytes) {
  // 15: the largest window. 16: with the header of gzip.
  constexpr int kWindowBits = 15 + 16;
  constexpr int kMemoryLevel = 9;
  z_stream stream = {};
  ARENA_CHECK(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, kWindowBits,
                           kMemoryLevel, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in =
      reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ARENA_CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace arena::viewer
