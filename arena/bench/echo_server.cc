#include "arena/bench/echo_server.h"

#include <grpcpp/grpcpp.h>
#include <signal.h>

#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "arena/bench/conversation.h"
#include "arena/core/check.h"
#include "arena/core/mutex.h"
#include "arena/v1/play_service.grpc.pb.h"

namespace arena::bench {
namespace {

// Receives the messages of a table. Thread-safe.
class Listener {
 public:
  virtual ~Listener() = default;
  // The message outlives the stream.
  virtual void Send(const v1::PlayResponse& message) = 0;
};

// The listeners by seat, and the seats whose acts are due. Thread-safe.
class EchoTable {
 public:
  // `seats`: the seats that are taken, one bit per seat.
  EchoTable(const Conversation& conversation, unsigned seats)
      : conversation_(conversation), seats_(seats), due_(seats) {}

  // All seats are asked as soon as all of them are ready.
  void Ready(int seat, std::shared_ptr<Listener> listener) {
    {
      MutexLock lock(mutex_);
      listeners_[seat] = std::move(listener);
    }
    Act(seat, /*acknowledged=*/false);
  }
  void Act(int seat) { Act(seat, /*acknowledged=*/true); }

 private:
  void Act(int seat, bool acknowledged) {
    std::array<std::shared_ptr<Listener>, kSeats> listeners;
    const Conversation::Round* round = nullptr;
    {
      MutexLock lock(mutex_);
      listeners = listeners_;
      due_ &= ~(1u << seat);
      if (due_ == 0) round = &Next();
    }
    if (round == nullptr) {
      if (acknowledged) listeners[seat]->Send(conversation_.acks[seat]);
      return;
    }
    for (int other = 0; other < kSeats; ++other) {
      if (listeners[other] == nullptr) continue;
      const Conversation::Prompted& prompted = (*round)[other];
      listeners[other]->Send(acknowledged && other == seat ? prompted.with_ack
                                                           : prompted.alone);
    }
  }

  const Conversation::Round& Next() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    due_ = seats_;
    next_ = (next_ + 1) % conversation_.rounds.size();
    return conversation_.rounds[next_];
  }

  const Conversation& conversation_;
  const unsigned seats_;
  Mutex mutex_;
  unsigned due_ ABSL_GUARDED_BY(mutex_);
  size_t next_ ABSL_GUARDED_BY(mutex_) = 0;
  std::array<std::shared_ptr<Listener>, kSeats> listeners_
      ABSL_GUARDED_BY(mutex_);
};

// A table, and the seats that a bot has there.
struct Invitation {
  std::shared_ptr<EchoTable> table;  // null: there is none
  unsigned seats = 0;
};

// Thread-safe.
class EchoTables {
 public:
  explicit EchoTables(const Conversation& conversation)
      : conversation_(conversation) {}

  Invitation Find(const std::string& bot) {
    if (absl::EndsWith(bot, "both")) return {NewTable(3), 3};
    if (absl::EndsWith(bot, "alone")) return {NewTable(1), 1};
    const size_t dash = bot.rfind("pair-");
    int number = 0;
    if (dash == std::string::npos ||
        !absl::SimpleAtoi(bot.substr(dash + 5), &number)) {
      return {};
    }
    MutexLock lock(mutex_);
    std::shared_ptr<EchoTable>& table = tables_[number / 2];
    if (table == nullptr) table = NewTable(3);
    return {table, 1u << (number % 2)};
  }

 private:
  std::shared_ptr<EchoTable> NewTable(unsigned seats) const {
    return std::make_shared<EchoTable>(conversation_, seats);
  }

  const Conversation& conversation_;
  Mutex mutex_;
  std::map<int, std::shared_ptr<EchoTable>> tables_ ABSL_GUARDED_BY(mutex_);
};

// The stream of one bot. It owns itself until gRPC is done with it.
class EchoStream final
    : public grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>,
      public Listener,
      public std::enable_shared_from_this<EchoStream> {
 public:
  EchoStream(const Conversation& conversation, EchoTables& tables)
      : conversation_(conversation), tables_(tables) {}

  void Start() {
    self_ = shared_from_this();
    StartRead(&request_);
  }

  void Send(const v1::PlayResponse& message) override {
    {
      MutexLock lock(mutex_);
      if (over_) return;
      queue_.push_back(&message);
      if (queue_.size() > 1) return;
    }
    StartWrite(&message);
  }

  void OnReadDone(bool ok) override {
    if (ok) Take();
    bool last = false;
    {
      MutexLock lock(mutex_);
      over_ = over_ || !ok;
      last = over_ && queue_.empty();
    }
    if (ok) return StartRead(&request_);
    if (last) Finish(grpc::Status::OK);
  }
  void OnWriteDone(bool ok) override {
    const v1::PlayResponse* next = nullptr;
    bool last = false;
    {
      MutexLock lock(mutex_);
      queue_.pop_front();
      if (over_ || !ok) queue_.clear();
      if (!queue_.empty()) next = queue_.front();
      last = over_ && queue_.empty();
    }
    if (next != nullptr) return StartWrite(next);
    if (last) Finish(grpc::Status::OK);
  }
  void OnDone() override { self_.reset(); }

 private:
  void Take() {
    switch (request_.kind_case()) {
      case v1::PlayRequest::kHello: {
        const Invitation invitation = tables_.Find(request_.hello().name());
        table_ = invitation.table;
        Send(conversation_.welcome);
        for (int seat = 0; seat < kSeats; ++seat) {
          if ((invitation.seats >> seat) & 1) Send(conversation_.starts[seat]);
        }
        return;
      }
      case v1::PlayRequest::kReady:
        return table_->Ready(static_cast<int>(request_.ready().seat() % kSeats),
                             self_);
      case v1::PlayRequest::kAct:
        return table_->Act(static_cast<int>(request_.act().seat() % kSeats));
      default:
        return;
    }
  }

  const Conversation& conversation_;
  EchoTables& tables_;
  std::shared_ptr<EchoTable> table_;
  v1::PlayRequest request_;
  std::shared_ptr<EchoStream> self_;

  Mutex mutex_;
  // The first is being written.
  std::deque<const v1::PlayResponse*> queue_ ABSL_GUARDED_BY(mutex_);
  // No more requests will come.
  bool over_ ABSL_GUARDED_BY(mutex_) = false;
};

class EchoService final : public v1::PlayService::CallbackService {
 public:
  explicit EchoService(Conversation conversation)
      : conversation_(std::move(conversation)), tables_(conversation_) {}
  grpc::ServerBidiReactor<v1::PlayRequest, v1::PlayResponse>* Play(
      grpc::CallbackServerContext* /*context*/) override {
    const auto stream = std::make_shared<EchoStream>(conversation_, tables_);
    stream->Start();
    return stream.get();
  }

 private:
  const Conversation conversation_;
  EchoTables tables_;
};

}  // namespace

absl::Status RunEchoServer(const std::string& address,
                           const std::string& recorded) {
  ARENA_ASSIGN_OR_RETURN(Conversation conversation,
                         Conversation::Read(recorded));
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  EchoService service(std::move(conversation));
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr || port == 0) {
    return absl::UnavailableError(absl::StrCat("cannot listen on ", address));
  }
  std::printf("listening %s%d\n",
              address.substr(0, address.rfind(':') + 1).c_str(), port);
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals, &signal);
  server->Shutdown(std::chrono::system_clock::now());
  return absl::OkStatus();
}

}  // namespace arena::bench
