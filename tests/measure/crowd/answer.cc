#include "tests/measure/crowd/answer.h"

#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace arena::crowd {
namespace {

constexpr size_t kEnvelope = 5;
constexpr uint8_t kEndOfStream = 2;

uint32_t SizeIn(absl::string_view envelope) {
  uint32_t size = 0;
  for (size_t i = 1; i < kEnvelope; ++i) {
    size = size << 8 | static_cast<uint8_t>(envelope[i]);
  }
  return size;
}

std::string Envelope(const std::string& message) {
  std::string bytes(1, '\0');
  for (const int shift : {24, 16, 8, 0}) {
    bytes += static_cast<char>(message.size() >> shift);
  }
  return bytes + message;
}

}  // namespace

std::string WatchRequest(const std::string& match_id) {
  const std::string body =
      Envelope(absl::StrCat("{\"matchId\":\"", match_id, "\"}"));
  return absl::StrCat(
      "POST /arena.v1.MatchService/WatchMatch HTTP/1.1\r\nHost: localhost\r\n"
      "Content-Type: application/connect+json\r\nContent-Length: ",
      body.size(), "\r\n\r\n", body);
}

bool Answer::Take(absl::string_view bytes, const OnMessage& on_message) {
  absl::StrAppend(&bytes_, bytes);
  return (has_head_ || TakeHead()) && TakeChunks() &&
         TakeMessages(on_message) && !ended_;
}

bool Answer::TakeHead() {
  const size_t end = bytes_.find("\r\n\r\n");
  if (end == std::string::npos) return true;
  if (!absl::StartsWith(bytes_, "HTTP/1.1 200")) {
    failed_ = true;
    return false;
  }
  has_head_ = true;
  bytes_.erase(0, end + 4);
  return true;
}

bool Answer::TakeChunks() {
  if (!has_head_) return true;
  size_t at = 0;
  while (true) {
    const size_t line = bytes_.find("\r\n", at);
    if (line == std::string::npos) break;
    const size_t size = std::strtoul(bytes_.c_str() + at, nullptr, 16);
    if (bytes_.size() < line + 2 + size + 2) break;
    body_.append(bytes_, line + 2, size);
    at = line + 2 + size + 2;
    ended_ = ended_ || size == 0;
  }
  bytes_.erase(0, at);
  return true;
}

bool Answer::TakeMessages(const OnMessage& on_message) {
  size_t at = 0;
  while (body_.size() >= at + kEnvelope) {
    const absl::string_view rest = absl::string_view(body_).substr(at);
    const uint32_t size = SizeIn(rest);
    if (rest.size() < kEnvelope + size) break;
    const absl::string_view message = rest.substr(kEnvelope, size);
    if ((rest[0] & kEndOfStream) != 0) {
      failed_ = absl::StrContains(message, "\"error\"");
      ended_ = true;
    } else {
      on_message(message);
    }
    at += kEnvelope + size;
  }
  body_.erase(0, at);
  return true;
}

int64_t StepIn(absl::string_view json) {
  if (!absl::ConsumePrefix(&json, "{\"step\":{\"step\":") ||
      !absl::StrContains(json, "\"acts\":")) {
    return -1;
  }
  int64_t number = -1;
  return absl::SimpleAtoi(json.substr(0, json.find(',')), &number) ? number
                                                                   : -1;
}

}  // namespace arena::crowd
