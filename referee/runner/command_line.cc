#include "referee/runner/command_line.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/values.h"
#include "arena/core/check.h"
#include "arena/core/quantities.h"

namespace arena::runner {
namespace {

constexpr char kGroup[] = "With --sandbox kubernetes";
// The runtime "binary" has the image of C++, with the libraries of a compiler.
constexpr std::pair<const char*, const char*> kImageNames[] = {
    {"binary", "runtime-cpp"}, {"cpp", "runtime-cpp"},
    {"go", "runtime-go"},      {"java", "runtime-java"},
    {"node", "runtime-node"},  {"python", "runtime-python"},
    {"rust", "runtime-rust"}};

// A flag NAME=VALUE that may be repeated.
CLI::Option* AddPairs(CLI::App& app, const std::string& flag,
                      std::vector<std::pair<std::string, std::string>>& pairs,
                      const std::string& help) {
  return app.add_option_function<std::vector<std::string>>(
      flag,
      [&pairs](const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
          pairs.push_back(absl::StrSplit(text, absl::MaxSplits('=', 1)));
        }
      },
      help);
}

std::string CheckImages(const std::string& text) {
  if (absl::StrContains(text, '*')) return "";
  return absl::StrCat("\"", text,
                      "\" has no \"*\" for the name of an image; "
                      "expected e.g. images.example.org/pentathlon/*:1.0");
}

std::string CheckImageOf(const std::string& text) {
  const std::pair<std::string, std::string> named =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  for (const auto& [runtime, image] : kImageNames) {
    if (named.first == runtime && !named.second.empty()) return "";
  }
  return absl::StrCat("\"", text,
                      "\" names no image of a runtime; expected "
                      "RUNTIME=IMAGE, such as python=example.org/my-python:3");
}

std::string WithName(const PodFlags& flags, const char* name) {
  return absl::StrReplaceAll(flags.images, {{"*", name}});
}

// Half of the machine's memory: the rest is for everything else on the machine.
int64_t HalfOfMemory() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) *
         sysconf(_SC_PAGESIZE) / 2;
}

std::string CheckProcessors(const std::string& text) {
  const auto wanted = ParseProcessors(text);
  if (!wanted.has_value()) {
    return absl::StrCat("\"", text,
                        "\" is no list of processors; expected e.g. 2-7,9");
  }
  const Processors own = OwnProcessors();
  if (absl::c_includes(own, *wanted)) return "";
  return absl::StrCat("\"", text, "\": this program may use the processors ",
                      ProcessorsText(own));
}

// Chooses the named processors, or all. If another number of cores is wanted,
// chooses none: other runners of this machine might give bots the same ones.
void ChooseProcessors(CommandLine& line) {
  const bool are_named = !line.processors.empty();
  if (!are_named) line.processors = OwnProcessors();
  const int count = static_cast<int>(line.processors.size());
  if (line.cores == 0) line.cores = std::max(1, count);
  if (!are_named && line.cores != count) line.processors.clear();
}

std::string HostName() {
  char name[256] = {};
  gethostname(name, sizeof(name) - 1);
  return name[0] == '\0' ? "runner" : name;
}

std::string CheckOffer(const std::string& text) {
  const std::pair<std::string, std::string> offer =
      absl::StrSplit(text, absl::MaxSplits('=', 1));
  if (!offer.first.empty() && !offer.second.empty()) return "";
  return absl::StrCat("\"", text,
                      "\" offers nothing; expected RUNTIME=FOLDER, such as "
                      "python=/opt/bots-python");
}

void AddRefereeFlags(CLI::App& app, CommandLine& line) {
  CLI::Option_group* const called =
      app.add_option_group("The referees, or a runner to ask, one of");
  called->add_option("--referee", line.referees,
                     "host:port or unix:PATH of a referee; may be repeated");
  called->add_option("--check-health", line.check_health,
                     "Ask the runner whose --metrics is this address, and exit "
                     "with status 0 if it works for a referee, 1 if not");
  called->require_option(1);
  app.add_option("--token-file", line.token_file,
                 "File with the token of this runner, which `arena bots token "
                 "create --role runner` makes; default: the variable "
                 "ARENA_TOKEN");
  app.add_option("--tls-ca", line.tls_ca,
                 "PEM file with the certificates to trust; turns TLS on");
  line.name = HostName();
  app.add_option("--name", line.name,
                 "Name of this runner; no other runner may have it")
      ->capture_default_str();
  app.add_option("--label", line.labels,
                 "A word that `arena bots runners` shows; may be repeated");
}

void AddMachineFlags(CLI::App& app, CommandLine& line) {
  command_line::AddChoice<sandbox::Kind>(
      app, "--sandbox", line.sandbox,
      {{"bubblewrap", sandbox::Kind::kBubblewrap},
       {"oci", sandbox::Kind::kOci},
       {"none", sandbox::Kind::kNone},
       {"kubernetes", sandbox::Kind::kKubernetes}},
      "Sandbox of the bots: bubblewrap (the default), oci (containers by "
      "podman), kubernetes (pods), or none (only for bots that may do "
      "everything that you may)");
  app.add_option_function<std::string>(
         "--processors",
         [&line](const std::string& text) {
           line.processors = *ParseProcessors(text);
         },
         "Processors of this machine for the bots of this runner alone, such "
         "as 2-7; default: all, or any if --cores is another number")
      ->check(CheckProcessors);
  app.add_option("--cores", line.cores,
                 "Processor cores for bots; 0: one for each processor")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0, 4096));
  line.memory = HalfOfMemory();
  app.add_option_function<std::string>(
         "--memory",
         [&line](const std::string& text) { line.memory = ToMemorySize(text); },
         "Memory for bots, such as 4GiB; half of the machine's by default")
      ->check(CheckMemorySize);
  app.add_option("--seats", line.seats,
                 "Processes that may play at the same time; 0: one for each "
                 "core. With more seats, the processes share the cores")
      ->capture_default_str()
      ->check(command_line::WholeNumber(0, 65536));
  AddPairs(
      app, "--offer", line.offers,
      "RUNTIME=FOLDER: a folder with libraries that bots of a runtime may "
      "read, such as python=FOLDER for an environment with the SDK; may be "
      "repeated")
      ->check(CheckOffer);
  app.add_option("--work", line.work,
                 "Folder for everything that the runner unpacks and builds; "
                 "one runner at a time");
}

}  // namespace

void AddPodFlags(CLI::App& app, PodFlags& flags) {
  app.add_option("--pod-images", flags.images,
                 "Names of the images, with a * for runner, runtime-cpp and so "
                 "on, such as images.example.org/pentathlon/*:1.0")
      ->capture_default_str()
      ->check(CheckImages)
      ->group(kGroup);
  AddPairs(
      app, "--pod-image", flags.image_of,
      "RUNTIME=IMAGE: another image for bots of a runtime; may be repeated")
      ->check(CheckImageOf)
      ->group(kGroup);
  app.add_option("--pod-allow-image", flags.allowed_images,
                 "Beginning of the names of images that bots may choose in "
                 "bot.toml; may be repeated. The nodes fetch these images "
                 "with their credentials")
      ->group(kGroup);
  app.add_option("--pod-runtime-class", flags.runtime_class,
                 "Runtime class of the pods, such as gvisor")
      ->group(kGroup);
  app.add_option("--pod-host", flags.host,
                 "IP address of this runner that pods reach; default: the "
                 "variable POD_IP")
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

std::variant<CommandLine, int> ReadCommandLine(int argc, char** argv) {
  CommandLine line;
  CLI::App app("Builds and runs submitted bots for referees: see README.md.",
               "runner");
  command_line::UseHelpPages(app);
  AddRefereeFlags(app, line);
  AddMachineFlags(app, line);
  AddPodFlags(app, line.pods);
  app.get_option("--referee")->needs(app.get_option("--work"));
  app.add_option("--metrics", line.metrics,
                 "host:port of a page for Prometheus, at /metrics, and of "
                 "pages for probes: /ready and /live");
  app.add_option("--log-level", line.log_level, "Lowest severity to print")
      ->capture_default_str()
      ->check(
          command_line::OneOf({"debug", "info", "warning", "error", "off"}));
  const std::optional<int> done = command_line::ReadArguments(app, argc, argv);
  if (done.has_value()) return *done;
  ChooseProcessors(line);
  if (line.seats == 0) line.seats = line.cores;
  return line;
}

}  // namespace arena::runner
