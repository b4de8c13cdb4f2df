// The flags of a runner whose bots are pods of Kubernetes.
#ifndef REFEREE_RUNNER_POD_FLAGS_H_
#define REFEREE_RUNNER_POD_FLAGS_H_

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "referee/kubernetes/pods.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arena::runner {

struct PodFlags {
  // Of the API; empty: those that every pod of a cluster has.
  std::string api;
  std::string token_file;
  std::string ca_file;
  std::string name_space = "arena-bots";
  // Where pods reach this runner; empty: the variable POD_IP counts.
  std::string host;
  int port = 5760;
  // Names of all images, with a "*".
  std::string images = "pentathlon/*";
  // Images by runtime, in place of those.
  std::vector<std::pair<std::string, std::string>> image_of;
  // Beginnings of the images that bots may name themselves.
  std::vector<std::string> allowed_images;
  std::string runtime_class;
};

void AddPodFlags(CLI::App& app, PodFlags& flags);

// The image for each runtime, by its word in bot.toml.
std::map<std::string, std::string> ImagesOf(const PodFlags& flags);

// INVALID_ARGUMENT and UNAVAILABLE name the flag that is wrong or missing.
absl::StatusOr<kubernetes::PodsOptions> PodsOptionsOf(
    const PodFlags& flags, const std::string& runner);

}  // namespace arena::runner

#endif  // REFEREE_RUNNER_POD_FLAGS_H_
