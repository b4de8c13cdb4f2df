// A load generator: thousands of bots that play at random, without a thread
// for each.
#ifndef ARENA_BENCH_BOT_SWARM_H_
#define ARENA_BENCH_BOT_SWARM_H_

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.pb.h"

namespace arena::bench {

struct SwarmOptions {
  // The referee: host:port or unix:PATH.
  std::string address = "";
  // All bots use this instead of `address`, e.g. an in-process channel.
  std::shared_ptr<grpc::Channel> channel = nullptr;
  // How the connections are secured; null: not at all.
  std::shared_ptr<grpc::ChannelCredentials> credentials = nullptr;
  // Connections to `address`, shared by the bots in turn; 0: one for each bot.
  int connections = 0;

  int bots = 1;
  // The bots are named "PREFIX-0", "PREFIX-1", ...
  std::string name_prefix = "swarm";
  // As in Hello.
  uint32_t max_matches = 1;
  // Proves the identity of the bots; empty: no token is sent.
  std::string token = "";
  // The answer to a decision depends only on this seed, the seat and the number
  // of the decision. So matches with the same deals are played alike.
  uint64_t seed = 1;
  // The time that a bot takes for a decision.
  std::chrono::microseconds pace = {};
  // Bots leave later decisions open.
  uint32_t last_decision = UINT32_MAX;
  // Called on any thread with the time from each act to its acknowledgement.
  // Useful for bots that play one match at a time. May be empty.
  std::function<void(std::chrono::nanoseconds)> on_ack = nullptr;
};

// Counts of all bots of a swarm so far.
struct SwarmCounts {
  uint64_t welcomed = 0;
  uint64_t matches_started = 0;
  uint64_t matches_ended = 0;  // By seat: a bot may hold several.
  uint64_t prompts_answered = 0;
  uint64_t prompts_left_open = 0;
  // By v1::ActAck::Status.
  std::array<uint64_t, v1::ActAck::Status_ARRAYSIZE> acks = {};
  // Faults in the results of matches.
  uint64_t faults = 0;
  uint64_t errors = 0;          // Of the protocol, harmless ones included.
  uint64_t streams_ended = 0;   // With OK.
  uint64_t streams_failed = 0;  // Otherwise; see BotSwarm::first_failure.
};

// Opens all streams at construction and closes the remaining streams at
// destruction. Bots do not reconnect: a failed stream is a finding.
// Thread-safe.
class BotSwarm {
 public:
  explicit BotSwarm(const SwarmOptions& options);
  ~BotSwarm();

  SwarmCounts counts() const;

  // Returns the first error message or failed stream, empty if there is none.
  std::string first_failure() const;

  // Waits until `reached(counts)`; returns false if that takes longer than
  // `limit`. Checks after each welcome, each beginning and end of a match, and
  // each end of a stream.
  bool Await(const std::function<bool(const SwarmCounts&)>& reached,
             std::chrono::milliseconds limit);
  // Waits until each bot is welcome.
  bool AwaitWelcomes(std::chrono::milliseconds limit);

  // Makes all bots say that they want no further matches.
  void Leave();

 private:
  class SwarmBot;
  // SwarmCounts for many writers.
  struct Counters {
    std::atomic<uint64_t> welcomed = 0;
    std::atomic<uint64_t> matches_started = 0;
    std::atomic<uint64_t> matches_ended = 0;
    std::atomic<uint64_t> prompts_answered = 0;
    std::atomic<uint64_t> prompts_left_open = 0;
    std::array<std::atomic<uint64_t>, v1::ActAck::Status_ARRAYSIZE> acks = {};
    std::atomic<uint64_t> faults = 0;
    std::atomic<uint64_t> errors = 0;
    std::atomic<uint64_t> streams_ended = 0;
    std::atomic<uint64_t> streams_failed = 0;
  };

  // An answer and the time at which it is sent.
  struct Due {
    std::chrono::steady_clock::time_point time;
    SwarmBot* bot;
    v1::PlayRequest request;
  };

  void SendLater(SwarmBot* bot, v1::PlayRequest request);
  // Runs on its own thread.
  void SendDue();
  // Wakes the threads in Await.
  void Notify();
  void Fail(const std::string& what);

  const SwarmOptions options_;
  Counters counters_;
  std::vector<std::unique_ptr<SwarmBot>> bots_;

  mutable Mutex mutex_;
  CondVar changed_;
  std::string first_failure_ ABSL_GUARDED_BY(mutex_);
  size_t open_streams_ ABSL_GUARDED_BY(mutex_) = 0;
  // Every decision takes equally long, so the oldest is due first.
  std::deque<Due> due_ ABSL_GUARDED_BY(mutex_);
  CondVar due_changed_;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread pacing_;
};

}  // namespace arena::bench

#endif  // ARENA_BENCH_BOT_SWARM_H_
