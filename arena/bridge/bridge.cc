#include "arena/bridge/bridge.h"

#include <signal.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "arena/process/program_name.h"
#include "sdk/cpp/base/leaving.h"
#include "sdk/cpp/base/referee_words.h"
#include "sdk/cpp/base/times.h"
#include "sdk/cpp/run.h"

namespace arena::bridge {
namespace {

int Play(pentathlon::Options options, const std::vector<std::string>& command) {
  // A program that has ended reads nothing more.
  signal(SIGPIPE, SIG_IGN);
  const std::chrono::milliseconds within = options.leave_within;
  const pentathlon::Log log = options.log;
  const bool one_match = options.one_match;
  Bridge bridge(std::move(options), command);
  const pentathlon::LeaveOnSignal on_signal([&bridge] { bridge.Leave(); },
                                            within, log);
  const grpc::Status status = bridge.Run();
  if (status.ok()) {
    return one_match && bridge.replaced() ? pentathlon::kReplaced : 0;
  }
  log(pentathlon::LogLevel::kError, status.error_message());
  return 1;
}

}  // namespace

using pentathlon::LogLevel;

namespace {

// The lines of the log are those of all SDKs; sdk/LOG.md lists them.
std::string ErrorText(const v1::PlayError& error) {
  return absl::StrCat(
      error.match_id().empty() ? "" : "match=" + error.match_id() + ": ",
      "the referee says: ", error.message());
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
  // A previous process or another session played the match.
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

void AddBridgeFlags(CLI::App& app, BridgeOptions& options) {
  pentathlon::AddFlags(app, options.session);
  app.add_flag_function(
      "--events", [&options](int64_t) { options.session.events = true; },
      "The program also reads the events that its seat sees between its "
      "decisions");
  app.add_flag_function(
      "--no-text", [&options](int64_t) { options.session.text = false; },
      "Prompts come without texts of the position and of the actions");
  app.add_option("COMMAND", options.command,
                 "The program of the bot and its arguments, after --")
      ->required();
}

absl::StatusOr<int> RunBridge(BridgeOptions options) {
  ARENA_RETURN_IF_ERROR(CheckCanStart(options.command[0]));
  pentathlon::Options& session = options.session;
  const std::string program =
      std::filesystem::path(options.command[0]).filename().string();
  if (session.name.empty()) session.name = ProgramName(options.command);
  session.language = "arena bridge, " + program;
  if (!session.log) session.log = pentathlon::LogToStderr(session.log_level);
  return Play(std::move(session), options.command);
}

}  // namespace arena::bridge
