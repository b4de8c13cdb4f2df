// The stream to the referee, renewed whenever it is lost. Not for bots.
#ifndef SDK_CPP_CONNECTION_H_
#define SDK_CPP_CONNECTION_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/sync_stream.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>

#include "arena/v1/play_service.grpc.pb.h"
#include "sdk/cpp/options.h"

namespace pentathlon {

namespace v1 = arena::v1;

using SeatKey = std::pair<std::string, uint32_t>;  // Match id, seat.

// The seat that a message is for.
SeatKey SeatOf(const v1::PlayResponse& response);

// Says hello, keeps the session's token, answers pings and reconnects. Follows
// a redirect of the referee for one stream, with the same credentials. If this
// stream is lost, or no referee answers, the connection returns to the address
// of the options. Only one thread at a time may call Read; any thread may call
// everything else.
class Connection {
 public:
  // `options` must outlive the connection.
  explicit Connection(const Options& options);

  // Waits for a message for a bot and puts it into `response`; opens a stream
  // if there is none. The first message for a seat is MatchStart, the last one
  // MatchEnd. After a Welcome every earlier seat is lost. Returns false when
  // the session is over; then every seat is lost, and status() says why.
  bool Read(v1::PlayResponse& response);

  // Sends `request` and returns the number of the stream that took it, from
  // 1; 0 if there is no stream now: then the referee will ask again later.
  uint64_t Send(const v1::PlayRequest& request);

  // The number of the current stream, or of the last one.
  uint64_t stream() const { return stream_number_; }

  // Tells the referee to begin no more matches, and repeats this after a
  // reconnection. With no match under way, a lost connection is not renewed.
  void Leave();

  // Whether another process has replaced this process. Requires: Read has
  // returned false.
  bool replaced() const { return replaced_; }

  // Makes Read return false soon.
  void Stop();

  // The reason why the session is over. Requires: Read has returned false.
  const grpc::Status& status() const { return status_; }

 private:
  using Clock = std::chrono::steady_clock;
  using Stream = grpc::ClientReaderWriter<v1::PlayRequest, v1::PlayResponse>;

  // ---- connection.cc ----
  std::shared_ptr<grpc::Channel> OpenChannel();
  void OpenStream();
  v1::PlayRequest Hello() const;
  // Returns the status with which the stream ended.
  grpc::Status CloseStream();
  // Called after the end of a stream. Returns whether to open another one now.
  bool Recover(const grpc::Status& ended);
  // Follows a redirect: the first redirect at once, each further redirect after
  // a longer pause, until a match begins.
  bool GoThere();
  // Waits before the next attempt. Returns false if it is time to give up.
  bool BackOff(const std::string& details);
  // Waits for `time`. Returns false if the session is over by then.
  bool Pause(std::chrono::milliseconds time);
  // Whether there is no reason for another stream.
  bool Done() const { return stopping_ || (leaving_ && seats_.empty()); }
  // End the session, and return false.
  bool Fail(grpc::StatusCode code, const std::string& reason);
  bool EndWell();
  void Report(LogLevel level, const std::string& line) const;

  // ---- receive.cc ----
  // Handles a message. Returns whether a bot needs it, too.
  bool Handle(const v1::PlayResponse& response);
  void OnWelcome(const v1::Welcome& welcome);
  void KeepToken();
  void OnRedirect(const v1::Redirect& redirect);
  void OnError(const v1::PlayError& error);
  bool OnStart(const v1::MatchStart& start);
  bool OnSeatMessage(const v1::PlayResponse& response);
  void LoseSeats();

  const Options& options_;

  // Used by the reading thread only.
  std::chrono::milliseconds keepalive_;
  std::string session_token_;
  std::string kept_token_;    // The token in the file.
  std::string address_;       // Of the current stream.
  std::string next_address_;  // By a redirect; empty: that of the options.
  int redirects_ = 0;         // Since the last match.
  bool played_ = false;       // Whether any match has begun.
  bool known_ = false;        // Whether there was any Welcome.
  bool welcomed_ = false;     // Whether there was one on the present stream.
  bool replaced_ = false;
  v1::PlayError fatal_;      // The last one on the present stream.
  std::set<SeatKey> seats_;  // With a match under way.
  std::chrono::milliseconds backoff_;
  std::optional<Clock::time_point> failing_since_;
  std::minstd_rand jitter_{std::random_device{}()};
  grpc::Status status_;

  // Lets one write at a time through. The reading thread also holds it to
  // replace the stream, and may therefore read without holding it.
  std::mutex write_mutex_;
  std::unique_ptr<v1::PlayService::Stub> stub_;
  std::unique_ptr<Stream> stream_;
  std::atomic<uint64_t> stream_number_ = 0;

  // Guards the context, which the reading thread may use without holding it.
  std::mutex mutex_;
  std::optional<grpc::ClientContext> context_;
  std::condition_variable stop_signal_;
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> leaving_ = false;
  // Whether the present stream had no Welcome yet, and no match is under way.
  std::atomic<bool> idle_ = false;
};

}  // namespace pentathlon

#endif  // SDK_CPP_CONNECTION_H_
