// The bots of a swarm, as reactors of gRPC's callback interface.
#include "arena/bench/bot_swarm.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/client_callback.h>

#include <deque>
#include <utility>

#include "arena/games/registry.h"
#include "arena/v1/play_service.grpc.pb.h"
#include "sdk/cpp/base/proxies.h"

namespace arena::bench {
namespace {

// SplitMix64, as a hash: every bit of `value` changes half of the result.
uint64_t Mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// Returns an index below the number of actions, which is not zero.
uint32_t ChooseIndex(uint64_t seed, const v1::Prompt& prompt) {
  uint64_t hash = Mix(seed ^ prompt.seat());
  hash = Mix(hash ^ prompt.decision());
  return static_cast<uint32_t>(hash % prompt.actions_size());
}

std::shared_ptr<grpc::Channel> OpenChannel(const SwarmOptions& options) {
  grpc::ChannelArguments arguments =
      pentathlon::ChannelArgumentsTo(options.address);
  // Without this, channels to one address would share one connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(
      options.address,
      options.credentials != nullptr ? options.credentials
                                     : grpc::InsecureChannelCredentials(),
      arguments);
}

std::vector<std::shared_ptr<grpc::Channel>> OpenChannels(
    const SwarmOptions& options) {
  if (options.channel != nullptr) return {options.channel};
  const int count =
      options.connections > 0 ? options.connections : options.bots;
  std::vector<std::shared_ptr<grpc::Channel>> channels;
  for (int i = 0; i < count; ++i) {
    channels.push_back(OpenChannel(options));
  }
  return channels;
}

}  // namespace

// One bot. gRPC calls the reactions, reads and writes at the same time, so
// that the queue of writes needs a lock.
class BotSwarm::SwarmBot
    : public grpc::ClientBidiReactor<v1::PlayRequest, v1::PlayResponse> {
 public:
  SwarmBot(BotSwarm& swarm, std::shared_ptr<grpc::Channel> channel,
           const std::string& name)
      : swarm_(swarm), stub_(v1::PlayService::NewStub(std::move(channel))) {
    const SwarmOptions& options = swarm.options_;
    if (!options.token.empty()) {
      context_.AddMetadata("authorization", "Bearer " + options.token);
    }
    v1::PlayRequest request;
    v1::Hello& hello = *request.mutable_hello();
    hello.set_name(name);
    hello.set_language("c++ swarm");
    for (const Game& game : AllGames()) {
      hello.add_plays()->set_game(game.info->name);
    }
    hello.set_max_matches(options.max_matches);
    writes_.push_back(std::move(request));
  }

  void Start() {
    stub_->async()->Play(&context_, this);
    // Writes may start outside of a reaction, so this keeps the call open until
    // the stream cannot be read any more.
    AddHold();
    StartRead(&response_);
    StartWrite(&writes_.front());
    StartCall();
  }

  void Cancel() { context_.TryCancel(); }

  void Send(v1::PlayRequest request) {
    MutexLock lock(mutex_);
    if (over_) return;
    if (request.has_act()) acted_ = std::chrono::steady_clock::now();
    writes_.push_back(std::move(request));
    // One write at a time: a longer queue is under way already.
    if (writes_.size() == 1) StartWrite(&writes_.front());
  }

  void OnReadDone(bool ok) override {
    if (ok) {
      Handle(response_);
      StartRead(&response_);
      return;
    }
    {
      MutexLock lock(mutex_);
      over_ = true;
    }
    RemoveHold();
  }

  void OnWriteDone(bool ok) override {
    MutexLock lock(mutex_);
    writes_.pop_front();
    if (ok && !over_ && !writes_.empty()) StartWrite(&writes_.front());
  }

  void OnDone(const grpc::Status& status) override {
    Counters& counters = swarm_.counters_;
    if (!status.ok()) swarm_.Fail(status.error_message());
    ++(status.ok() ? counters.streams_ended : counters.streams_failed);
    MutexLock lock(swarm_.mutex_);
    --swarm_.open_streams_;
    swarm_.changed_.NotifyAll();
    // The swarm may destroy this bot as soon as the lock is released.
  }

 private:
  void Handle(const v1::PlayResponse& response) {
    Counters& counters = swarm_.counters_;
    switch (response.kind_case()) {
      case v1::PlayResponse::kWelcome:
        ++counters.welcomed;
        return swarm_.Notify();
      case v1::PlayResponse::kMatchStart:
        return GetReady(response.match_start());
      case v1::PlayResponse::kPrompt:
        if (response.prompt().has_ack()) Count(response.prompt().ack());
        return Answer(response.prompt());
      case v1::PlayResponse::kActAck:
        return Count(response.act_ack());
      case v1::PlayResponse::kMatchEnd:
        counters.faults += response.match_end().result().faults_size();
        ++counters.matches_ended;
        return swarm_.Notify();
      case v1::PlayResponse::kPing: {
        v1::PlayRequest request;
        request.mutable_pong()->set_nonce(response.ping().nonce());
        return Send(std::move(request));
      }
      case v1::PlayResponse::kError:
        ++counters.errors;
        return swarm_.Fail(response.error().message());
      default:
        return;
    }
  }

  std::chrono::steady_clock::time_point ActedAt() {
    MutexLock lock(mutex_);
    return acted_;
  }

  void Count(const v1::ActAck& ack) {
    if (!v1::ActAck::Status_IsValid(ack.status())) return;
    ++swarm_.counters_.acks[ack.status()];
    if (swarm_.options_.on_ack == nullptr) return;
    const auto now = std::chrono::steady_clock::now();
    swarm_.options_.on_ack(now - ActedAt());
  }

  void GetReady(const v1::MatchStart& start) {
    ++swarm_.counters_.matches_started;
    v1::PlayRequest request;
    request.mutable_ready()->set_match_id(start.match_id());
    request.mutable_ready()->set_seat(start.seat());
    Send(std::move(request));
    swarm_.Notify();
  }

  void Answer(const v1::Prompt& prompt) {
    if (prompt.actions().empty()) return;  // Announcements are not owed.
    const SwarmOptions& options = swarm_.options_;
    if (prompt.decision() > options.last_decision) {
      ++swarm_.counters_.prompts_left_open;
      return;
    }
    v1::PlayRequest request;
    v1::Act& act = *request.mutable_act();
    act.set_match_id(prompt.match_id());
    act.set_seat(prompt.seat());
    act.set_decision(prompt.decision());
    act.set_index(ChooseIndex(options.seed, prompt));
    ++swarm_.counters_.prompts_answered;
    if (options.pace == options.pace.zero()) return Send(std::move(request));
    swarm_.SendLater(this, std::move(request));
  }

  BotSwarm& swarm_;
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  grpc::ClientContext context_;
  v1::PlayResponse response_;

  Mutex mutex_;                         // Guards what follows.
  std::deque<v1::PlayRequest> writes_;  // The first one is under way.
  bool over_ = false;
  // The time at which the last act was sent.
  std::chrono::steady_clock::time_point acted_;
};

BotSwarm::BotSwarm(const SwarmOptions& options) : options_(options) {
  const auto channels = OpenChannels(options_);
  open_streams_ = options_.bots;
  for (int i = 0; i < options_.bots; ++i) {
    bots_.push_back(std::make_unique<SwarmBot>(
        *this, channels[i % channels.size()],
        options_.name_prefix + "-" + std::to_string(i)));
  }
  for (auto& bot : bots_) bot->Start();
  if (options_.pace != options_.pace.zero()) {
    pacing_ = std::thread([this] { SendDue(); });
  }
}

BotSwarm::~BotSwarm() {
  for (auto& bot : bots_) bot->Cancel();
  {
    MutexLock lock(mutex_);
    changed_.Wait(mutex_, [this] { return open_streams_ == 0; });
    stopping_ = true;
    due_changed_.NotifyAll();
  }
  if (pacing_.joinable()) pacing_.join();
}

SwarmCounts BotSwarm::counts() const {
  SwarmCounts counts;
  counts.welcomed = counters_.welcomed;
  counts.matches_started = counters_.matches_started;
  counts.matches_ended = counters_.matches_ended;
  counts.prompts_answered = counters_.prompts_answered;
  counts.prompts_left_open = counters_.prompts_left_open;
  for (size_t i = 0; i < counts.acks.size(); ++i) {
    counts.acks[i] = counters_.acks[i];
  }
  counts.faults = counters_.faults;
  counts.errors = counters_.errors;
  counts.streams_ended = counters_.streams_ended;
  counts.streams_failed = counters_.streams_failed;
  return counts;
}

std::string BotSwarm::first_failure() const {
  MutexLock lock(mutex_);
  return first_failure_;
}

bool BotSwarm::Await(const std::function<bool(const SwarmCounts&)>& reached,
                     std::chrono::milliseconds limit) {
  MutexLock lock(mutex_);
  return changed_.WaitFor(mutex_, absl::FromChrono(limit),
                          [&] { return reached(counts()); });
}

bool BotSwarm::AwaitWelcomes(std::chrono::milliseconds limit) {
  return Await(
      [this](const SwarmCounts& counts) {
        return counts.welcomed == static_cast<uint64_t>(options_.bots);
      },
      limit);
}

void BotSwarm::Leave() {
  v1::PlayRequest request;
  request.mutable_leave();
  for (auto& bot : bots_) bot->Send(request);
}

void BotSwarm::SendLater(SwarmBot* bot, v1::PlayRequest request) {
  MutexLock lock(mutex_);
  due_.push_back({std::chrono::steady_clock::now() + options_.pace, bot,
                  std::move(request)});
  due_changed_.NotifyAll();
}

void BotSwarm::SendDue() {
  MutexLock lock(mutex_);
  while (!stopping_) {
    if (due_.empty()) {
      due_changed_.WaitForChange(mutex_);
    } else if (const auto rest =
                   due_.front().time - std::chrono::steady_clock::now();
               rest > rest.zero()) {
      due_changed_.WaitForChange(mutex_, absl::FromChrono(rest));
    } else {
      Due due = std::move(due_.front());
      due_.pop_front();
      lock.Unlock();
      due.bot->Send(std::move(due.request));
      lock.Lock();
    }
  }
}

void BotSwarm::Notify() {
  // Under the lock, so that a waiter cannot miss the change between its check
  // and its wait.
  MutexLock lock(mutex_);
  changed_.NotifyAll();
}

void BotSwarm::Fail(const std::string& what) {
  MutexLock lock(mutex_);
  if (first_failure_.empty()) first_failure_ = what;
}

}  // namespace arena::bench
