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
#include <string>

#include "arena/v1/play_service.grpc.pb.h"
#include "sdk/cpp/options.h"

namespace pentathlon {

namespace v1 = arena::v1;

// The most seats that a bot of `max_matches` plays at once, whatever a referee
// asks. The limit covers four seats of each match, and matches of a previous
// process, which may have allowed more.
inline size_t MostSeats(uint32_t max_matches) {
  return 4 * (size_t{max_matches} + 32);
}

// Says hello, keeps the session's token, answers pings and reconnects. Follows
// a redirect of the referee for one stream, with the same credentials. If this
// stream is lost, or no referee answers, the connection returns to the address
// of the options. Only one thread at a time may call Read; any thread may call
// everything else.
class Connection {
 public:
  // `options` must outlive the connection.
  explicit Connection(const Options& options);

  // Waits for a message and puts it into `response`; opens a stream if there is
  // none. Returns false when the session is over; then see status().
  bool Read(v1::PlayResponse& response);

  // Sends `request` and returns the number of the stream that took it, from
  // 1; 0 if there is no stream now: then the referee will ask again later.
  uint64_t Send(const v1::PlayRequest& request);

  // The number of the current stream, or of the last one.
  uint64_t stream() const { return stream_number_; }

  // Tells the referee to begin no more matches, and repeats this after a
  // reconnection. With no match under way, a lost connection is not renewed.
  void Leave();

  // Sets the number of seats with a match under way.
  void NoteSeats(size_t seats) { seats_ = seats; }

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

  std::shared_ptr<grpc::Channel> OpenChannel();
  void OpenStream();
  v1::PlayRequest Hello() const;
  // Returns the status with which the stream ended.
  grpc::Status CloseStream();
  // Handles messages that are not for the bots. Returns whether to pass
  // `response` on.
  bool Handle(const v1::PlayResponse& response);
  void OnWelcome(const v1::Welcome& welcome);
  void OnRedirect(const v1::Redirect& redirect);
  // Called after the end of a stream. Returns whether to open another one now.
  bool Recover(const grpc::Status& ended);
  bool IsLoss(const grpc::Status& ended) const;
  // The address, for messages.
  std::string Referee() const;
  // Waits before the next attempt. Returns false if it is time to give up.
  bool BackOff(const std::string& details);
  // Follows a redirect: the first redirect at once, each further redirect after
  // a longer pause, until a match begins.
  bool GoThere();
  // Whether there is no reason for another stream.
  bool Done() const { return stopping_ || (leaving_ && seats_ == 0); }
  void KeepToken();
  // Waits for `time`. Returns false if the session is done.
  bool Pause(std::chrono::milliseconds time);
  bool End(grpc::Status status);
  bool EndWell();
  void Report(LogLevel level, const std::string& line) const;

  const Options& options_;

  // The error that makes any session impossible; empty: none.
  std::string problem_;

  // Used by the reading thread only.
  std::chrono::milliseconds keepalive_;
  std::string session_token_;
  // The address of the current stream.
  std::string address_;
  // The address of the next stream; empty: the address of the options.
  std::string next_address_;
  int redirects_ = 0;      // Since the last match.
  bool played_ = false;    // Whether any match has begun.
  bool known_ = false;     // Whether there was any Welcome.
  bool replaced_ = false;
  std::string kept_token_;  // The token in the file.
  v1::PlayError fatal_;    // The last one on the present stream.
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
  std::atomic<bool> welcomed_ = false;  // On the present stream.
  std::atomic<size_t> seats_ = 0;

  std::mutex mutex_;  // Guards the members below; never held while calling out.
  std::condition_variable stop_signal_;
  std::shared_ptr<grpc::ClientContext> context_;
  bool stopping_ = false;
  bool leaving_ = false;
};

}  // namespace pentathlon

#endif  // SDK_CPP_CONNECTION_H_
