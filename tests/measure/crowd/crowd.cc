#include "tests/measure/crowd/crowd.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "arena/core/descriptor.h"

namespace arena::crowd {
namespace {

// Parses the bytes of the answer: chunks of HTTP, and in them messages of the
// stream. Not thread-safe.
class Answer {
 public:
  using OnMessage = std::function<void(absl::string_view json)>;

  // Calls `on_message` for every message that is complete. Returns false at the
  // end of the stream, and if the answer is no stream at all.
  bool Take(absl::string_view bytes, const OnMessage& on_message);
  // Whether the referee has said why the stream ended.
  bool failed() const { return failed_; }

 private:
  bool TakeHead();
  bool TakeChunks();
  bool TakeMessages(const OnMessage& on_message);

  // Bytes that have come and were not parsed yet.
  std::string bytes_;
  // The body without the chunks of HTTP.
  std::string body_;
  bool has_head_ = false;
  bool ended_ = false;
  bool failed_ = false;
};

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

// A call of MatchService.WatchMatch by the Connect protocol, with JSON.
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

// Returns the number of the step that a message shows; -1 if the message shows
// no step, or only the position.
int64_t StepIn(absl::string_view json) {
  if (!absl::ConsumePrefix(&json, "{\"step\":{\"step\":") ||
      !absl::StrContains(json, "\"acts\":")) {
    return -1;
  }
  int64_t number = -1;
  return absl::SimpleAtoi(json.substr(0, json.find(',')), &number) ? number
                                                                   : -1;
}

// Spectators that have not been told anything yet; further ones wait outside.
constexpr int kMostAtTheDoor = 200;
constexpr size_t kMostBytes = 64 * 1024;
constexpr size_t kSlowBytes = 512;
// A buffer so small that unread messages wait at the referee.
constexpr int kSlowBuffer = 4096;
// A real crowd would take no time from the bots of this machine.
constexpr int kNiceness = 10;

int64_t SteadyNow() {
  return std::chrono::nanoseconds(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Returns a loopback address of its own for every number.
in_addr_t HomeOf(int number) {
  constexpr int kByte = 250;
  return htonl(127u << 24 | (1 + number / kByte / kByte % 100) << 16 |
               (1 + number / kByte % kByte) << 8 | (1 + number % kByte));
}

sockaddr_in AddressOf(const std::string& host_and_port) {
  const size_t colon = host_and_port.rfind(':');
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  inet_pton(AF_INET, host_and_port.substr(0, colon).c_str(), &address.sin_addr);
  address.sin_port = htons(std::stoi(host_and_port.substr(colon + 1)));
  return address;
}

// Begins a connection to the referee.
Descriptor Connect(const sockaddr_in& referee, int number, bool narrow) {
  Descriptor here(
      socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  // The kernel chooses the port when the other end is known.
  constexpr int kYes = 1;
  setsockopt(here.get(), IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &kYes,
             sizeof(kYes));
  if (narrow) {
    setsockopt(here.get(), SOL_SOCKET, SO_RCVBUF, &kSlowBuffer,
               sizeof(kSlowBuffer));
  }
  sockaddr_in home = {};
  home.sin_family = AF_INET;
  home.sin_addr.s_addr = HomeOf(number);
  bind(here.get(), reinterpret_cast<const sockaddr*>(&home), sizeof(home));
  connect(here.get(), reinterpret_cast<const sockaddr*>(&referee),
          sizeof(referee));
  return here;
}

struct Spectator {
  Descriptor connection;
  bool asked = false;
  // Whether the spectator has been told anything.
  bool seated = false;
  Answer answer = {};
  // The last step that the spectator saw; -1: none.
  int64_t step = -1;
};

struct Arrivals {
  int64_t first = 0;
  int64_t last = 0;
  int64_t count = 0;
};

class Crowd {
 public:
  explicit Crowd(const Visit& visit)
      : visit_(visit),
        referee_(AddressOf(visit.address)),
        polled_(epoll_create1(EPOLL_CLOEXEC)) {}

  void Attend();

 private:
  bool comes_and_goes() const { return visit_.manner == Manner::kComeAndGo; }
  // Whether the spectators take everything that comes at once.
  bool eager() const {
    return visit_.manner == Manner::kRead || comes_and_goes();
  }
  void Gather();
  // Lets those spectators come that are due by the clock.
  void LetCome(absl::Time began, absl::Time now);
  void Come();
  void Leave(Spectator& spectator);
  // Waits for at most that long, and serves events.
  void Turn(absl::Duration most);
  void OnReady(Spectator& spectator);
  void Read(Spectator& spectator, size_t most);
  void OnBytes(Spectator& spectator, absl::string_view bytes);
  void OnMessage(Spectator& spectator, absl::string_view json);
  void Sip();
  void Print() const;

  const Visit visit_;
  const sockaddr_in referee_;
  const Descriptor polled_;
  std::map<int, std::unique_ptr<Spectator>> here_;
  int at_the_door_ = 0;
  int64_t joins_ = 0;
  int64_t messages_ = 0;
  int64_t gaps_ = 0;
  int64_t cut_ = 0;
  std::map<int64_t, Arrivals> steps_;
};

void Crowd::Come() {
  auto spectator = std::make_unique<Spectator>(Spectator{
      .connection = Connect(
          referee_, static_cast<int>(joins_ % visit_.spectators), !eager())});
  const int number = spectator->connection.get();
  if (number < 0) return;
  epoll_event event = {};
  event.events = EPOLLOUT;
  event.data.fd = number;
  epoll_ctl(polled_.get(), EPOLL_CTL_ADD, number, &event);
  here_[number] = std::move(spectator);
  ++joins_;
  ++at_the_door_;
}

void Crowd::Leave(Spectator& spectator) {
  if (!spectator.seated) --at_the_door_;
  here_.erase(spectator.connection.get());
}

void Crowd::Turn(absl::Duration most) {
  constexpr int kEvents = 512;
  epoll_event events[kEvents];
  const int count =
      epoll_wait(polled_.get(), events, kEvents,
                 static_cast<int>(absl::ToInt64Milliseconds(most)));
  for (int i = 0; i < count; ++i) {
    const auto found = here_.find(events[i].data.fd);
    if (found != here_.end()) OnReady(*found->second);
  }
}

void Crowd::OnReady(Spectator& spectator) {
  if (!spectator.asked) {
    const std::string request = WatchRequest(visit_.match_id);
    if (send(spectator.connection.get(), request.data(), request.size(),
             MSG_NOSIGNAL) < 0) {
      ++cut_;
      return Leave(spectator);
    }
    spectator.asked = true;
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = spectator.connection.get();
    epoll_ctl(polled_.get(), EPOLL_CTL_MOD, event.data.fd, &event);
    return;
  }
  Read(spectator, kMostBytes);
}

void Crowd::Read(Spectator& spectator, size_t most) {
  char bytes[kMostBytes];
  const ssize_t count = recv(spectator.connection.get(), bytes, most, 0);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) {
    ++cut_;
    return Leave(spectator);
  }
  OnBytes(spectator, {bytes, static_cast<size_t>(count)});
}

void Crowd::OnBytes(Spectator& spectator, absl::string_view bytes) {
  const bool goes_on = spectator.answer.Take(
      bytes, [&](absl::string_view json) { OnMessage(spectator, json); });
  if (!goes_on) {
    ++cut_;
    return Leave(spectator);
  }
  if (spectator.seated && comes_and_goes()) return Leave(spectator);
  if (spectator.seated && !eager()) {
    // From now on the spectator reads only when it wants to.
    epoll_ctl(polled_.get(), EPOLL_CTL_DEL, spectator.connection.get(),
              nullptr);
  }
}

void Crowd::OnMessage(Spectator& spectator, absl::string_view json) {
  ++messages_;
  if (!std::exchange(spectator.seated, true)) --at_the_door_;
  const int64_t step = StepIn(json);
  if (step < 0) return;
  const int64_t now = SteadyNow();
  if (spectator.step >= 0) gaps_ += step - spectator.step - 1;
  spectator.step = step;
  Arrivals& arrivals = steps_[step];
  if (arrivals.count++ == 0) arrivals.first = now;
  arrivals.last = now;
}

void Crowd::Gather() {
  while (joins_ < visit_.spectators || at_the_door_ > 0) {
    while (joins_ < visit_.spectators && at_the_door_ < kMostAtTheDoor) Come();
    Turn(absl::Milliseconds(100));
  }
}

void Crowd::LetCome(absl::Time began, absl::Time now) {
  const auto due = static_cast<int64_t>(absl::ToDoubleSeconds(now - began) *
                                        kJoinsPerSecond);
  while (joins_ < due && at_the_door_ < kMostAtTheDoor) Come();
}

// Lets every slow spectator read its part.
void Crowd::Sip() {
  std::vector<int> numbers;
  for (const auto& [number, spectator] : here_) numbers.push_back(number);
  for (const int number : numbers) Read(*here_.at(number), kSlowBytes);
}

void Crowd::Attend() {
  const absl::Time began = absl::Now();
  if (!comes_and_goes()) Gather();
  const absl::Time there = absl::Now();
  std::printf("ready %.1f\n", absl::ToDoubleSeconds(there - began));
  std::fflush(stdout);
  absl::Time sipped = there;
  for (absl::Time now = there; now < there + visit_.time; now = absl::Now()) {
    if (comes_and_goes()) LetCome(there, now);
    if (visit_.manner == Manner::kSlow && now >= sipped + absl::Seconds(1)) {
      sipped = now;
      Sip();
    }
    Turn(absl::Milliseconds(5));
  }
  Print();
}

void Crowd::Print() const {
  for (const auto& [number, arrivals] : steps_) {
    std::printf("step %lld %lld %lld %lld\n", static_cast<long long>(number),
                static_cast<long long>(arrivals.first),
                static_cast<long long>(arrivals.last),
                static_cast<long long>(arrivals.count));
  }
  std::printf("sum %lld %lld %lld %lld\n", static_cast<long long>(messages_),
              static_cast<long long>(gaps_), static_cast<long long>(cut_),
              static_cast<long long>(joins_));
  std::fflush(stdout);
}

}  // namespace

const std::vector<Kind>& AllKinds() {
  static const auto& kinds =
      *new std::vector<Kind>{{"readers", Manner::kRead},
                             {"slow", Manner::kSlow},
                             {"never", Manner::kNever},
                             {"comers", Manner::kComeAndGo}};
  return kinds;
}

void Attend(const Visit& visit) {
  setpriority(PRIO_PROCESS, 0, kNiceness);
  Crowd(visit).Attend();
}

}  // namespace arena::crowd
