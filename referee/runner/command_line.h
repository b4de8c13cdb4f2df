// Reads the command line of a runner.
#ifndef REFEREE_RUNNER_COMMAND_LINE_H_
#define REFEREE_RUNNER_COMMAND_LINE_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/process/processors.h"
#include "arena/sandbox/sandbox.h"
#include "referee/kubernetes/pods.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::runner {

// The flags of a runner whose bots are pods of Kubernetes.
struct PodFlags {
  // The address of the API; empty: that of this pod's cluster.
  std::string api;
  std::string token_file;
  std::string ca_file;
  std::string name_space = "arena-bots";
  // The address at which pods reach this runner; empty: the variable POD_IP.
  std::string host;
  int port = 5760;
  // The pattern for the images of all runtimes, with a "*".
  std::string images = "pentathlon/*";
  // Images by runtime, in place of the pattern.
  std::vector<std::pair<std::string, std::string>> image_of;
  // Beginnings of the names of images that bots may choose themselves.
  std::vector<std::string> allowed_images;
  std::string runtime_class;
};

void AddPodFlags(CLI::App& app, PodFlags& flags);

// The image for each runtime, by its word in bot.toml.
std::map<std::string, std::string> ImagesOf(const PodFlags& flags);

// INVALID_ARGUMENT and UNAVAILABLE name the flag that is wrong or missing.
absl::StatusOr<kubernetes::PodsOptions> PodsOptionsOf(
    const PodFlags& flags, const std::string& runner);

struct CommandLine {
  // The address of each referee: host:port or unix:PATH.
  std::vector<std::string> referees;
  // The file with the runner's token. Empty: the variable ARENA_TOKEN, or no
  // token.
  std::string token_file;
  // PEM file with the certificates to trust; empty: no TLS.
  std::string tls_ca;
  std::string name;
  sandbox::Kind sandbox = sandbox::Kind::kBubblewrap;
  // The processors for bots. Empty: any processors of the machine.
  Processors processors;
  int cores = 0;
  int64_t memory = 0;
  // Processes that may play at the same time.
  int seats = 0;
  std::vector<std::string> labels;
  // Runtimes and folders with libraries for them.
  std::vector<std::pair<std::string, std::string>> offers;
  // The folder for everything that it unpacks and builds.
  std::string work;
  // With the sandbox kubernetes.
  PodFlags pods;
  // host:port for pages of Prometheus and of probes; empty: none.
  std::string metrics;
  // Not empty: starts no runner, but asks the runner with these pages if it is
  // ready.
  std::string check_health;
  std::string log_level = "info";
};

// Returns the exit status if there is nothing to run: the help was printed, or
// a flag is wrong, as explained on stderr.
std::variant<CommandLine, int> ReadCommandLine(int argc, char** argv);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_COMMAND_LINE_H_
