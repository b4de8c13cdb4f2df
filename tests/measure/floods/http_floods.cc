#include "tests/measure/floods/http_floods.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "tests/measure/floods/strangers.h"
#include "tests/measure/floods/wire.h"

namespace arena::floods {
namespace {

constexpr int kAtOnce = 100;
// The largest page of each server, answered by one of them.
constexpr char kRequests[] =
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr char kPost[] =
    "POST /arena.v1.MatchService/GetMatch HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/json\r\n";

std::string Pipeline() { return Repeated(kRequests, kAtOnce / 2); }

}  // namespace

int64_t Connections(const Target& target, absl::Time until) {
  constexpr int kConnections = 3000;
  std::vector<std::unique_ptr<Wire>> wires;
  while (wires.size() < kConnections && absl::Now() < until) {
    wires.push_back(std::make_unique<Wire>(target.address, /*tls=*/false));
  }
  absl::SleepFor(until - absl::Now());
  return static_cast<int64_t>(wires.size());
}

int64_t Requests(const Target& target, absl::Time until) {
  return SendAndSend(target, until, "", kAtOnce, Pipeline());
}

int64_t Unread(const Target& target, absl::Time until) {
  return SendAndSend(target, until, "", kAtOnce, Pipeline(), /*reads=*/false);
}

int64_t Headers(const Target& target, absl::Time until) {
  return SendAndSend(target, until, "GET / HTTP/1.1\r\nHost: localhost\r\n",
                     kAtOnce, Repeated("x-and: so on\r\n", kAtOnce));
}

int64_t Bodies(const Target& target, absl::Time until) {
  constexpr int kKib = 64;
  return SendAndSend(target, until,
                     std::string(kPost) + "Content-Length: 9999999999\r\n\r\n",
                     kKib, std::string(kKib << 10, ' '));
}

int64_t Chunks(const Target& target, absl::Time until) {
  return SendAndSend(target, until,
                     std::string(kPost) + "Transfer-Encoding: chunked\r\n\r\n",
                     kAtOnce, Repeated("1;and=so on\r\n \r\n", kAtOnce));
}

int64_t Slowly(const Target& target, absl::Time until) {
  constexpr int kConnections = 500;
  constexpr absl::Duration kRest = absl::Milliseconds(100);
  std::vector<std::unique_ptr<Wire>> wires(kConnections);
  int64_t sent = 0;
  while (absl::Now() < until) {
    for (auto& wire : wires) {
      if (absl::Now() >= until) break;
      if (wire == nullptr || !wire->open()) {
        wire = std::make_unique<Wire>(target.address, /*tls=*/false);
        wire->Send("GET / HTTP/1.1\r\nx: ");
      }
      wire->Send("a");
      wire->Drain();
      if (wire->open()) ++sent;
    }
    absl::SleepFor(kRest);
  }
  return sent;
}

}  // namespace arena::floods
