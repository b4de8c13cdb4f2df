#include "arena/bridge/bridge.h"

#include "absl/strings/str_cat.h"
#include "sdk/cpp/base/referee_words.h"
#include "sdk/cpp/base/seconds_text.h"
#include "sdk/cpp/base/wire_time.h"

namespace arena::bridge {

using pentathlon::LogLevel;

namespace {

// The lines of the log are those of all SDKs; sdk/CONTRACT.md lists them.
std::string ErrorText(const v1::PlayError& error) {
  return absl::StrCat(
      error.match_id().empty() ? "" : "match=" + error.match_id() + ": ",
      "the referee says: ", pentathlon::InOptions(error.message()));
}

// As the schema spells it: "act_ack".
std::string KindOf(const v1::PlayResponse& response) {
  const auto* const field =
      v1::PlayResponse::descriptor()->FindFieldByNumber(response.kind_case());
  return field == nullptr ? "nothing" : std::string(field->name());
}

}  // namespace

Bridge::Bridge(pentathlon::Options options, std::vector<std::string> command)
    : options_(std::move(options)),
      connection_(options_),
      programs_(std::move(command)) {}

grpc::Status Bridge::Run() {
  v1::PlayResponse response;
  while (connection_.Read(response)) {
    Dispatch(std::move(response));
    response.Clear();
    programs_.Sweep();
  }
  LoseSeats();
  programs_.EndAll();
  return connection_.status();
}

void Bridge::Dispatch(v1::PlayResponse response) {
  const auto post = [&](const auto& message) {
    const SeatKey key = {message.match_id(), message.seat()};
    Post(key, std::move(response));
  };
  switch (response.kind_case()) {
    case v1::PlayResponse::kWelcome:
      if (!response.welcome().resumed()) LoseSeats();
      return;
    case v1::PlayResponse::kMatchStart:
      Begin(response.match_start());
      return;
    case v1::PlayResponse::kPrompt:
      return post(response.prompt());
    case v1::PlayResponse::kActAck:
      return post(response.act_ack());
    case v1::PlayResponse::kAnnounceAck:
      return post(response.announce_ack());
    case v1::PlayResponse::kEvents:
      return post(response.events());
    case v1::PlayResponse::kMatchEnd:
      return post(response.match_end());
    case v1::PlayResponse::kError:
      return Report(LogLevel::kWarning, ErrorText(response.error()));
    case v1::PlayResponse::kDraining: {
      const auto left = pentathlon::WireTime(response.draining().time_left());
      return Report(LogLevel::kInfo,
                    "the referee stops in " + pentathlon::ShortSeconds(left) +
                        "; matches go on when it is back");
    }
    default:  // The connection answers Ping; a newer referee may send others.
      return;
  }
}

void Bridge::Begin(const v1::MatchStart& start) {
  const SeatKey key = {start.match_id(), start.seat()};
  if (const auto known = seats_.find(key); known != seats_.end()) {
    v1::PlayResponse again;
    *again.mutable_match_start() = start;
    return known->second->Take(std::move(again));
  }
  const size_t most = pentathlon::MostSeats(options_.max_matches);
  if (seats_.size() >= most) {
    return Report(LogLevel::kWarning,
                  absl::StrCat("match=", key.first, " seat=", key.second,
                               ": ignored, because this bot plays at most ",
                               most, " seats at once"));
  }
  std::shared_ptr<BridgedSeat>& seat = seats_[key];
  seat = std::make_shared<BridgedSeat>(start, connection_, programs_,
                                       options_.log);
  connection_.NoteSeats(seats_.size());
  seat->Begin();
}

void Bridge::Post(const SeatKey& key, v1::PlayResponse response) {
  const auto found = seats_.find(key);
  // The process before this one played it, or another session.
  if (found == seats_.end()) {
    const std::string where =
        absl::StrCat("match=", key.first, " seat=", key.second);
    if (response.has_match_end()) {
      return Report(LogLevel::kInfo, where + ": was over before");
    }
    return Report(LogLevel::kDebug,
                  absl::StrCat(where, ": ignored ", KindOf(response),
                               ", because the match never started here"));
  }
  const std::shared_ptr<BridgedSeat> seat = found->second;
  if (response.has_match_end()) {
    seats_.erase(found);
    connection_.NoteSeats(seats_.size());
  }
  seat->Take(std::move(response));
}

void Bridge::LoseSeats() {
  for (const auto& [key, seat] : seats_) seat->Lose();
  seats_.clear();
  connection_.NoteSeats(0);
}

void Bridge::Report(LogLevel level, const std::string& line) const {
  if (options_.log) options_.log(level, line);
}

}  // namespace arena::bridge
