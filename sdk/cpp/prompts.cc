#include "sdk/cpp/prompts.h"

#include <google/protobuf/io/coded_stream.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace pentathlon {

namespace v1 = arena::v1;

namespace {

[[noreturn]] void Refuse(const std::string& path, const std::string& problem) {
  throw std::invalid_argument(
      path + " " + problem +
      "; expected the binary form of what `arena prompts RECORD --seat N "
      "--out FILE` writes");
}

// Reads a message after its length. Returns whether it is complete.
bool ReadMessage(google::protobuf::io::CodedInputStream& stream,
                 v1::PlayResponse& message) {
  uint32_t size = 0;
  std::string bytes;
  return stream.ReadVarint32(&size) && size <= INT_MAX &&
         stream.ReadString(&bytes, static_cast<int>(size)) &&
         message.ParseFromString(bytes);
}

}  // namespace

std::vector<v1::PlayResponse> ReadPrompts(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) {
    const char* reason = file ? std::strerror(EISDIR) : std::strerror(errno);
    throw std::invalid_argument(path + " cannot be read: " + reason);
  }
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.empty()) Refuse(path, "is empty");
  if (bytes.size() > INT_MAX) Refuse(path, "is larger than 2 GiB");
  const int end = static_cast<int>(bytes.size());
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t*>(bytes.data()), end);
  std::vector<v1::PlayResponse> messages;
  while (stream.CurrentPosition() < end) {
    const int at = stream.CurrentPosition();
    v1::PlayResponse message;
    const bool whole = ReadMessage(stream, message);
    const bool starts = whole && message.has_match_start();
    if (messages.empty() && !starts) Refuse(path, "holds no prompts");
    if (!whole || message.kind_case() == v1::PlayResponse::KIND_NOT_SET ||
        (starts && !messages.empty())) {
      Refuse(path, "is broken at byte " + std::to_string(at));
    }
    messages.push_back(std::move(message));
  }
  if (!messages.back().has_match_end()) {
    Refuse(path, "is cut off: it has no MatchEnd");
  }
  return messages;
}

}  // namespace pentathlon
