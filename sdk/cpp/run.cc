// Flags in, a session, an exit status out.
#include "sdk/cpp/run.h"

#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "sdk/cpp/base/leaving.h"
#include "sdk/cpp/session.h"

namespace pentathlon {
namespace {

// Names the first wrong argument: a flag, if there is one, because the values
// of an unknown flag are left over, too.
int TellUnknown(const std::vector<std::string>& arguments) {
  const auto flag = absl::c_find_if(arguments, [](const std::string& argument) {
    return absl::StartsWith(argument, "-");
  });
  const std::string problem = flag != arguments.end()
                                  ? "there is no flag " + *flag
                                  : arguments[0] + " is one argument too many";
  std::fprintf(stderr, "%s; --help lists the flags\n", problem.c_str());
  return 2;
}

// Opens closed standard streams. Otherwise the first file to be opened, perhaps
// the connection, would get the output.
void OpenStandardStreams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    if (open("/dev/null", O_RDWR) != descriptor) std::_Exit(1);
  }
}

// The exit status: 1 if output was lost.
int PrintedStatus() {
  std::cout.flush();
  std::fflush(stdout);
  if (std::cout && std::ferror(stdout) == 0) return 0;
  std::fprintf(stderr, "cannot write to standard output\n");
  return 1;
}

// The time that a program waits for busy bots after the end of its session.
constexpr std::chrono::seconds kPatience(10);

// Plays one session; returns the exit status of its process.
int Play(Options options, const BotFactory& factory) {
  const std::chrono::milliseconds within = options.leave_within;
  const Log log = options.log;
  const bool one_match = options.one_match;
  std::promise<grpc::Status> over;
  Session session(std::move(options), factory,
                  [&over](const grpc::Status& end) { over.set_value(end); });
  const LeaveOnSignal on_signal([&session] { session.Leave(); }, within, log);
  const auto ended =
      std::async(std::launch::async, [&session] { return session.Run(); });
  const grpc::Status end = over.get_future().get();
  const bool busy = ended.wait_for(kPatience) != std::future_status::ready;
  if (busy) log(LogLevel::kWarning, "a bot is still busy; not waiting for it");
  // The reason of a failure is the last line.
  if (!end.ok()) log(LogLevel::kError, end.error_message());
  const int status = !end.ok()                         ? 1
                     : one_match && session.replaced() ? kReplaced
                                                       : 0;
  if (busy) std::_Exit(status);
  return status;
}

}  // namespace

int Run(int argc, char** argv, BotFactory factory, Options options) {
  OpenStandardStreams();
  if (options.name.empty() && argc > 0) {
    options.name = std::filesystem::path(argv[0]).filename().string();
  }
  CLI::App app("A bot for Pentathlon");
  AddFlags(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return TellUnknown(app.remaining());
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? PrintedStatus() : 2;
  }
  if (!options.log) options.log = LogToStderr(options.log_level);
  return Play(std::move(options), factory);
}

}  // namespace pentathlon
