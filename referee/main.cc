// The referee: runs matches between bots that dial it.

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/standard_streams.h"
#include "arena/command_line/terminal.h"
#include "referee/backup.h"
#include "referee/base/log.h"
#include "referee/command_line.h"
#include "referee/door/acceptor.h"
#include "referee/embedded_runners.h"
#include "referee/health_check.h"
#include "referee/server.h"
#include "referee/stop_request.h"

namespace arena::referee {
namespace {

int Complain(const char* what, const absl::Status& why) {
  command_line::PrintWrappedToStderr(
      absl::StrCat("referee: ", what, why.message(), "\n"));
  return 1;
}

// Whether a different command line would help.
bool IsMisuse(const absl::Status& status) {
  return absl::IsInvalidArgument(status) || absl::IsNotFound(status) ||
         absl::IsAlreadyExists(status);
}

// Only the token goes to stdout, so that a script can keep it.
int PrintAdminToken(const CommandLine& line) {
  spdlog::set_level(spdlog::level::off);
  const auto token = CreateAdminToken(line.server, line.new_admin);
  if (!token.ok()) return Complain("", token.status());
  std::printf("%s\n", token->c_str());
  const absl::Status printed = command_line::FlushOutput();
  return printed.ok()
             ? 0
             : Complain("the token is lost; make another one: ", printed);
}

// `program` is the name by which the program was called: `arena backup` and
// `arena restore` call this program.
int CopyData(const CommandLine& line, const std::string& program) {
  const absl::Status status =
      !line.copy_records.empty()
          ? CopyRecordsOf(line.server, line.copy_records)
      : line.restore.empty() ? MakeBackup(line.server, line.backup)
                             : RestoreBackup(line.restore, line.server);
  if (!status.ok()) {
    command_line::PrintWrappedToStderr(
        absl::StrCat(program, ": ", status.message(), "\n"));
    return IsMisuse(status) ? command_line::kWrongArguments : 1;
  }
  const std::string& folder = !line.copy_records.empty() ? line.copy_records
                              : line.restore.empty()     ? line.backup
                                                         : line.server.data;
  std::printf("copied to %s\n", folder.c_str());
  return command_line::PrintedStatus(program);
}

int TellHealth(const std::string& address) {
  const absl::Status health =
      CheckHealth(address, absl::Now() + absl::Seconds(5));
  if (!health.ok()) return Complain("", health);
  std::printf("serving\n");
  return command_line::PrintedStatus("referee");
}

int Run(const CommandLine& line) {
  OpenLog(line.log_level);
  const absl::Status files = RaiseFileLimit();
  if (!files.ok()) return Complain("", files);
  StopRequest stop(line.drain);
  ServerOptions options = line.server;
  options.host.on_failure = [&stop](const absl::Status& status) {
    Complain("the store has failed; unfinished matches stay as they are: ",
             status);
    stop.Fail();
  };
  std::unique_ptr<EmbeddedRunners> runners;
  if (line.runners.runners > 0) {
    auto prepared = EmbeddedRunners::Prepare(line.runners);
    if (!prepared.ok()) return Complain("", prepared.status());
    runners = *std::move(prepared);
    options.private_address = runners->address();
    options.listen.push_back(options.private_address);
    options.runner_sha256 = runners->token_sha256();
  }
  const auto server = Server::Start(options);
  if (!server.ok()) return Complain("", server.status());
  stop.Started();
  if (runners != nullptr) {
    const absl::Status started = runners->Start(
        options.data.empty() ? "" : absl::StrCat(options.data, "/runners"));
    if (!started.ok()) return Complain("", started);
  }
  // The program that started this one reads from stdout where it listens.
  for (const std::string& address : (*server)->addresses()) {
    if (address == options.private_address) continue;
    std::printf("listening %s\n", address.c_str());
  }
  for (const std::string& url : (*server)->http_urls()) {
    std::printf("serving %s\n", url.c_str());
  }
  // Matches go on without a log.
  command_line::PrintedStatus("referee");
  const StopRequest::Request request = stop.Await();
  if (!request.failed) (*server)->Drain(request.time_left);
  runners.reset();
  (*server)->Stop();
  if (request.failed) return 1;
  Log("stopped", {});
  return 0;
}

}  // namespace
}  // namespace arena::referee

int main(int argc, char** argv) {
  arena::command_line::OpenStandardStreams();
  arena::referee::LogGrpcForDebugging();
  // A full quota is an error of a write. The store handles it, so the program
  // must not die in the middle. Nor must it die when nobody reads its log any
  // more.
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  // Debian's Abseil looks for deadlocks whenever a lock is taken while another
  // one is held. gRPC does that all the time, and the search costs 5 % of a
  // decision.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  const auto line = arena::referee::ReadCommandLine(argc, argv);
  if (const int* const status = std::get_if<int>(&line)) return *status;
  const auto& wanted = std::get<arena::referee::CommandLine>(line);
  if (!wanted.check_health.empty()) {
    return arena::referee::TellHealth(wanted.check_health);
  }
  if (!wanted.new_admin.empty()) return arena::referee::PrintAdminToken(wanted);
  if (!wanted.backup.empty() || !wanted.restore.empty() ||
      !wanted.copy_records.empty()) {
    return arena::referee::CopyData(
        wanted, std::filesystem::path(argv[0]).filename().string());
  }
  return arena::referee::Run(wanted);
}
