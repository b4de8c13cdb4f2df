// A bot that measures latencies: it does one thing at a time.
#ifndef ARENA_BENCH_SERIAL_BOT_H_
#define ARENA_BENCH_SERIAL_BOT_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::bench {

// Answers one prompt after the other, and waits for the acknowledgement of each
// answer. The bot may hold several seats. Not thread-safe.
class SerialBot {
 public:
  using OnResponse = std::function<void(const v1::PlayResponse&)>;

  // `on_response` gets every message that the bot reads; it may be empty.
  SerialBot(const std::string& address, const std::string& name,
            OnResponse on_response = nullptr);
  // Hangs up.
  ~SerialBot();

  // Makes this many decisions. Returns the microseconds from each act to its
  // acknowledgement. UNAVAILABLE if the stream ends.
  absl::StatusOr<std::vector<double>> Play(int decisions);

 private:
  void Take(v1::PlayResponse& response);
  void Act();
  grpc::Status Finish();

  const std::string name_;
  const OnResponse on_response_;
  grpc::ClientContext context_;
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  const std::unique_ptr<
      grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>>
      stream_;
  std::deque<v1::Prompt> prompts_;
  bool awaits_ack_ = false;
  bool finished_ = false;
  absl::Time sent_;
  std::vector<double> latencies_;
};

}  // namespace arena::bench

#endif  // ARENA_BENCH_SERIAL_BOT_H_
