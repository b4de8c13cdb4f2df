#include "referee/door/unix_relay.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "arena/core/mutex.h"
#include "referee/door/frame_counter.h"
#include "referee/sockets/tunnel.h"

namespace arena::referee {
namespace {

// A connection whose bytes are passed on. Thread-safe.
class RelayedConnection {
 public:
  RelayedConnection(int outside, Descriptor inside)
      : outside_(outside), inside_(std::move(inside)) {}

  int64_t received() const { return received_; }
  bool IsOpen() const {
    MutexLock lock(mutex_);
    return outside_ >= 0;
  }
  void Cut() {
    MutexLock lock(mutex_);
    if (outside_ >= 0) shutdown(outside_, SHUT_RDWR);
  }
  // Returns when one side has ended.
  void Run() {
    FrameCounter frames(UnixRelay::kMostHeaderBytes);
    Tunnel(outside_, inside_.get(), [&](absl::string_view bytes) {
      received_ += static_cast<int64_t>(bytes.size());
      return frames.Read(bytes).ok() && AwaitTurn(frames.Take().calls);
    });
    MutexLock lock(mutex_);
    outside_ = -1;
    inside_.Close();
  }

 private:
  // Waits until so many calls are due; false if there are too many calls at
  // once.
  bool AwaitTurn(int64_t calls) {
    if (calls > UnixRelay::kMostCalls) return false;
    const absl::Duration of_call =
        absl::Seconds(1) / UnixRelay::kCallsPerSecond;
    const absl::Time now = absl::Now();
    due_ = std::max(due_, now - UnixRelay::kMostCalls * of_call);
    due_ += calls * of_call;
    // Wakes when the connection is cut.
    pollfd wanted = {outside_, 0, 0};
    if (due_ > now) {
      poll(&wanted, 1, static_cast<int>(absl::ToInt64Milliseconds(due_ - now)));
    }
    return true;
  }

  std::atomic<int64_t> received_ = 0;
  // When the last call was due; used by the thread of the connection.
  absl::Time due_ = absl::InfinitePast();
  mutable Mutex mutex_;
  // Closed by ConnectionThreads after Run; -1 from then on.
  int outside_;
  Descriptor inside_;
};

class RelayedSocket final : public Socket {
 public:
  explicit RelayedSocket(std::shared_ptr<RelayedConnection> connection)
      : connection_(std::move(connection)) {}

  bool IsOpen() const override { return connection_->IsOpen(); }
  Bytes Passed() const override {
    return {.received = connection_->received()};
  }
  void Widen() override {}
  void Cut() override { connection_->Cut(); }

 private:
  const std::shared_ptr<RelayedConnection> connection_;
};

}  // namespace

std::optional<UnixRelay::Relayed> UnixRelay::Take(Descriptor outside) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
                 ends) != 0) {
    return std::nullopt;
  }
  Descriptor served(ends[0]);
  const auto connection =
      std::make_shared<RelayedConnection>(outside.get(), Descriptor(ends[1]));
  if (!threads_.Take(std::move(outside),
                     [connection](int /*connection*/) { connection->Run(); })) {
    return std::nullopt;
  }
  return Relayed{std::move(served),
                 std::make_unique<RelayedSocket>(connection)};
}

}  // namespace arena::referee
