// Handles the referee's messages; those for the bots are only counted here.
#include <algorithm>
#include <regex>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sdk/cpp/base/token_file.h"
#include "sdk/cpp/base/words.h"
#include "sdk/cpp/connection.h"

namespace pentathlon {
namespace {

// The longest time between two keepalive pings that a referee can demand.
constexpr std::chrono::milliseconds kRarestKeepalive = std::chrono::hours(24);

// Whether a redirect may send a bot to `address`: a host and port, or a socket
// on this machine if the bot's address (`own`) is one, too. Other targets of
// gRPC are refused: they could name a resolver, or several places.
bool MayGo(const std::string& address, const std::string& own) {
  if (absl::StartsWith(address, "unix:")) return absl::StartsWith(own, "unix:");
  // gRPC would take it for sockets of this machine.
  if (absl::StartsWith(address, "unix-abstract:")) return false;
  static const auto& host_and_port = *new std::regex(
      R"((\[[0-9A-Fa-f:.]{1,253}\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5})");
  return std::regex_match(address, host_and_port);
}

// The games that were asked for but that the referee did not accept.
std::string MissingGames(std::vector<std::string> games,
                         const v1::Welcome& welcome) {
  // An older referee does not send the list.
  if (welcome.plays().empty()) return "";
  std::erase_if(games, [&](const std::string& game) {
    return absl::c_any_of(welcome.plays(), [&](const auto& accepted) {
      return accepted.game() == game;
    });
  });
  return absl::StrJoin(games, ", ");
}

std::string Where(const SeatKey& seat) {
  return WhereText(seat.first, seat.second);
}

}  // namespace

SeatKey SeatOf(const v1::PlayResponse& response) {
  const auto seat_of = [](const auto& message) {
    return SeatKey(message.match_id(), message.seat());
  };
  switch (response.kind_case()) {
    case v1::PlayResponse::kMatchStart:
      return seat_of(response.match_start());
    case v1::PlayResponse::kPrompt:
      return seat_of(response.prompt());
    case v1::PlayResponse::kActAck:
      return seat_of(response.act_ack());
    case v1::PlayResponse::kAnnounceAck:
      return seat_of(response.announce_ack());
    case v1::PlayResponse::kEvents:
      return seat_of(response.events());
    default:
      return seat_of(response.match_end());
  }
}

bool Connection::Handle(const v1::PlayResponse& response) {
  switch (response.kind_case()) {
    case v1::PlayResponse::kWelcome:
      OnWelcome(response.welcome());
      return !response.welcome().resumed();
    case v1::PlayResponse::kPing: {
      v1::PlayRequest pong;
      pong.mutable_pong()->set_nonce(response.ping().nonce());
      Send(pong);
      return false;
    }
    case v1::PlayResponse::kRedirect:
      OnRedirect(response.redirect());
      return false;
    case v1::PlayResponse::kDraining:
      Report(LogLevel::kInfo,
             "the referee stops in " +
                 ShortSeconds(WireTime(response.draining().time_left())) +
                 "; matches go on when it is back");
      return false;
    case v1::PlayResponse::kError:
      OnError(response.error());
      return false;
    case v1::PlayResponse::kMatchStart:
      return OnStart(response.match_start());
    case v1::PlayResponse::kPrompt:
    case v1::PlayResponse::kActAck:
    case v1::PlayResponse::kAnnounceAck:
    case v1::PlayResponse::kEvents:
    case v1::PlayResponse::kMatchEnd:
      return OnSeatMessage(response);
    default:  // A newer referee may send others.
      return false;
  }
}

void Connection::OnWelcome(const v1::Welcome& welcome) {
  welcomed_ = true;
  known_ = true;
  idle_ = false;
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
         absl::StrCat("name=", options_.name,
                      welcome.resumed() ? ": back at " : ": connected to ",
                      address_, " (", welcome.server(), "), up to ",
                      welcome.limits().max_matches(), " matches at once"));
  const std::string missing = MissingGames(options_.games, welcome);
  if (!missing.empty()) {
    Report(LogLevel::kWarning,
           "this referee has not all games of --games; it plays none of: " +
               missing);
  }
  if (!welcome.resumed()) LoseSeats();
  if (leaving_) Leave();
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
  const std::string sends =
      "the referee at " + address_ + " sends this bot to ";
  if (!MayGo(redirect.address(), options_.address)) {
    return Report(LogLevel::kWarning, sends + "\"" + redirect.address() +
                                          "\"; ignored, expected host:port");
  }
  Report(LogLevel::kInfo,
         sends + redirect.referee() + " at " + redirect.address());
  next_address_ = redirect.address();
}

void Connection::OnError(const v1::PlayError& error) {
  if (error.fatal()) {
    fatal_ = error;
    return;
  }
  if (error.reason() == v1::ERROR_REASON_SESSION_REPLACED) replaced_ = true;
  const std::string& match = error.match_id();
  Report(LogLevel::kWarning, (match.empty() ? "" : "match=" + match + ": ") +
                                 "the referee says: " + error.message());
}

bool Connection::OnStart(const v1::MatchStart& start) {
  redirects_ = 0;
  played_ = true;
  const SeatKey seat(start.match_id(), start.seat());
  if (seats_.contains(seat)) return true;
  // Four seats of each match, and those of a previous process, which may have
  // allowed more. No referee can demand more.
  const size_t most = 4 * (size_t{options_.max_matches} + 32);
  if (seats_.size() >= most) {
    Report(
        LogLevel::kWarning,
        absl::StrCat(Where(seat), ": ignored, because this bot plays at most ",
                     most, " seats at once"));
    return false;
  }
  seats_.insert(seat);
  const auto add_name = [](std::string* text, const std::string& name) {
    text->append(name.empty() ? "(hidden)" : name);
  };
  Report(LogLevel::kInfo,
         absl::StrCat(Where(seat), start.resumed() ? ": goes on," : ":",
                      " a match of ", start.game(), " with ",
                      absl::StrJoin(start.players(), ", ", add_name)));
  return true;
}

bool Connection::OnSeatMessage(const v1::PlayResponse& response) {
  const SeatKey seat = SeatOf(response);
  const bool known = seats_.contains(seat);
  if (response.has_match_end()) {
    const v1::MatchResult& result = response.match_end().result();
    std::string how = absl::StrCat("over (", result.reason(), ")");
    if (!result.ranks().empty()) {
      how += ", ranks by seat " + absl::StrJoin(result.ranks(), " ");
    }
    // A previous process or another session may have played the match.
    Report(LogLevel::kInfo,
           Where(seat) + ": " + (known ? how : "was over before"));
    seats_.erase(seat);
  } else if (!known) {
    const auto* const kind =
        response.descriptor()->FindFieldByNumber(response.kind_case());
    Report(LogLevel::kDebug,
           absl::StrCat(Where(seat), ": ignored ", kind->name(),
                        ", because the match never started here"));
  }
  return known;
}

void Connection::LoseSeats() {
  for (const SeatKey& seat : seats_) {
    Report(LogLevel::kWarning, Where(seat) + ": left unfinished");
  }
  seats_.clear();
}

}  // namespace pentathlon
