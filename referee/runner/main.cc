// The runner: builds and runs submitted bots.
#include <grpcpp/grpcpp.h>
#include <signal.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/command_line/read_arguments.h"
#include "arena/command_line/standard_streams.h"
#include "arena/command_line/terminal.h"
#include "arena/core/check.h"
#include "arena/process/signal_waiter.h"
#include "referee/base/log.h"
#include "referee/door/metrics_page.h"
#include "referee/runner/command_line.h"
#include "referee/runner/referee_link.h"
#include "referee/runner/workshop.h"
#include "sdk/cpp/base/proxies.h"

namespace arena::runner {
namespace {

using referee::Log;
using Links = std::vector<std::unique_ptr<RefereeLink>>;

// How long processes may play on after the first signal to end.
constexpr absl::Duration kDrainTime = absl::Minutes(10);
// How long the runner may take to tell referees how the last processes have
// ended.
constexpr absl::Duration kFlushTime = absl::Seconds(1);
// How often the runner looks whether everything has ended.
constexpr absl::Duration kLook = absl::Milliseconds(200);
// The most memory for the pod of a build.
constexpr int64_t kMostPodMemory = int64_t{4} << 30;
constexpr int kMostPodCores = 2;

int Complain(const absl::Status& why) {
  command_line::PrintWrappedToStderr(
      absl::StrCat("runner: ", why.message(), "\n"));
  return absl::IsInvalidArgument(why) ? command_line::kWrongArguments : 1;
}

absl::StatusOr<std::string> ReadFile(const char* flag,
                                     const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (file && !text.empty()) return text;
  return absl::InvalidArgumentError(
      absl::StrCat(flag, " ", path, " cannot be read, or is empty"));
}

absl::StatusOr<std::string> ReadToken(const CommandLine& line) {
  if (line.token_file.empty()) {
    const char* const token = std::getenv("ARENA_TOKEN");
    return std::string(token == nullptr ? "" : token);
  }
  ARENA_ASSIGN_OR_RETURN(const std::string text,
                         ReadFile("--token-file", line.token_file));
  return std::string(absl::StripAsciiWhitespace(text));
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> CredentialsFor(
    const CommandLine& line) {
  if (line.tls_ca.empty()) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions tls;
  ARENA_ASSIGN_OR_RETURN(tls.pem_root_certs,
                         ReadFile("--tls-ca", line.tls_ca));
  return grpc::SslCredentials(tls);
}

std::shared_ptr<grpc::Channel> OpenChannel(
    const std::string& address,
    const std::shared_ptr<grpc::ChannelCredentials>& credentials) {
  grpc::ChannelArguments arguments = pentathlon::ChannelArgumentsTo(address);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 20000);
  arguments.SetMaxReceiveMessageSize(-1);
  const std::string variable = pentathlon::ProxyVariable(address);
  if (!variable.empty()) {
    spdlog::info("the HTTP proxy in {} is used for {}", variable, address);
  }
  return grpc::CreateCustomChannel(address, credentials, arguments);
}

absl::Status ChooseSandbox(const CommandLine& line, WorkshopOptions& options) {
  if (line.sandbox != sandbox::Kind::kKubernetes) {
    options.runtimes = Runtimes::Find();
    options.open_sandbox = [kind = line.sandbox](const std::string& folder) {
      return sandbox::Sandbox::Open(kind, folder);
    };
    return absl::OkStatus();
  }
  ARENA_ASSIGN_OR_RETURN(kubernetes::PodsOptions pods,
                         PodsOptionsOf(line.pods, line.name));
  pods.warn = [](const std::string& what) { spdlog::warn("{}", what); };
  options.runtimes =
      Runtimes::InImages(ImagesOf(line.pods), !pods.allowed_images.empty());
  options.open_sandbox = [pods](const std::string& folder)
      -> absl::StatusOr<std::unique_ptr<sandbox::Sandbox>> {
    return kubernetes::Pods::Open(pods, folder);
  };
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Workshop>> OpenWorkshop(
    const CommandLine& line) {
  WorkshopOptions options;
  options.folder = line.work;
  ARENA_RETURN_IF_ERROR(ChooseSandbox(line, options));
  options.processors = line.processors;
  for (const auto& [runtime, folder] : line.offers) {
    ARENA_RETURN_IF_ERROR(options.runtimes.Offer(runtime, folder));
  }
  sandbox::Limits& build = options.build_limits;
  build.memory_bytes = line.memory;
  build.cores = line.cores;
  if (line.sandbox == sandbox::Kind::kKubernetes) {
    // These limits are for pods of the cluster, and a pod must fit into a node.
    build.memory_bytes = std::min(build.memory_bytes, kMostPodMemory);
    build.cores = std::min(build.cores, kMostPodCores);
  }
  build.tasks = 1024;
  build.open_files = 4096;
  build.file_bytes = int64_t{1} << 30;
  build.scratch_bytes = int64_t{2} << 30;
  build.output_bytes_per_second = int64_t{1} << 20;
  return Workshop::Open(std::move(options));
}

v1::RunnerHello HelloOf(const CommandLine& line, Workshop& workshop) {
  v1::RunnerHello hello;
  hello.set_name(line.name);
  hello.set_version(PENTATHLON_VERSION);
  hello.set_cores(line.cores);
  hello.set_memory_mib(static_cast<uint32_t>(line.memory >> 20));
  hello.set_max_playing(line.seats);
  for (const std::string& word : workshop.runtimes().words()) {
    hello.add_runtimes(word);
  }
  const sandbox::Sandbox& sandbox = workshop.sandbox();
  hello.set_sandbox(std::string(WordOf(sandbox.kind())));
  for (const std::string& missing : sandbox.Missing()) {
    hello.add_missing(missing);
    spdlog::warn("{}", missing);
  }
  for (const std::string& label : line.labels) hello.add_labels(label);
  hello.set_freezes(sandbox.CanFreeze());
  return hello;
}

// The refusal if every referee refuses the runner; otherwise OK.
absl::Status RefusalOf(const Links& links) {
  absl::Status refusal;
  for (const auto& link : links) {
    refusal = link->refusal();
    if (refusal.ok()) return refusal;
  }
  return refusal;
}

// The reason why the runner takes no work of any referee; otherwise OK.
absl::Status HealthOf(const Links& links) {
  for (const auto& link : links) {
    if (link->connected()) return absl::OkStatus();
  }
  return absl::UnavailableError("no referee is connected");
}

absl::StatusOr<std::unique_ptr<referee::MetricsPage>> OpenPage(
    const CommandLine& line, Workshop& workshop, const Links& links) {
  if (line.metrics.empty()) return nullptr;
  const auto show = [&workshop, &links, seats = line.seats] {
    const auto connected = std::count_if(
        links.begin(), links.end(),
        [](const auto& link) { return link->connected(); });
    workshop.metrics().Show(workshop.occupation(), seats,
                            static_cast<int>(connected));
  };
  return referee::MetricsPage::Open(
      line.metrics, {.registry = workshop.metrics().registry(),
                     .before = show,
                     .health = [&workshop, &links] {
                       // A workshop that hangs with its locks does not return
                       // from this.
                       workshop.processes();
                       return HealthOf(links);
                     }});
}

int TellHealth(const std::string& address) {
  const absl::Status health = referee::AskIfReady(address);
  return health.ok() ? 0 : Complain(health);
}

int Run(const CommandLine& line, const sigset_t& signals) {
  referee::OpenLog(line.log_level);
  const auto token = ReadToken(line);
  if (!token.ok()) return Complain(token.status());
  const auto credentials = CredentialsFor(line);
  if (!credentials.ok()) return Complain(credentials.status());
  if (line.sandbox == sandbox::Kind::kNone) {
    spdlog::warn(
        "--sandbox none: bots run with all rights of this user, and can read "
        "and change everything that you can");
  }
  const auto workshop = OpenWorkshop(line);
  if (!workshop.ok()) return Complain(workshop.status());
  Links links;
  for (const std::string& address : line.referees) {
    links.push_back(std::make_unique<RefereeLink>(
        address, OpenChannel(address, *credentials), *token,
        HelloOf(line, **workshop), **workshop));
  }
  const auto page = OpenPage(line, **workshop, links);
  if (!page.ok()) {
    (*workshop)->Close();
    return Complain(page.status());
  }
  std::printf("running %s\n", line.name.c_str());
  command_line::PrintedStatus("runner");
  absl::Status refusal;
  int signal_count = 0;
  absl::Time deadline = absl::InfiniteFuture();
  const timespec pause = absl::ToTimespec(kLook);
  while (absl::Now() < deadline && (refusal = RefusalOf(links)).ok()) {
    if (sigtimedwait(&signals, nullptr, &pause) > 0) {
      // The first signal lets matches end, the second one does not.
      if (++signal_count > 1) break;
      deadline = absl::Now() + kDrainTime;
      for (const auto& link : links) link->Drain();
      Log("draining", {});
    }
    if (signal_count > 0 && (*workshop)->processes() == 0) break;
  }
  (*workshop)->Close();
  for (const auto& link : links) link->Flush(absl::Now() + kFlushTime);
  return refusal.ok() ? 0 : Complain(refusal);
}

}  // namespace
}  // namespace arena::runner

int main(int argc, char** argv) {
  arena::command_line::OpenStandardStreams();
  arena::referee::LogGrpcForDebugging();
  std::signal(SIGPIPE, SIG_IGN);
  // The main thread waits for the signals, so no other thread may get them.
  const sigset_t signals = arena::StopSignals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  const auto line = arena::runner::ReadCommandLine(argc, argv);
  if (const int* const status = std::get_if<int>(&line)) return *status;
  const auto& wanted = std::get<arena::runner::CommandLine>(line);
  if (!wanted.check_health.empty()) {
    return arena::runner::TellHealth(wanted.check_health);
  }
  return arena::runner::Run(wanted, signals);
}
