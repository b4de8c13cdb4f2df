#include "referee/runner/pod_flags.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"

namespace arena::runner {
namespace {

constexpr char kGroup[] = "With --sandbox kubernetes";
// What runs programs of any kind has the libraries of a compiler.
constexpr std::pair<const char*, const char*> kImageNames[] = {
    {"binary", "runtime-cpp"}, {"cpp", "runtime-cpp"},
    {"go", "runtime-go"},      {"java", "runtime-java"},
    {"node", "runtime-node"},  {"python", "runtime-python"},
    {"rust", "runtime-rust"}};

std::string CheckImages(const std::string& text) {
  if (absl::StrContains(text, '*')) return "";
  return absl::StrCat("\"", text, "\" has no \"*\" for the name of an image; "
                      "expected such as images.example.org/pentathlon/*:1.0");
}

std::string CheckImageOf(const std::string& text) {
  const std::pair<std::string, std::string> named =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  for (const auto& [runtime, image] : kImageNames) {
    if (named.first == runtime && !named.second.empty()) return "";
  }
  return absl::StrCat("\"", text, "\" names no image of a runtime; expected "
                      "RUNTIME=IMAGE, such as python=example.org/my-python:3");
}

std::string WithName(const PodFlags& flags, const char* name) {
  return absl::StrReplaceAll(flags.images, {{"*", name}});
}

}  // namespace

void AddPodFlags(CLI::App& app, PodFlags& flags) {
  app.add_option("--pod-images", flags.images,
                 "Names of the images, with a * for runner, runtime-cpp and so "
                 "on, such as images.example.org/pentathlon/*:1.0")
      ->capture_default_str()
      ->check(CheckImages)
      ->group(kGroup);
  app.add_option_function<std::vector<std::string>>(
         "--pod-image",
         [&flags](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) {
             flags.image_of.push_back(
                 absl::StrSplit(text, absl::MaxSplits('=', 1)));
           }
         },
         "RUNTIME=IMAGE: another image for bots of a runtime; may be repeated")
      ->check(CheckImageOf)
      ->group(kGroup);
  app.add_option("--pod-allow-image", flags.allowed_images,
                 "How the names of images begin that bots may name in "
                 "bot.toml; may be repeated. The nodes' credentials fetch them")
      ->group(kGroup);
  app.add_option("--pod-runtime-class", flags.runtime_class,
                 "Runtime class of the pods, such as gvisor")
      ->group(kGroup);
  app.add_option("--pod-host", flags.host,
                 "IP address of this runner that pods reach; without it the "
                 "variable POD_IP counts")
      ->group(kGroup);
  app.add_option("--pod-port", flags.port, "TCP port for pods; 0: a free one")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0, 65535))
      ->group(kGroup);
  app.add_option("--kubernetes-namespace", flags.name_space,
                 "Namespace of the pods")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--kubernetes-api", flags.api,
                 "URL of the API, outside of a cluster")
      ->group(kGroup);
  app.add_option("--kubernetes-token-file", flags.token_file,
                 "File with the token for the API, outside of a cluster")
      ->group(kGroup);
  app.add_option("--kubernetes-ca", flags.ca_file,
                 "PEM file with the authority of the API, outside of a cluster")
      ->group(kGroup);
}

std::map<std::string, std::string> ImagesOf(const PodFlags& flags) {
  std::map<std::string, std::string> images;
  for (const auto& [runtime, name] : kImageNames) {
    images[runtime] = WithName(flags, name);
  }
  for (const auto& [runtime, image] : flags.image_of) images[runtime] = image;
  return images;
}

absl::StatusOr<kubernetes::PodsOptions> PodsOptionsOf(
    const PodFlags& flags, const std::string& runner) {
  kubernetes::PodsOptions options;
  if (flags.api.empty()) {
    ARENA_ASSIGN_OR_RETURN(options.api, kubernetes::ApiOfThisPod());
  } else {
    options.api = {.url = flags.api,
                   .token_file = flags.token_file,
                   .ca_file = flags.ca_file};
  }
  options.gateway.host = flags.host;
  if (flags.host.empty()) {
    const char* const address = std::getenv("POD_IP");
    if (address == nullptr) {
      return absl::InvalidArgumentError(
          "--sandbox kubernetes needs the IP address of this runner, which its "
          "pods reach: give --pod-host, or the variable POD_IP");
    }
    options.gateway.host = address;
  }
  options.gateway.port = static_cast<uint16_t>(flags.port);
  options.name_space = flags.name_space;
  options.runner = runner;
  options.companion_image = WithName(flags, "runner");
  for (const auto& [runtime, image] : ImagesOf(flags)) {
    options.images.push_back(image);
  }
  options.allowed_images = flags.allowed_images;
  options.runtime_class = flags.runtime_class;
  return options;
}

}  // namespace arena::runner
