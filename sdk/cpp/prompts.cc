#include "sdk/cpp/prompts.h"

#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "sdk/cpp/base/words.h"

namespace pentathlon {

Prompt::Prompt(const v1::MatchStart& match, v1::Prompt message,
               std::chrono::steady_clock::time_point received,
               std::function<bool()> is_open)
    : match_(match),
      message_(std::move(message)),
      received_(received),
      is_open_(std::move(is_open)),
      random_(seed()) {}

std::optional<std::chrono::nanoseconds> Prompt::TimeLeft() const {
  if (!message_.has_allowance_left() && !message_.has_bank_left()) {
    return std::nullopt;
  }
  const std::chrono::nanoseconds left =
      WireTime(message_.allowance_left()) + WireTime(message_.bank_left()) -
      (std::chrono::steady_clock::now() - received_);
  return std::max(left, std::chrono::nanoseconds(0));
}

std::optional<std::chrono::nanoseconds> Prompt::RoundTrip() const {
  if (!message_.has_round_trip()) return std::nullopt;
  return WireTime(message_.round_trip());
}

uint64_t Prompt::seed() const {
  return SeedOf(match_.private_seed(), seat(), decision());
}

uint64_t SeedOf(const std::string& private_seed, uint32_t seat,
                uint32_t decision) {
  uint64_t hash = 0xcbf29ce484222325;
  const auto mix = [&hash](const std::string& bytes) {
    for (const char byte : bytes) {
      hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3;
    }
  };
  mix(private_seed);
  mix("/" + std::to_string(seat) + "/" + std::to_string(decision));
  return hash;
}

uint64_t Chance::Draw() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

uint64_t Chance::Below(uint64_t count) {
  if (count == 0) {
    throw std::invalid_argument("count is 0; it should be at least 1");
  }
  // Draws beyond the last multiple would favour small numbers. 2^64 modulo
  // count, computed without 2^64.
  const uint64_t surplus = (UINT64_MAX % count + 1) % count;
  uint64_t value = Draw();
  while (surplus != 0 && value >= 0 - surplus) value = Draw();
  return value % count;
}

// ---- As text ----

namespace {

void WritePosition(const v1::Prompt& prompt, std::ostream& out) {
  if (prompt.position_text().empty()) {
    out << "\n  there is no text; the fields are: "
        << prompt.observation().ShortDebugString();
    return;
  }
  std::istringstream lines(prompt.position_text());
  for (std::string line; std::getline(lines, line);) {
    out << "\n" << (line.empty() ? "" : "  ") << line;
  }
}

template <typename Actions>
void WriteOffered(uint32_t seat, const char* may, const Actions& actions,
                  std::ostream& out) {
  if (actions.empty()) return;
  out << "\nseat " << seat << " can " << may << ":";
  int index = 0;
  for (const v1::LegalAction& action : actions) {
    out << "\n  " << index++ << ": ";
    if (!action.text().empty()) {
      out << action.text();
    } else {
      out << "id " << action.id() << ", " << action.action().ShortDebugString();
    }
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Prompt& prompt) {
  const bool may = prompt.message().kind() == v1::DECISION_KIND_MAY;
  out << prompt.match().game() << ", match " << prompt.message().match_id()
      << ", seat " << prompt.seat() << ", decision " << prompt.decision()
      << (may ? ": announce or wait" : ": choose an action");
  if (const auto left = prompt.TimeLeft()) {
    out << "\ntime left: " << SecondsText(*left);
  } else if (!may) {
    out << "\ntime left: no limit";
  }
  WritePosition(prompt.message(), out);
  WriteOffered(prompt.seat(), "choose", prompt.actions(), out);
  WriteOffered(prompt.seat(), "announce", prompt.announcements(), out);
  return out;
}

// ---- Of a match ----

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
