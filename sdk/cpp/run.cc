// Flags in, a session, an exit status out.
#include "sdk/cpp/run.h"

#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sdk/cpp/base/leaving.h"
#include "sdk/cpp/session.h"

namespace pentathlon {
namespace {

// Names the first wrong argument: a flag, if there is one, because the values
// of an unknown flag are left over, too.
int TellUnknown(const std::vector<std::string>& arguments) {
  const auto flag = std::find_if(
      arguments.begin(), arguments.end(),
      [](const std::string& argument) { return argument.rfind('-', 0) == 0; });
  if (flag != arguments.end()) {
    std::fprintf(stderr, "there is no flag %s; --help lists the flags\n",
                 flag->c_str());
  } else {
    std::fprintf(stderr,
                 "%s is one argument too many; --help lists the flags\n",
                 arguments.empty() ? "" : arguments.front().c_str());
  }
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

// Plays one session; returns the exit status of its process.
int Play(Options options, const BotFactory& factory) {
  const std::chrono::milliseconds within = options.leave_within;
  const Log log = options.log;
  const bool one_match = options.one_match;
  std::unique_ptr<Session> session;
  // The reason of a failure is the last line.
  const auto status_of = [&](const grpc::Status& end) {
    if (end.ok()) return one_match && session->replaced() ? kReplaced : 0;
    log(LogLevel::kError, end.error_message());
    return 1;
  };
  grpc::Status end;
  Stragglers stragglers([&] {
    log(LogLevel::kWarning, "a bot is still busy; not waiting for it");
    std::_Exit(end.ok() ? 0 : status_of(end));
  });
  session = std::make_unique<Session>(std::move(options), factory,
                                      [&](const grpc::Status& status) {
                                        end = status;
                                        stragglers.SessionIsOver();
                                      });
  const LeaveOnSignal on_signal([&session] { session->Leave(); }, within, log);
  return status_of(session->Run());
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
