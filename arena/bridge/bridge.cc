#include "arena/bridge/bridge.h"

#include <signal.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "arena/process/program_name.h"
#include "sdk/cpp/base/leaving.h"
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

Bridge::Bridge(pentathlon::Options options, std::vector<std::string> command)
    : options_(std::move(options)),
      connection_(options_),
      programs_(std::move(command)) {}

grpc::Status Bridge::Run() {
  v1::PlayResponse response;
  while (connection_.Read(response)) {
    Take(std::move(response));
    response.Clear();
    programs_.Sweep();
  }
  LoseSeats();
  programs_.EndAll();
  return connection_.status();
}

void Bridge::Take(v1::PlayResponse response) {
  if (response.has_welcome()) return LoseSeats();
  const pentathlon::SeatKey key = pentathlon::SeatOf(response);
  std::shared_ptr<BridgedSeat>& place = seats_[key];
  if (place == nullptr) {
    place = std::make_shared<BridgedSeat>(response.match_start(), connection_,
                                          programs_, options_.log);
    return place->Begin();
  }
  const std::shared_ptr<BridgedSeat> seat = place;
  if (response.has_match_end()) seats_.erase(key);
  seat->Take(std::move(response));
}

void Bridge::LoseSeats() {
  for (const auto& [key, seat] : seats_) seat->Lose();
  seats_.clear();
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
