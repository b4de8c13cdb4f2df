#include "tests/measure/floods/door.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "tests/measure/floods/runner_stand.h"
#include "tests/measure/floods/trial.h"
#include "tests/measure/floods/wire.h"
#include "tests/testing/folders/folders.h"

namespace arena::floods {
namespace {

constexpr char kProxy[] = "/usr/sbin/haproxy";
constexpr char kSwarm[] = "swarm";
// The honest bots of a runner; one more bot floods.
constexpr int kMostHonest = 4;

using Words = std::vector<std::string>;

// ---- The programs ----

// Limits the open files of a command as the flood demands.
Words Limited(const Flood& flood, Words command) {
  if (flood.files == 0) return command;
  Words limited = {"/usr/bin/prlimit",
                   absl::StrCat("--nofile=", flood.files, ":", flood.files)};
  limited.insert(limited.end(), command.begin(), command.end());
  return limited;
}

// Without tokens strangers may do what bots may, which is harder to bear.
absl::Status StartReferee(const Flood& flood, Words flags, OpenDoor& door) {
  Words command = {testing::InBuild("bin/referee"),
                   "--data",
                   door.folder->path() + "/data",
                   "--listen",
                   "127.0.0.1:0",
                   "--log-level",
                   "warning",
                   "--drain",
                   "0s"};
  command.insert(command.end(), flags.begin(), flags.end());
  ARENA_ASSIGN_OR_RETURN(door.referee,
                         bench::StartServer(Limited(flood, command)));
  door.target = door.late = {.address = door.referee.address};
  door.watched = {{"referee", door.referee.process->pid()}};
  return absl::OkStatus();
}

// Makes a certificate for 127.0.0.1, and another file with it and its key.
absl::Status MakeCertificate(const std::string& folder) {
  ARENA_ASSIGN_OR_RETURN(
      const auto openssl,
      Process::Start(
          {.command = {"/usr/bin/openssl", "req", "-x509", "-newkey",
                       "rsa:2048", "-nodes", "-keyout", folder + "/key", "-out",
                       folder + "/cert", "-subj", "/CN=arena", "-addext",
                       "subjectAltName=IP:127.0.0.1"}}));
  openssl->Wait();
  std::ofstream(folder + "/both") << std::ifstream(folder + "/cert").rdbuf()
                                  << std::ifstream(folder + "/key").rdbuf();
  return absl::OkStatus();
}

// Returns a port of 127.0.0.1 that was free a moment ago. HAProxy does not say
// which port it took, and a referee does not say it of its other addresses.
std::string FreeAddress() {
  const int free = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  bind(free, reinterpret_cast<sockaddr*>(&address), size);
  getsockname(free, reinterpret_cast<sockaddr*>(&address), &size);
  close(free);
  return absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
}

absl::Status StartProxy(OpenDoor& door) {
  const std::string& folder = door.folder->path();
  ARENA_RETURN_IF_ERROR(MakeCertificate(folder));
  const std::string address = FreeAddress();
  ARENA_ASSIGN_OR_RETURN(
      auto proxy,
      Process::Start({.command = {kProxy, "-db", "-f",
                                  testing::InSources("docker/haproxy.cfg")},
                      .variables = {{"ARENA_BIND", address},
                                    {"ARENA_CERT", folder + "/both"},
                                    {"ARENA_REFEREE", door.referee.address}}}));
  const absl::Time patience = absl::Now() + kPatience;
  while (!Wire(address, /*tls=*/true).open() && absl::Now() < patience) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  door.target = door.late = {.address = address, .ca = folder + "/cert"};
  door.watched.push_back({"haproxy", proxy->pid()});
  door.others.push_back(std::move(proxy));
  return absl::OkStatus();
}

// Makes a token for the play proxies. Call it before the referee starts.
absl::StatusOr<std::string> MakeToken(const OpenDoor& door) {
  ARENA_ASSIGN_OR_RETURN(
      const auto referee,
      Process::Start({.command = {testing::InBuild("bin/referee"), "--data",
                                  door.folder->path() + "/data",
                                  "--create-admin-token", "floods"},
                      .ready_prefix = ""}));
  return referee->AwaitReady(absl::Now() + kPatience);
}

// Returns the address of the runner's gateway, and the keys of its bots.
absl::StatusOr<Words> StartRunner(const Flood& flood, const std::string& token,
                                  OpenDoor& door) {
  ARENA_ASSIGN_OR_RETURN(
      auto runner,
      Process::Start(
          {.command = Limited(
               flood, {std::filesystem::read_symlink("/proc/self/exe"),
                       "--runner", door.folder->path(), door.referee.address,
                       token, absl::StrCat(kMostHonest + 1)})}));
  ARENA_ASSIGN_OR_RETURN(const std::string words,
                         runner->AwaitReady(absl::Now() + kPatience));
  door.watched = {{"runner", runner->pid()}};
  door.others.push_back(std::move(runner));
  return absl::StrSplit(words, ' ');
}

// Returns the folder of the companion's sockets.
absl::StatusOr<std::string> StartCompanion(const Flood& flood,
                                           const Words& gateway_and_keys,
                                           int bot, OpenDoor& door) {
  const std::string folder = absl::StrCat(door.folder->path(), "/pod-", bot);
  std::filesystem::create_directories(folder + "/files");
  std::filesystem::create_directories(folder + "/run");
  ARENA_ASSIGN_OR_RETURN(
      auto companion,
      Process::Start(
          {.command = Limited(
               flood, {testing::InBuild("bin/pod-companion"), "--gateway",
                       gateway_and_keys[0], "--folder", folder + "/files",
                       "--socket-folder", folder + "/run", "--socket", "r",
                       "--most-bytes", "1000000"}),
           // A child gets no other variable whose name begins with ARENA_.
           .variables = {{"ARENA_POD_KEY", gateway_and_keys[bot + 1]}}}));
  const absl::Time patience = absl::Now() + kPatience;
  while (access((folder + "/run/.ready").c_str(), F_OK) != 0) {
    if (absl::Now() >= patience) {
      return absl::UnavailableError("a companion is not ready: " +
                                    companion->LastLines());
    }
    absl::SleepFor(absl::Milliseconds(10));
  }
  if (bot == kMostHonest)
    door.watched.push_back({"companion", companion->pid()});
  door.others.push_back(std::move(companion));
  return folder + "/run";
}

// ---- The doors ----

absl::StatusOr<OpenDoor> NewDoor() {
  OpenDoor door;
  ARENA_ASSIGN_OR_RETURN(door.folder, TemporaryFolder::Create());
  return door;
}

absl::StatusOr<OpenDoor> OpenReferee(const Flood& flood, int bots) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  ARENA_RETURN_IF_ERROR(StartReferee(flood, {}, door));
  door.honest = {{door.target, bots, kSwarm}};
  return door;
}

// A Unix socket, where bots of `arena play` come in.
absl::StatusOr<OpenDoor> OpenSocket(const Flood& flood, int bots) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  const std::string address = "unix:" + door.folder->path() + "/socket";
  ARENA_RETURN_IF_ERROR(StartReferee(flood, {"--listen", address}, door));
  door.target = door.late = {.address = address};
  door.honest = {{door.target, bots, kSwarm}};
  return door;
}

absl::StatusOr<OpenDoor> OpenProxy(const Flood& flood, int bots) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  ARENA_RETURN_IF_ERROR(
      StartReferee(flood, {"--forwarded", "--insecure"}, door));
  ARENA_RETURN_IF_ERROR(StartProxy(door));
  door.honest = {{door.target, bots, kSwarm}};
  return door;
}

// Opens another address of a referee, beside the address of the honest bots.
absl::StatusOr<OpenDoor> OpenBeside(const std::string& flag, const Flood& flood,
                                    int bots) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  const std::string address = FreeAddress();
  ARENA_RETURN_IF_ERROR(StartReferee(flood, {flag, address}, door));
  door.honest = {{door.target, bots, kSwarm}};
  door.target = {.address = address};
  return door;
}

absl::StatusOr<OpenDoor> OpenHttp(const Flood& flood, int bots) {
  return OpenBeside("--http", flood, bots);
}

absl::StatusOr<OpenDoor> OpenMetrics(const Flood& flood, int bots) {
  return OpenBeside("--metrics", flood, bots);
}

absl::StatusOr<OpenDoor> OpenRunner(const Flood& flood, int /*bots*/) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  ARENA_ASSIGN_OR_RETURN(const std::string token, MakeToken(door));
  ARENA_RETURN_IF_ERROR(StartReferee({}, {}, door));
  ARENA_RETURN_IF_ERROR(StartRunner(flood, token, door).status());
  const auto address = [&](int bot) {
    return "unix:" + SocketOf(door.folder->path(), bot);
  };
  for (int bot = 0; bot < kMostHonest; ++bot) {
    door.honest.push_back({{address(bot)}, 1, absl::StrCat("bot-", bot)});
  }
  door.target = {.address = address(kMostHonest)};
  return door;
}

absl::StatusOr<OpenDoor> OpenPods(bool companion, const Flood& flood) {
  ARENA_ASSIGN_OR_RETURN(OpenDoor door, NewDoor());
  ARENA_ASSIGN_OR_RETURN(const std::string token, MakeToken(door));
  ARENA_RETURN_IF_ERROR(StartReferee({}, {}, door));
  ARENA_ASSIGN_OR_RETURN(const Words words, StartRunner(flood, token, door));
  for (int bot = 0; bot <= kMostHonest; ++bot) {
    ARENA_ASSIGN_OR_RETURN(const std::string folder,
                           StartCompanion(flood, words, bot, door));
    door.target = {.address = "unix:" + folder + "/r"};
    if (bot == kMostHonest) break;
    door.honest.push_back({door.target, 1, absl::StrCat("bot-", bot)});
  }
  if (!companion) door.target = {.address = words[0]};
  return door;
}

absl::StatusOr<OpenDoor> OpenCompanion(const Flood& flood, int /*bots*/) {
  return OpenPods(/*companion=*/true, flood);
}

absl::StatusOr<OpenDoor> OpenGateway(const Flood& flood, int /*bots*/) {
  return OpenPods(/*companion=*/false, flood);
}

}  // namespace

const std::vector<Door>& AllDoors() {
  static const auto& doors = *new std::vector<Door>{
      {"referee", Speech::kHttp2, 512, &OpenReferee},
      {"socket", Speech::kHttp2, 512, &OpenSocket},
      {"haproxy", Speech::kHttp2, 512, &OpenProxy},
      {"http", Speech::kText, 512, &OpenHttp},
      {"metrics", Speech::kText, 64, &OpenMetrics},
      {"runner", Speech::kHttp2, 64, &OpenRunner},
      {"companion", Speech::kHttp2, 64, &OpenCompanion},
      {"gateway", Speech::kText, 64, &OpenGateway},
  };
  return doors;
}

bool HasProxy() { return access(kProxy, X_OK) == 0; }

}  // namespace arena::floods
