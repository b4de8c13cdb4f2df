#include "arena/bridge/run_bridge.h"

#include <signal.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "arena/bridge/bridge.h"
#include "arena/core/check.h"
#include "arena/process/launch.h"
#include "arena/process/program_name.h"
#include "sdk/cpp/base/leaving.h"
#include "sdk/cpp/instances.h"

namespace arena::bridge {
namespace {

int Play(pentathlon::Options options, const std::vector<std::string>& command) {
  // A program that has ended reads nothing more.
  signal(SIGPIPE, SIG_IGN);
  const std::chrono::milliseconds within = options.leave_within;
  const pentathlon::Log log = options.log;
  Bridge bridge(std::move(options), command);
  const pentathlon::LeaveOnSignal on_signal([&bridge] { bridge.Leave(); },
                                            within, log);
  const grpc::Status status = bridge.Run();
  if (status.ok()) return bridge.replaced() ? pentathlon::kReplaced : 0;
  log(pentathlon::LogLevel::kError, status.error_message());
  return 1;
}

}  // namespace

void AddBridgeFlags(CLI::App& app, BridgeOptions& options) {
  pentathlon::AddFlags(app, options.session);
  app.add_flag_function(
      "--events", [&options](int64_t) { options.session.events = true; },
      "The program also reads what its seat sees between its decisions");
  app.add_flag_function(
      "--no-text", [&options](int64_t) { options.session.text = false; },
      "Prompts come without text of the position and of each action");
  app.add_option("COMMAND", options.command,
                 "The program of the bot and its arguments, behind --")
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
  const auto play = [&](pentathlon::Options own) {
    return Play(std::move(own), options.command);
  };
  if (session.instances > 1) return pentathlon::RunInstances(session, play);
  const int status = play(session);
  return status == pentathlon::kReplaced ? 0 : status;
}

}  // namespace arena::bridge
