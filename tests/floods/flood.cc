#include "tests/floods/flood.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <thread>

#include "absl/time/clock.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "tests/floods/wire.h"

namespace arena::floods {
namespace {

constexpr uint8_t kEndHeaders = 4;
constexpr char kPlay[] = "/arena.v1.PlayService/Play";
constexpr int kThreads = 4;
constexpr int kFramesAtOnce = 1000;
// The largest frame that a server must take.
constexpr int kFrameBytes = 16384;

std::string Repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Runs `work` on some threads and adds up what they return.
int64_t OnThreads(const std::function<int64_t()>& work) {
  std::atomic<int64_t> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] { sum += work(); });
  }
  for (std::thread& thread : threads) thread.join();
  return sum;
}

// Sends what `next` makes, `count` of something each time; after `first`, and
// on a new connection when one is closed.
int64_t Send(const Target& target, absl::Time until, const std::string& first,
             int count, const std::function<std::string()>& next) {
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      Wire wire(target.address, target.tls());
      wire.Send(Greeting() + first);
      while (wire.open() && absl::Now() < until) {
        wire.Send(next());
        wire.Drain();
        if (wire.open()) sent += count;
      }
    }
    return sent;
  });
}

// ---- The floods ----

// Connections that say nothing.
int64_t Connections(const Target& target, absl::Time until) {
  constexpr int kConnections = 3000;
  std::vector<std::unique_ptr<Wire>> wires;
  while (wires.size() < kConnections && absl::Now() < until) {
    wires.push_back(std::make_unique<Wire>(target.address, /*tls=*/false));
  }
  absl::SleepFor(until - absl::Now());
  return static_cast<int64_t>(wires.size());
}

// Play streams without hello, as many on a connection as servers allow.
int64_t Streams(const Target& target, absl::Time until) {
  constexpr int kStreams = 20000;
  const int of_each = target.tls() ? 60 : 250;
  const std::string headers = CallHeaders(kPlay);
  std::vector<std::unique_ptr<Wire>> wires;
  int64_t sent = 0;
  for (; sent < kStreams && absl::Now() < until; sent += of_each) {
    wires.push_back(std::make_unique<Wire>(target.address, target.tls()));
    std::string all = Greeting();
    for (int i = 0; i < of_each; ++i) {
      all += Frame(FrameType::kHeaders, kEndHeaders, 2 * i + 1, headers);
    }
    wires.back()->Send(all);
  }
  while (absl::Now() < until) {
    for (const auto& wire : wires) wire->Drain();
    absl::SleepFor(absl::Milliseconds(100));
  }
  return sent;
}

// Headers that never end, each byte of which names a field of 4 KB.
int64_t Continuations(const Target& target, absl::Time until) {
  // Goes into the table; a name, a value of 4000 bytes with its length.
  const std::string field = std::string("\x40\x01", 2) + 'a' +
                            std::string("\x7f\xa1\x1e", 3) +
                            std::string(4000, 'b');
  // The newest field of the table.
  const std::string again(kFrameBytes, '\xbe');
  return Send(target, until,
              Frame(FrameType::kHeaders, 0, 1, CallHeaders(kPlay) + field), 1,
              [&] { return Frame(FrameType::kContinuation, 0, 1, again); });
}

// Calls that are reset at once.
int64_t Resets(const Target& target, absl::Time until) {
  const std::string headers = CallHeaders(kPlay);
  const std::string cancel("\0\0\0\10", 4);
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      Wire wire(target.address, target.tls());
      wire.Send(Greeting());
      uint32_t stream = 1;
      while (wire.open() && absl::Now() < until) {
        std::string all;
        for (int i = 0; i < kFramesAtOnce / 10; ++i, stream += 2) {
          all += Frame(FrameType::kHeaders, kEndHeaders, stream, headers) +
                 Frame(FrameType::kReset, 0, stream, cancel);
        }
        wire.Send(all);
        wire.Drain();
        if (wire.open()) sent += kFramesAtOnce / 10;
      }
    }
    return sent;
  });
}

int64_t Pings(const Target& target, absl::Time until) {
  const std::string frames =
      Repeated(Frame(FrameType::kPing, 0, 0, "pingping"), kFramesAtOnce);
  return Send(target, until, "", kFramesAtOnce, [&] { return frames; });
}

int64_t Settings(const Target& target, absl::Time until) {
  const std::string frames =
      Repeated(Frame(FrameType::kSettings, 0, 0, ""), kFramesAtOnce);
  return Send(target, until, "", kFramesAtOnce, [&] { return frames; });
}

// Calls of Submit for sessions that do not exist.
int64_t Submits(const Target& target, absl::Time until) {
  return OnThreads([&] {
    const auto play = v1::PlayService::NewStub(grpc::CreateChannel(
        target.address, CredentialsFor(target)));
    int64_t sent = 0;
    for (; absl::Now() < until; ++sent) {
      grpc::ClientContext context;
      v1::SubmitRequest request;
      request.set_session_token("made up");
      request.mutable_request()->mutable_leave();
      v1::SubmitResponse response;
      play->Submit(&context, request, &response);
    }
    return sent;
  });
}

}  // namespace

std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(
    const Target& target) {
  if (!target.tls()) return grpc::InsecureChannelCredentials();
  std::ostringstream certificate;
  certificate << std::ifstream(target.ca).rdbuf();
  grpc::SslCredentialsOptions options;
  options.pem_root_certs = certificate.str();
  return grpc::SslCredentials(options);
}

const std::vector<Flood>& AllFloods() {
  static const auto& floods = *new std::vector<Flood>{
      {.name = "streams", .unit = "streams without hello", .run = &Streams},
      {.name = "connections",
       .unit = "connections",
       .run = &Connections,
       .files = 1024},
      {.name = "continuations",
       .unit = "CONTINUATION frames",
       .run = &Continuations},
      {.name = "resets", .unit = "calls reset at once", .run = &Resets},
      {.name = "pings", .unit = "PING frames", .run = &Pings},
      {.name = "settings", .unit = "SETTINGS frames", .run = &Settings},
      {.name = "submits", .unit = "calls of Submit", .run = &Submits},
  };
  return floods;
}

}  // namespace arena::floods
