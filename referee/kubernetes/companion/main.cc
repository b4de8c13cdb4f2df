// pod-companion: runs in the pod of each bot, beside the bot.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "arena/command_line/read_arguments.h"
#include "arena/command_line/standard_streams.h"
#include "arena/process/signal_waiter.h"
#include "referee/kubernetes/companion/companion.h"

namespace arena::kubernetes {
namespace {

// Written by the handler of SIGTERM.
int say_stop = -1;

void OnSignal(int /*signal*/) {
  // An error of this write cannot be handled.
  [[maybe_unused]] const ssize_t written = write(say_stop, "x", 1);
}

int Main(int argc, char** argv) {
  CompanionOptions options;
  std::string ready;
  CLI::App app(
      "Brings a bot's files into its pod, and its connections to the runner. A "
      "runner starts this program; the key is in " +
          std::string(kKeyVariable) + ".",
      "pod-companion");
  app.add_option("--gateway", options.gateway, "IP address and port");
  app.add_option("--folder", options.folder, "Folder for the files")
      ->capture_default_str();
  app.add_option("--socket-folder", options.socket_folder,
                 "Folder for the sockets")
      ->capture_default_str();
  app.add_option("--socket", options.sockets, "Name of a socket");
  app.add_option("--init", options.init, "Program to put beside the sockets");
  app.add_option("--most-bytes", options.most_bytes,
                 "Most bytes of the folder");
  app.add_flag("--keep", options.keeps_folder,
               "Send the folder back when the bot has ended");
  app.add_option("--ready", ready,
                 "Only check whether everything is in this folder of sockets");
  const std::optional<int> done = command_line::ReadArguments(app, argc, argv);
  if (done.has_value()) return *done;
  if (!ready.empty()) return IsCompanionReady(ready) ? 0 : 1;
  const char* const key = std::getenv(kKeyVariable);
  options.key = key == nullptr ? "" : key;

  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return 1;
  say_stop = ends[1];
  std::signal(SIGPIPE, SIG_IGN);
  const sigset_t stops = StopSignals();
  for (const int stop : {SIGTERM, SIGINT, SIGHUP}) {
    if (sigismember(&stops, stop) == 1) std::signal(stop, OnSignal);
  }
  const absl::Status status = RunCompanion(options, ends[0]);
  if (status.ok()) return 0;
  std::fprintf(stderr, "pod-companion: %s\n",
               std::string(status.message()).c_str());
  return 1;
}

}  // namespace
}  // namespace arena::kubernetes

int main(int argc, char** argv) {
  arena::command_line::OpenStandardStreams();
  return arena::kubernetes::Main(argc, argv);
}
