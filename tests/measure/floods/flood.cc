#include "tests/measure/floods/flood.h"

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "tests/measure/floods/wire.h"

namespace arena::floods {
namespace {

// ---- Strangers on several threads who come again ----

std::string Repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

// Runs `work` on several threads and returns the sum of their results.
int64_t OnThreads(const std::function<int64_t()>& work) {
  constexpr int kThreads = 4;
  std::atomic<int64_t> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] { sum += work(); });
  }
  for (std::thread& thread : threads) thread.join();
  return sum;
}

// Sends `first` and then `again` over and over, on a new connection when one is
// closed. `again` counts for `count`. Reads the answers if `reads`.
int64_t SendAndSend(const Target& target, absl::Time until,
                    const std::string& first, int count,
                    const std::string& again, bool reads = true) {
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      Wire wire(target.address, target.tls());
      wire.Send(first);
      while (wire.open() && absl::Now() < until) {
        wire.Send(again);
        if (reads) wire.Drain();
        if (wire.open()) sent += count;
      }
    }
    return sent;
  });
}

// ---- Floods of servers that read lines, as HTTP/1 has them ----

constexpr int kAtOnce = 100;
// The largest pages: "/" of the site, and the metrics. A server has one of
// them.
constexpr char kRequests[] =
    "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
    "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr char kPost[] =
    "POST /arena.v1.MatchService/GetMatch HTTP/1.1\r\nHost: localhost\r\n"
    "Content-Type: application/json\r\n";

std::string Pipeline() { return Repeated(kRequests, kAtOnce / 2); }

// Opens connections that say nothing. Every server gets this flood.
int64_t Connections(const Target& target, absl::Time until) {
  constexpr int kConnections = 3000;
  std::vector<std::unique_ptr<Wire>> wires;
  while (wires.size() < kConnections && absl::Now() < until) {
    wires.push_back(std::make_unique<Wire>(target.address, /*tls=*/false));
  }
  absl::SleepFor(until - absl::Now());
  return static_cast<int64_t>(wires.size());
}

// Sends requests one behind the other.
int64_t Requests(const Target& target, absl::Time until) {
  return SendAndSend(target, until, "", kAtOnce, Pipeline());
}

int64_t Unread(const Target& target, absl::Time until) {
  return SendAndSend(target, until, "", kAtOnce, Pipeline(), /*reads=*/false);
}

// Sends requests that do not end.
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

// ---- Floods of servers that read frames, as HTTP/2 has them ----

constexpr uint8_t kEndStream = 1;
constexpr uint8_t kEndHeaders = 4;
constexpr char kPlay[] = "/arena.v1.PlayService/Play";
constexpr int kFramesAtOnce = 1000;
// The largest frame that a server must take.
constexpr int kFrameBytes = 16384;

// Opens Play streams without hello, as many on a connection as servers allow.
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

// Sends headers that never end; each byte names a field of 4 KB.
int64_t Continuations(const Target& target, absl::Time until) {
  // A field for the table: a name, and a value of 4000 bytes with its length.
  const std::string field = std::string("\x40\x01", 2) + 'a' +
                            std::string("\x7f\xa1\x1e", 3) +
                            std::string(4000, 'b');
  // Each byte names the newest field of the table.
  const std::string again(kFrameBytes, '\xbe');
  return SendAndSend(
      target, until,
      Greeting() + Frame(FrameType::kHeaders, 0, 1, CallHeaders(kPlay) + field),
      1, Frame(FrameType::kContinuation, 0, 1, again));
}

// Sends headers that never end, with fields without name and value.
int64_t Fields(const Target& target, absl::Time until) {
  return SendAndSend(
      target, until,
      Greeting() + Frame(FrameType::kHeaders, 0, 1, CallHeaders(kPlay)), 1,
      Frame(FrameType::kContinuation, 0, 1, std::string(kFrameBytes, '\0')));
}

// Sends the same headers on connections of callers that are known.
int64_t Callers(const Target& target, absl::Time until) {
  const std::string call =
      Greeting() +
      Frame(FrameType::kHeaders, kEndHeaders, 1,
            CallHeaders("/arena.v1.MatchService/ListMatches")) +
      Frame(FrameType::kData, kEndStream, 1, std::string(5, '\0')) +
      Frame(FrameType::kHeaders, 0, 3, CallHeaders(kPlay));
  const std::string fields =
      Frame(FrameType::kContinuation, 0, 3, std::string(kFrameBytes, '\0'));
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      Wire wire(target.address, target.tls());
      wire.Send(call);
      // The referee admits the call meanwhile.
      absl::SleepFor(absl::Milliseconds(100));
      for (; wire.open() && absl::Now() < until; ++sent) {
        wire.Send(fields);
        wire.Drain();
      }
    }
    return sent;
  });
}

// Begins calls and resets them at once.
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
  return SendAndSend(target, until, Greeting(), kFramesAtOnce, frames);
}

int64_t Settings(const Target& target, absl::Time until) {
  const std::string frames =
      Repeated(Frame(FrameType::kSettings, 0, 0, ""), kFramesAtOnce);
  return SendAndSend(target, until, Greeting(), kFramesAtOnce, frames);
}

// Sends messages of 4 MiB, each as the first one of a stream.
int64_t Messages(const Target& target, absl::Time until) {
  constexpr size_t kBytes = 4 << 20;
  v1::PlayRequest request;
  request.mutable_hello()->set_name(std::string(kBytes, 'a'));
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return OnThreads([&] {
    int64_t sent = 0;
    while (absl::Now() < until) {
      const auto play = v1::PlayService::NewStub(grpc::CreateCustomChannel(
          target.address, CredentialsFor(target), arguments));
      grpc::ClientContext context;
      context.set_deadline(absl::ToChronoTime(until));
      const auto stream = play->Play(&context);
      v1::PlayResponse response;
      if (stream->Write(request)) ++sent;
      while (stream->Read(&response)) {
      }
      stream->Finish();
    }
    return sent;
  });
}

// Calls Submit for sessions that do not exist.
int64_t Submits(const Target& target, absl::Time until) {
  return OnThreads([&] {
    const auto play = v1::PlayService::NewStub(
        grpc::CreateChannel(target.address, CredentialsFor(target)));
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

std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(const Target& target) {
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
       .speech = std::nullopt,
       .run = &Connections,
       .files = 1024},
      {.name = "continuations",
       .unit = "CONTINUATION frames",
       .run = &Continuations},
      {.name = "fields",
       .unit = "CONTINUATION frames of empty fields",
       .run = &Fields},
      {.name = "callers",
       .unit = "the same behind a call",
       .run = &Callers},
      {.name = "resets", .unit = "calls reset at once", .run = &Resets},
      {.name = "pings", .unit = "PING frames", .run = &Pings},
      {.name = "settings", .unit = "SETTINGS frames", .run = &Settings},
      {.name = "submits", .unit = "calls of Submit", .run = &Submits},
      {.name = "messages", .unit = "messages of 4 MiB", .run = &Messages},
      {.name = "requests",
       .unit = "GET requests",
       .speech = Speech::kText,
       .run = &Requests},
      {.name = "unread",
       .unit = "requests whose answers nobody reads",
       .speech = Speech::kText,
       .run = &Unread},
      {.name = "headers",
       .unit = "header lines without end",
       .speech = Speech::kText,
       .run = &Headers},
      {.name = "bodies",
       .unit = "KiB of endless bodies",
       .speech = Speech::kText,
       .run = &Bodies},
      {.name = "chunks",
       .unit = "chunks without end",
       .speech = Speech::kText,
       .run = &Chunks},
      {.name = "slow",
       .unit = "bytes of headers, one by one",
       .speech = Speech::kText,
       .run = &Slowly},
  };
  return floods;
}

}  // namespace arena::floods
