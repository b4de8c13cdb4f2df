#include "referee/http/envelope.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

constexpr size_t kHead = 5;

size_t SizeIn(absl::string_view head) {
  size_t size = 0;
  for (size_t i = 1; i < kHead; ++i) {
    size = size << 8 | static_cast<uint8_t>(head[i]);
  }
  return size;
}

}  // namespace

std::string WriteEnvelope(uint8_t flags, absl::string_view data) {
  std::string bytes;
  bytes.reserve(kHead + data.size());
  bytes.push_back(static_cast<char>(flags));
  for (int shift = 24; shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(data.size() >> shift));
  }
  absl::StrAppend(&bytes, data);
  return bytes;
}

absl::StatusOr<Envelope> ReadOnlyEnvelope(absl::string_view body) {
  if (body.empty()) {
    return absl::UnimplementedError(
        "the request has no message; this method takes one");
  }
  if (body.size() < kHead) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the request has ", body.size(),
        " bytes; expected an envelope: a byte of flags, four bytes of the "
        "size, and the message"));
  }
  const size_t size = SizeIn(body);
  const absl::string_view rest = body.substr(kHead);
  if (rest.size() < size) {
    return absl::InvalidArgumentError(
        absl::StrCat("the envelope says ", size, " bytes, and ", rest.size(),
                     " bytes follow"));
  }
  if (rest.size() > size) {
    return absl::UnimplementedError(
        absl::StrCat("behind the message there are ", rest.size() - size,
                     " bytes more; this method takes one message"));
  }
  return Envelope{.flags = static_cast<uint8_t>(body[0]),
                  .data = std::string(rest)};
}

}  // namespace arena::referee
