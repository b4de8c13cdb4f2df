// Passes the stream of a bot on to its referee.
#ifndef ARENA_RPC_PLAY_RELAY_H_
#define ARENA_RPC_PLAY_RELAY_H_

#include <grpcpp/grpcpp.h>

#include <future>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "arena/rpc/grpc_status.h"
#include "arena/rpc/write_queue.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena {

// The referee that relays lead to. Outlives its relays: the process would crash
// if the last share of a channel were released on a thread of its own stream.
class RelayedReferee {
 public:
  explicit RelayedReferee(std::shared_ptr<grpc::Channel> channel);
  // Returns when no relay is left. The streams of the relays must end by
  // themselves.
  ~RelayedReferee();

 private:
  friend class PlayRelay;

  const std::unique_ptr<v1::PlayService::Stub> stub_;
  // Every relay holds a share of it.
  std::shared_ptr<void> presence_;
  std::future<void> gone_;
};

// The stream of a bot and the stream to its referee. A derived class decides
// what happens to messages. The end of one stream ends the other; the bot gets
// the referee's status. A relay without a bot receives the messages that a bot
// would get.
//
// Belongs to a shared_ptr; gRPC keeps it until both streams are over.
// Thread-safe. Its reactions come from threads of gRPC, for one message of each
// direction at a time.
class PlayRelay
    : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public std::enable_shared_from_this<PlayRelay>,
      private WriteQueue<v1::PlayResponse> {
 public:
  explicit PlayRelay(RelayedReferee& referee);
  ~PlayRelay() override;

  // Reads the bot's messages, unless the relay has been ended. Call it at most
  // once.
  void Serve();
  // Opens the stream to the referee, with this metadata unless it is empty.
  // Call it at most once, and before anything goes to the referee.
  void Dial(const std::string& authorization);

  void ToReferee(v1::PlayRequest request);
  void ToBot(v1::PlayResponse response);
  // Ends both streams, the referee's stream first, because a bot may come back
  // at once. The bot still gets the earlier messages, then the status.
  void End(const absl::Status& status);

 private:
  class RefereeStream;

  virtual void OnRequest(v1::PlayRequest& /*request*/) {}
  virtual void OnResponse(v1::PlayResponse& response) = 0;
  // Called before a message goes to the bot, whose stream is open.
  virtual void OnTold(const v1::PlayResponse& /*response*/) {}
  // Called when the stream to the referee is over, before the bot knows.
  virtual void OnRefereeEnd() {}
  // Called before the bot learns that its stream is over: it may then open
  // another one.
  virtual void OnBotEnd() {}

  // ---- The stream of the bot ----

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override { WriteDone(ok); }
  void OnCancel() override {
    WriteQueue::End(absl::CancelledError("cancelled"), true);
  }
  void OnDone() override;
  void StartWriting(const v1::PlayResponse& response) override {
    StartWrite(&response);
  }
  void FinishStream(const absl::Status& status) override;
  // Never called, because nobody calls Break.
  void CancelStream() override {}

  RelayedReferee& referee_;
  // Must be released last, because the stream to the referee has a share of the
  // channel.
  const std::shared_ptr<void> presence_;
  const std::unique_ptr<RefereeStream> referee_stream_;
  bool dialed_ = false;
  v1::PlayRequest request_;
  std::shared_ptr<PlayRelay> self_;
};

}  // namespace arena

#endif  // ARENA_RPC_PLAY_RELAY_H_
