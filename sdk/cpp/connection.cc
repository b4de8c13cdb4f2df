// Opening, losing and renewing the stream.
#include "sdk/cpp/connection.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "sdk/cpp/base/proxies.h"
#include "sdk/cpp/base/referee_words.h"
#include "sdk/cpp/base/times.h"
#include "sdk/cpp/base/token_file.h"

namespace pentathlon {
namespace {

std::shared_ptr<grpc::ChannelCredentials> Credentials(const Options& options) {
  if (options.tls_ca.empty()) return grpc::InsecureChannelCredentials();
  std::ostringstream pem;
  pem << std::ifstream(options.tls_ca).rdbuf();
  grpc::SslCredentialsOptions ssl;
  ssl.pem_root_certs = pem.str();
  return grpc::SslCredentials(ssl);
}

// The names of gRPC's codes, from 0.
constexpr const char* kCodeNames[] = {
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
};

// The words of a status, or the name of its code if there are none.
std::string Why(const grpc::Status& status) {
  if (!status.error_message().empty()) {
    return status.error_message();
  }
  const auto code = static_cast<size_t>(status.error_code());
  return code < std::size(kCodeNames) ? kCodeNames[code]
                                      : "code " + std::to_string(code);
}

// The limit of DNS.
constexpr size_t kLongestHost = 253;
constexpr char kOfHost[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
constexpr char kOfAddress[] = "0123456789abcdefABCDEF:.";

// The longest time between two keepalive pings that a referee can demand.
constexpr std::chrono::milliseconds kRarestKeepalive = std::chrono::hours(24);

// Whether a redirect may send a bot to `address`: a host and port, or a socket
// on this machine if the bot's address (`own`) is one, too. Other targets of
// gRPC are refused: they could name a resolver, or several places.
bool MayGo(const std::string& address, const std::string& own) {
  const std::string unix_prefix = "unix:";
  if (address.rfind(unix_prefix, 0) == 0) {
    return own.rfind(unix_prefix, 0) == 0;
  }
  const size_t colon = address.rfind(':');
  if (colon == std::string::npos || colon == 0) return false;
  const std::string host = address.substr(0, colon);
  const std::string port = address.substr(colon + 1);
  const bool bracketed = host.front() == '[' && host.back() == ']';
  const std::string inner = bracketed ? host.substr(1, host.size() - 2) : host;
  // gRPC would take it for sockets of this machine.
  if (host == "unix-abstract") return false;
  return !port.empty() && port.size() <= 5 &&
         port.find_first_not_of("0123456789") == std::string::npos &&
         !inner.empty() && inner.size() <= kLongestHost &&
         inner.find_first_not_of(bracketed ? kOfAddress : kOfHost) ==
             std::string::npos;
}

// The games that were asked for but that the referee did not accept.
std::string MissingGames(const std::vector<std::string>& games,
                         const v1::Welcome& welcome) {
  std::string missing;
  // An older referee does not send the list.
  if (welcome.plays().empty()) return missing;
  for (const std::string& game : games) {
    const bool known =
        std::any_of(welcome.plays().begin(), welcome.plays().end(),
                    [&](const v1::GameSupport& accepted) {
                      return accepted.game() == game;
                    });
    if (!known) missing += (missing.empty() ? "" : ", ") + game;
  }
  return missing;
}

}  // namespace

Connection::Connection(const Options& options)
    : options_(options),
      keepalive_(options.keepalive),
      backoff_(options.first_backoff) {
  if (!options_.token.empty() && !IsToken(options_.token)) {
    problem_ = std::string("the token: ") + kNoToken;
  }
  if (options_.token_file.empty()) return;
  if (auto token = ReadTokenFile(options_.token_file)) {
    session_token_ = kept_token_ = *std::move(token);
  } else {
    problem_ = options_.token_file + kNoTokenIn;
  }
}

bool Connection::Read(v1::PlayResponse& response) {
  if (!problem_.empty()) {
    return End({grpc::StatusCode::INVALID_ARGUMENT, problem_});
  }
  for (;;) {
    if (stream_ == nullptr) OpenStream();
    while (stream_->Read(&response)) {
      if (Handle(response)) return true;
    }
    if (!Recover(CloseStream())) return false;
  }
}

uint64_t Connection::Send(const v1::PlayRequest& request) {
  const std::lock_guard<std::mutex> lock(write_mutex_);
  const bool sent = stream_ != nullptr && stream_->Write(request);
  return sent ? stream_number_.load() : 0;
}

void Connection::Leave() {
  std::shared_ptr<grpc::ClientContext> unanswered;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    leaving_ = true;
    if (seats_ == 0 && !welcomed_) unanswered = context_;
  }
  stop_signal_.notify_all();
  if (unanswered != nullptr) return unanswered->TryCancel();
  v1::PlayRequest request;
  request.mutable_leave();
  Send(request);
}

void Connection::Stop() {
  std::shared_ptr<grpc::ClientContext> context;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
    context = context_;
  }
  stop_signal_.notify_all();
  if (context != nullptr) context->TryCancel();
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
  auto context = std::make_shared<grpc::ClientContext>();
  if (!options_.token.empty()) {
    context->AddMetadata("authorization", "Bearer " + options_.token);
  }
  welcomed_ = false;
  fatal_.Clear();
  address_ = next_address_.empty() ? options_.address : next_address_;
  next_address_.clear();
  {
    // First, so that Stop also reaches a stream that waits for a connection.
    const std::lock_guard<std::mutex> lock(mutex_);
    context_ = context;
    if (Done()) context->TryCancel();
  }
  std::shared_ptr<grpc::Channel> channel = OpenChannel();
  const std::lock_guard<std::mutex> write_lock(write_mutex_);
  stub_ = v1::PlayService::NewStub(channel);
  stream_ = stub_->Play(context.get());
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
  // The context is destroyed last: the stream was made with it.
  const std::lock_guard<std::mutex> lock(mutex_);
  context_.reset();
  return ended;
}

bool Connection::Handle(const v1::PlayResponse& response) {
  switch (response.kind_case()) {
    case v1::PlayResponse::kWelcome:
      OnWelcome(response.welcome());
      return true;
    case v1::PlayResponse::kPing: {
      v1::PlayRequest pong;
      pong.mutable_pong()->set_nonce(response.ping().nonce());
      Send(pong);
      return false;
    }
    case v1::PlayResponse::kError:
      if (response.error().fatal()) {
        fatal_ = response.error();
      } else if (response.error().reason() ==
                 v1::ERROR_REASON_SESSION_REPLACED) {
        replaced_ = true;
      }
      return !response.error().fatal();
    case v1::PlayResponse::kRedirect:
      OnRedirect(response.redirect());
      return false;
    case v1::PlayResponse::kMatchStart:
      redirects_ = 0;
      played_ = true;
      return true;
    default:
      return true;
  }
}

void Connection::OnWelcome(const v1::Welcome& welcome) {
  welcomed_ = true;
  known_ = true;
  failing_since_.reset();
  backoff_ = options_.first_backoff;
  session_token_ = welcome.session_token();
  KeepToken();
  // Takes effect with the next connection. A referee that permits fewer pings
  // than the default says so in its first Welcome.
  const auto permitted = std::chrono::duration_cast<std::chrono::milliseconds>(
      WireTime(welcome.limits().min_keepalive()));
  keepalive_ = std::max(keepalive_, std::min(permitted, kRarestKeepalive));
  Report(LogLevel::kInfo,
         "name=" + options_.name + ": " +
             (welcome.resumed() ? "back at " : "connected to ") + address_ +
             " (" + welcome.server() + "), up to " +
             std::to_string(welcome.limits().max_matches()) +
             " matches at once");
  const std::string missing = MissingGames(options_.games, welcome);
  if (!missing.empty()) {
    Report(LogLevel::kWarning,
           "this referee has not all games of --games; it plays none of: " +
           missing);
  }
  bool leaving;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    leaving = leaving_;
  }
  if (leaving) Leave();
}

void Connection::KeepToken() {
  // Only a new token is written: a process that has replaced this process may
  // have written to the file since.
  if (options_.token_file.empty() || kept_token_ == session_token_) return;
  const std::string failure =
      IsToken(session_token_)
          ? WriteTokenFile(options_.token_file, session_token_)
          : "the referee's is no token";
  if (failure.empty()) {
    kept_token_ = session_token_;
  } else {
    Report(LogLevel::kError, "the session is not kept: " + failure);
  }
}

void Connection::OnRedirect(const v1::Redirect& redirect) {
  if (!MayGo(redirect.address(), options_.address)) {
    Report(LogLevel::kWarning,
           "the referee at " + address_ + " sends this bot to \"" +
           redirect.address() + "\"; ignored, expected host:port");
    return;
  }
  Report(LogLevel::kInfo,
         "the referee at " + address_ + " sends this bot to " +
         redirect.referee() + " at " + redirect.address());
  next_address_ = redirect.address();
}

bool Connection::GoThere() {
  if (redirects_++ == 0) return true;
  const auto pause = options_.first_backoff * (1 << std::min(redirects_, 10));
  const auto shorter = std::min(pause, options_.longest_backoff);
  Report(LogLevel::kInfo,
         "redirected again before any match; going there in " +
         ShortSeconds(shorter));
  return Pause(shorter) || EndWell();
}

bool Connection::Recover(const grpc::Status& ended) {
  bool done;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done = Done();
  }
  if (done) return EndWell();
  if (!next_address_.empty()) return GoThere();
  // A referee that only another one named cannot end the session.
  if (!welcomed_ && address_ != options_.address) {
    return BackOff(fatal_.fatal() ? fatal_.message() : ended.error_message());
  }
  if (fatal_.reason() == v1::ERROR_REASON_UNKNOWN_TOKEN &&
      !session_token_.empty()) {
    // Another session would play another match.
    if (options_.one_match && played_) return EndWell();
    Report(LogLevel::kWarning, "the earlier session is over; starting afresh");
    session_token_.clear();  // Hence only once.
    return true;
  }
  if (IsLoss(ended)) {
    return BackOff(fatal_.fatal() ? fatal_.message() : ended.error_message());
  }
  if (fatal_.fatal()) {
    return End({ended.ok() ? grpc::StatusCode::ABORTED : ended.error_code(),
                "the referee at " + address_ +
                    " ended the session: " + fatal_.message()});
  }
  if (!ended.ok()) {
    return End({ended.error_code(),
                "the referee at " + address_ +
                    " refused: " + Why(ended)});
  }
  if (!welcomed_) {
    return End({grpc::StatusCode::FAILED_PRECONDITION,
                "the referee at " + address_ +
                    " ended the session before it began; is it a "
                    "Pentathlon referee?"});
  }
  return EndWell();
}

bool Connection::EndWell() {
  bool leaving;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    leaving = leaving_;
  }
  const char* what = !known_    ? "ended without a connection"
                     : leaving ? "the bot has left"
                                : "the session is over";
  Report(LogLevel::kInfo, "name=" + options_.name + ": " + what);
  return End(grpc::Status::OK);
}

bool Connection::IsLoss(const grpc::Status& ended) const {
  if (fatal_.fatal()) {
    return fatal_.reason() == v1::ERROR_REASON_DRAINING ||
           fatal_.reason() == v1::ERROR_REASON_PONG_TIMEOUT;
  }
  switch (ended.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
    // The codes of gRPC for a broken connection, which depend on the moment.
    case grpc::StatusCode::CANCELLED:
    case grpc::StatusCode::INTERNAL:
    case grpc::StatusCode::UNKNOWN:
      return true;
    default:
      return false;
  }
}

// Names TLS, because a connection with TLS on only one side looks broken to
// both sides. Names a proxy, because nothing else tells of it.
std::string Connection::Referee() const {
  const std::string variable = ProxyVariable(address_);
  return address_ + (options_.tls_ca.empty() ? " (without TLS" : " (with TLS") +
         (variable.empty() ? "" : ", by the HTTP proxy of " + variable) + ")";
}

bool Connection::BackOff(const std::string& details) {
  const std::string reason = PlainReason(details);
  const Clock::time_point now = Clock::now();
  if (!failing_since_.has_value()) {
    failing_since_ = now;
    Report(LogLevel::kInfo,
           "no connection to " + Referee() + ": " + reason + "; trying for " +
           ShortSeconds(options_.give_up_after));
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      *failing_since_ + options_.give_up_after - now);
  if (left <= std::chrono::milliseconds(0)) {
    return End({grpc::StatusCode::UNAVAILABLE,
                "no referee at " + Referee() + " for " +
                    ShortSeconds(options_.give_up_after) + ": " + reason +
                    ". Is it running? --address or ARENA_ADDRESS sets the "
                    "address, --tls-ca or ARENA_TLS_CA turns TLS on"});
  }
  // Between half of the backoff and all of it, so that not all bots of a
  // restarted referee come back at once.
  const auto random_part =
      std::uniform_int_distribution<int64_t>(0, backoff_.count() / 2)(jitter_);
  const auto pause =
      std::min(left, backoff_ - std::chrono::milliseconds(random_part));
  backoff_ = std::min(backoff_ * 2, options_.longest_backoff);
  return Pause(pause) || EndWell();
}

bool Connection::Pause(std::chrono::milliseconds time) {
  std::unique_lock<std::mutex> lock(mutex_);
  return !stop_signal_.wait_for(lock, time, [this] { return Done(); });
}

bool Connection::End(grpc::Status status) {
  status_ = std::move(status);
  return false;
}

void Connection::Report(LogLevel level, const std::string& line) const {
  if (options_.log) options_.log(level, line);
}

}  // namespace pentathlon
