// A referee that does as a test says, message by message.
#ifndef TESTS_SDK_CPP_FAKE_REFEREE_H_
#define TESTS_SDK_CPP_FAKE_REFEREE_H_

#include <grpcpp/server.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "arena/v1/play_service.grpc.pb.h"

namespace pentathlon {

namespace v1 = arena::v1;

// The referee's end of one Play call. Every function waits as long as
// necessary.
class FakeStream {
 public:
  using Wire = grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>;

  FakeStream(grpc::ServerContext& context, Wire& wire)
      : context_(context), wire_(wire) {}

  // Returns the next request; an empty request if the bot is gone.
  v1::PlayRequest Receive();
  void Send(const v1::PlayResponse& response) { wire_.Write(response); }
  // Ends the call with `status`; later calls have no effect.
  void End(const grpc::Status& status);
  // Ends the call after a fatal error, as the referee does.
  void Fail(v1::ErrorReason reason, const std::string& message,
            grpc::StatusCode code);

  // The value of the metadata `key`, empty if absent.
  std::string Metadata(const std::string& key) const;

  // Receives a hello and answers it.
  v1::Hello Welcome(const std::string& session_token, bool resumed = false);
  // Starts a match and receives the ready.
  v1::Ready Start(const std::string& match_id, uint32_t seat = 0,
                  bool resumed = false);
  void SendStart(const std::string& match_id, uint32_t seat = 0,
                 bool resumed = false);
  // Sends a prompt with actions of the ids 10 and 11. If `announcements`, the
  // prompt also has the announcement 77.
  void SendPrompt(const std::string& match_id, uint32_t decision,
                  bool announcements = false,
                  v1::DecisionKind kind = v1::DECISION_KIND_MUST);
  void SendEnd(const std::string& match_id);
  // Sends the bot to another referee and ends the call.
  void Redirect(const std::string& address);
  // Sends a ping and receives its pong. By then the bot's session has read
  // every earlier message.
  v1::Pong Ping(uint32_t nonce = 1);

  // Waits for End; for the handler of the call.
  grpc::Status AwaitEnd();

 private:
  grpc::ServerContext& context_;
  Wire& wire_;
  std::mutex mutex_;
  std::condition_variable ended_signal_;
  std::optional<grpc::Status> ended_;
};

// Listens on its own address. A new fake on the same address acts as a
// restarted referee.
class FakeReferee final : public v1::PlayService::Service {
 public:
  explicit FakeReferee(const std::string& address);
  ~FakeReferee() override;

  // Waits for a bot to connect.
  std::shared_ptr<FakeStream> Accept();

 private:
  grpc::Status Play(grpc::ServerContext* context,
                    FakeStream::Wire* wire) override;

  std::mutex mutex_;
  std::condition_variable connected_signal_;
  std::deque<std::shared_ptr<FakeStream>> waiting_;  // For Accept.
  std::vector<std::shared_ptr<FakeStream>> streams_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace pentathlon

#endif  // TESTS_SDK_CPP_FAKE_REFEREE_H_
