// Opening, losing and renewing the stream.
#include "sdk/cpp/connection.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sdk/cpp/base/proxies.h"
#include "sdk/cpp/base/token_file.h"
#include "sdk/cpp/base/words.h"

namespace pentathlon {
namespace {

using grpc::StatusCode;

std::shared_ptr<grpc::ChannelCredentials> Credentials(const Options& options) {
  if (options.tls_ca.empty()) return grpc::InsecureChannelCredentials();
  std::ostringstream pem;
  pem << std::ifstream(options.tls_ca).rdbuf();
  grpc::SslCredentialsOptions ssl;
  ssl.pem_root_certs = pem.str();
  return grpc::SslCredentials(ssl);
}

// "RESOURCE_EXHAUSTED".
std::string NameOf(StatusCode code) {
  const std::string name =
      absl::StatusCodeToString(static_cast<absl::StatusCode>(code));
  return name.empty() ? absl::StrCat("code ", code) : name;
}

// Whether the stream was lost, so that another one may do better. `fatal` is
// the error that the referee has sent, if any.
bool IsLoss(const v1::PlayError& fatal, StatusCode ended) {
  if (fatal.fatal()) {
    return fatal.reason() == v1::ERROR_REASON_DRAINING ||
           fatal.reason() == v1::ERROR_REASON_PONG_TIMEOUT;
  }
  // gRPC gives these codes, depending on the moment, when a connection breaks.
  constexpr StatusCode kLost[] = {StatusCode::UNAVAILABLE,
                                  StatusCode::CANCELLED, StatusCode::INTERNAL,
                                  StatusCode::UNKNOWN};
  return absl::c_linear_search(kLost, ended);
}

// The reason why there is no connection, in plain words where gRPC's are for
// experts.
std::string PlainReason(const std::string& reason) {
  for (const char* const words : {"ARES", "DNS", "errors resolving"}) {
    if (absl::StrContains(reason, words)) return "this host name is not known";
  }
  return reason;
}

// Names TLS, because a connection with TLS on only one side looks broken to
// both sides. Names a proxy, because nothing else tells of it.
std::string Described(const std::string& address, bool tls) {
  const std::string proxy = ProxyVariable(address);
  return absl::StrCat(address, tls ? " (with TLS" : " (without TLS",
                      proxy.empty() ? "" : ", by the HTTP proxy of ", proxy,
                      ")");
}

}  // namespace

Connection::Connection(const Options& options)
    : options_(options),
      keepalive_(options.keepalive),
      backoff_(options.first_backoff) {
  if (!options_.token.empty() && !IsToken(options_.token)) {
    Fail(StatusCode::INVALID_ARGUMENT, absl::StrCat("the token: ", kNoToken));
  }
  if (options_.token_file.empty()) return;
  if (const auto token = ReadTokenFile(options_.token_file)) {
    session_token_ = kept_token_ = *token;
  } else {
    Fail(StatusCode::INVALID_ARGUMENT, options_.token_file + kNoTokenIn);
  }
}

bool Connection::Read(v1::PlayResponse& response) {
  while (status_.ok()) {
    if (stream_ == nullptr) OpenStream();
    while (stream_->Read(&response)) {
      if (Handle(response)) return true;
    }
    if (!Recover(CloseStream())) break;
  }
  LoseSeats();
  return false;
}

uint64_t Connection::Send(const v1::PlayRequest& request) {
  const std::lock_guard<std::mutex> lock(write_mutex_);
  const bool sent = stream_ != nullptr && stream_->Write(request);
  return sent ? stream_number_.load() : 0;
}

void Connection::Leave() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    leaving_ = true;
    stop_signal_.notify_all();
    if (idle_ && context_.has_value()) return context_->TryCancel();
  }
  v1::PlayRequest request;
  request.mutable_leave();
  Send(request);
}

void Connection::Stop() {
  const std::lock_guard<std::mutex> lock(mutex_);
  stopping_ = true;
  stop_signal_.notify_all();
  if (context_.has_value()) context_->TryCancel();
}

std::shared_ptr<grpc::Channel> Connection::OpenChannel() {
  if (options_.open_channel) return options_.open_channel();
  grpc::ChannelArguments arguments = ChannelArgumentsTo(address_);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS,
                   static_cast<int>(keepalive_.count()));
  // A bot may be silent for long while the others think.
  arguments.SetInt(GRPC_ARG_HTTP2_MAX_PINGS_WITHOUT_DATA, 0);
  // Always a new connection, so that the pauses between attempts are ours and
  // not those of a connection that failed before.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  // The bot does not wait long for a referee that only another referee knows.
  if (address_ != options_.address) {
    arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 5000);
  }
  return grpc::CreateCustomChannel(address_, Credentials(options_), arguments);
}

void Connection::OpenStream() {
  welcomed_ = false;
  fatal_.Clear();
  const std::string redirected = std::exchange(next_address_, "");
  address_ = redirected.empty() ? options_.address : redirected;
  {
    // First, so that Stop also reaches a stream that waits for a connection.
    const std::lock_guard<std::mutex> lock(mutex_);
    context_.emplace();
    idle_ = seats_.empty();
    if (Done()) context_->TryCancel();
  }
  if (!options_.token.empty()) {
    context_->AddMetadata("authorization", "Bearer " + options_.token);
  }
  const std::shared_ptr<grpc::Channel> channel = OpenChannel();
  const std::lock_guard<std::mutex> write_lock(write_mutex_);
  stub_ = v1::PlayService::NewStub(channel);
  stream_ = stub_->Play(&*context_);
  ++stream_number_;
  stream_->Write(Hello());  // A failure shows when reading.
}

v1::PlayRequest Connection::Hello() const {
  v1::PlayRequest request;
  v1::Hello& hello = *request.mutable_hello();
  hello.set_name(options_.name);
  hello.set_version(options_.version);
  hello.set_language(options_.language);
  for (v1::GameSupport& plays : GamesPlayed(options_)) {
    *hello.add_plays() = std::move(plays);
  }
  hello.set_max_matches(options_.max_matches);
  hello.set_instance(options_.instance);
  hello.set_one_match(options_.one_match);
  // After the first Welcome the bot comes back to its own session.
  hello.set_replace(options_.replace && !known_);
  if (options_.events.value_or(false)) {
    hello.add_capabilities(v1::CAPABILITY_EVENTS);
  }
  if (options_.text) hello.add_capabilities(v1::CAPABILITY_TEXT);
  // A redirect could not change the address of the caller's own channel.
  if (!options_.open_channel) hello.add_capabilities(v1::CAPABILITY_REDIRECT);
  hello.set_resume_token(session_token_);
  return request;
}

grpc::Status Connection::CloseStream() {
  const std::lock_guard<std::mutex> write_lock(write_mutex_);
  grpc::Status ended = stream_->Finish();
  stream_.reset();
  stub_.reset();
  const std::lock_guard<std::mutex> lock(mutex_);
  context_.reset();  // Last, because the stream was made with it.
  return ended;
}

bool Connection::Recover(const grpc::Status& ended) {
  if (Done()) return EndWell();
  if (!next_address_.empty()) return GoThere();
  const std::string referee = "the referee at " + address_;
  const std::string words =
      fatal_.fatal() ? fatal_.message() : ended.error_message();
  // A referee that only another one named cannot end the session.
  if (!welcomed_ && address_ != options_.address) return BackOff(words);
  if (fatal_.reason() == v1::ERROR_REASON_UNKNOWN_TOKEN &&
      !session_token_.empty()) {
    // Another session would play another match.
    if (options_.one_match && played_) return EndWell();
    Report(LogLevel::kWarning, "the earlier session is over; starting afresh");
    session_token_.clear();  // Hence only once.
    return true;
  }
  if (IsLoss(fatal_, ended.error_code())) return BackOff(words);
  if (fatal_.fatal()) {
    return Fail(ended.ok() ? StatusCode::ABORTED : ended.error_code(),
                referee + " ended the session: " + words);
  }
  if (!ended.ok()) {
    const std::string why = words.empty() ? NameOf(ended.error_code()) : words;
    return Fail(ended.error_code(), referee + " refused: " + why);
  }
  if (!welcomed_) {
    return Fail(StatusCode::FAILED_PRECONDITION,
                referee +
                    " ended the session before it began; is it a Pentathlon "
                    "referee?");
  }
  return EndWell();
}

bool Connection::GoThere() {
  if (redirects_++ == 0) return true;
  const auto pause =
      std::min(options_.first_backoff * (1 << std::min(redirects_, 10)),
               options_.longest_backoff);
  Report(LogLevel::kInfo, "redirected again before any match; going there in " +
                              ShortSeconds(pause));
  return Pause(pause);
}

bool Connection::BackOff(const std::string& details) {
  const std::string reason = PlainReason(details);
  const std::string referee = Described(address_, !options_.tls_ca.empty());
  const std::string limit = ShortSeconds(options_.give_up_after);
  const Clock::time_point now = Clock::now();
  if (!failing_since_.has_value()) {
    failing_since_ = now;
    Report(LogLevel::kInfo, "no connection to " + referee + ": " + reason +
                                "; trying for " + limit);
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *failing_since_ + options_.give_up_after - now);
  if (left <= std::chrono::milliseconds(0)) {
    return Fail(StatusCode::UNAVAILABLE,
                "no referee at " + referee + " for " + limit + ": " + reason +
                    ". Is it running? --address or ARENA_ADDRESS sets the "
                    "address, --tls-ca or ARENA_TLS_CA turns TLS on");
  }
  // Between half of the backoff and all of it, so that not all bots of a
  // restarted referee come back at once.
  const std::chrono::milliseconds random_part(
      std::uniform_int_distribution<int64_t>(0, backoff_.count() / 2)(jitter_));
  const auto pause = std::min(left, backoff_ - random_part);
  backoff_ = std::min(backoff_ * 2, options_.longest_backoff);
  return Pause(pause);
}

bool Connection::Pause(std::chrono::milliseconds time) {
  std::unique_lock<std::mutex> lock(mutex_);
  const bool done =
      stop_signal_.wait_for(lock, time, [this] { return Done(); });
  lock.unlock();
  return !done || EndWell();
}

bool Connection::Fail(StatusCode code, const std::string& reason) {
  status_ = grpc::Status(code, reason);
  return false;
}

bool Connection::EndWell() {
  const char* const how = !known_    ? "ended without a connection"
                          : leaving_ ? "the bot has left"
                                     : "the session is over";
  Report(LogLevel::kInfo, "name=" + options_.name + ": " + how);
  return false;
}

void Connection::Report(LogLevel level, const std::string& line) const {
  if (options_.log) options_.log(level, line);
}

}  // namespace pentathlon
