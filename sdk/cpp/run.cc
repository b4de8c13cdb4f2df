// Flags in, a session, an exit status out.
#include "sdk/cpp/run.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "sdk/cpp/instances.h"
#include "sdk/cpp/leaving.h"
#include "sdk/cpp/session.h"

namespace pentathlon {

int Run(int argc, char** argv, BotFactory factory, Options options) {
  if (options.name.empty() && argc > 0) {
    options.name = std::filesystem::path(argv[0]).filename().string();
  }
  if (!options.log) {
    options.log = [](const std::string& line) {
      std::fprintf(stderr, "%s\n", line.c_str());
    };
  }
  CLI::App app("A bot for Pentathlon");
  AddFlags(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const auto play = [&](Options own) {
    const std::chrono::milliseconds within = own.leave_within;
    Session session(std::move(own), factory);
    const LeaveOnSignal on_signal([&session] { session.Leave(); }, within,
                                  options.log);
    const grpc::Status status = session.Run();
    if (status.ok()) return session.replaced() ? kReplaced : 0;
    std::fprintf(stderr, "%s: %s\n", argv[0], status.error_message().c_str());
    return 1;
  };
  if (options.instances > 1) return RunInstances(options, play);
  const int status = play(options);
  return status == kReplaced ? 0 : status;
}

}  // namespace pentathlon
