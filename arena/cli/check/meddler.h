// A relay between a bot and a referee that adds mischief to every stream.
#ifndef ARENA_CLI_CHECK_MEDDLER_H_
#define ARENA_CLI_CHECK_MEDDLER_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "arena/cli/check/transcript.h"
#include "arena/core/mutex.h"
#include "arena/mischief/mischief.h"
#include "arena/rpc/play_relay.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::check {

// Listens on a Unix socket. The bot's own token goes on to the referee. A
// stream that ends on one side ends on the other side, too; the bot gets the
// referee's status. Thread-safe.
class Meddler final : public v1::PlayService::CallbackService {
 public:
  // `referee` is a channel without a token. UNAVAILABLE.
  static absl::StatusOr<std::unique_ptr<Meddler>> Open(
      const std::string& socket, std::shared_ptr<grpc::Channel> referee);
  // Ends all streams.
  ~Meddler() override;

  // Starts this mischief and a new transcript. Open streams stay open.
  void Begin(std::unique_ptr<mischief::Mischief> mischief);
  std::shared_ptr<const Transcript> transcript() const;

  PlayRelay* Play(grpc::CallbackServerContext* context) override;

 private:
  class Stream;

  explicit Meddler(std::shared_ptr<grpc::Channel> referee);

  mutable Mutex mutex_;
  std::unique_ptr<mischief::Mischief> mischief_ ABSL_GUARDED_BY(mutex_);
  std::shared_ptr<Transcript> transcript_ ABSL_GUARDED_BY(mutex_);
  std::atomic<int> streams_ = 0;
  // Its destructor waits for the streams, which use the other members.
  RelayedReferee referee_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace arena::check

#endif  // ARENA_CLI_CHECK_MEDDLER_H_
