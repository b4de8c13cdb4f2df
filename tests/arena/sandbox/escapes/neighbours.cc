// Other programs of the machine: their files, memory and messages.
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/arena/sandbox/escapes/escape.h"

namespace arena::escapes {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

bool Holds(const std::string& path, const std::string& text) {
  return ReadAll(path).find(text) != std::string::npos;
}

std::string ReadFile(const Given& given) {
  return Holds(given.at("file"), given.at("secret")) ? given.at("file") : "";
}

// The files of people and programs of the machine.
std::string ListMachine(const Given& given) {
  std::error_code error;
  for (const std::string& place :
       {given.at("sources"), given.at("victims"), std::string("/sys/class")}) {
    if (fs::exists(place, error)) return place;
  }
  return "";
}

// Searches the /proc files of every process.
std::string SearchProcesses(const std::string& name,
                            const std::string& secret) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const std::string path = entry.path().string() + "/" + name;
    if (entry.path().filename() == std::to_string(getpid())) continue;
    if (Holds(path, secret)) return path;
  }
  return "";
}

std::string Environment(const Given& given) {
  const char* const own = std::getenv("ARENA_TEST_TOKEN");
  if (own != nullptr) return "the variables of its parent";
  return SearchProcesses("environ", given.at("secret"));
}

std::string CommandLines(const Given& given) {
  // The marker itself is part of the command.
  return SearchProcesses("cmdline", "victim-" + given.at("marker"));
}

std::string ReadMemory(const Given& given) {
  const int process = std::stoi(given.at("test"));
  void* const place = reinterpret_cast<void*>(std::stoull(given.at("address")));
  std::string found(given.at("secret").size(), ' ');
  iovec local = {found.data(), found.size()};
  iovec remote = {place, found.size()};
  process_vm_readv(process, &local, 1, &remote, 1, 0);
  if (found == given.at("secret")) return "memory by process_vm_readv";
  const std::string path = "/proc/" + std::to_string(process) + "/mem";
  const int file = open(path.c_str(), O_RDONLY);
  if (file < 0) return "";
  const ssize_t size = pread(file, found.data(), found.size(),
                             reinterpret_cast<off_t>(place));
  return size > 0 && found == given.at("secret") ? path : "";
}

std::string Trace(const Given& given) {
  const int process = std::stoi(given.at("process"));
  if (ptrace(PTRACE_SEIZE, process, nullptr, nullptr) == 0) {
    ptrace(PTRACE_DETACH, process, nullptr, nullptr);
    return "another process";
  }
  return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0 ? "being traced" : "";
}

std::string Signal(const Given& given) {
  return kill(std::stoi(given.at("process")), 0) == 0 ? "a process to kill" : "";
}

std::string SharedMemory(const Given& given) {
  return Holds("/dev/shm/" + given.at("name"), given.at("secret"))
             ? "what another process has written"
             : "";
}

std::string OldSharedMemory(const Given& given) {
  const int segment = shmget(std::stoi(given.at("key")), 0, 0);
  if (segment < 0) return "";
  void* const place = shmat(segment, nullptr, SHM_RDONLY);
  if (place == reinterpret_cast<void*>(-1)) return "";
  return std::strcmp(static_cast<const char*>(place),
                     given.at("secret").c_str()) == 0
             ? "what another process has written"
             : "";
}

std::string Queue(const Given& given) {
  const mqd_t queue = mq_open(("/" + given.at("name")).c_str(), O_RDONLY);
  return queue >= 0 ? "a queue" : "";
}

bool ConnectsTo(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  const int line = socket(AF_UNIX, SOCK_STREAM, 0);
  return line >= 0 && connect(line, reinterpret_cast<sockaddr*>(&address),
                              sizeof(address)) == 0;
}

std::string OtherSocket(const Given& given) {
  return ConnectsTo(given.at("socket")) ? given.at("socket") : "";
}

// The first of the places for which `reaches` is true.
template <typename Reaches>
std::string FirstPlace(const Given& given, const std::string& kind,
                       Reaches reaches) {
  std::istringstream places(given.at("places"));
  for (std::string place; std::getline(places, place, ':');) {
    if (reaches(place + kind)) return place + kind;
  }
  return "";
}

std::string AnySocket(const Given& given) {
  return FirstPlace(given, ".sock", ConnectsTo);
}

std::string AnyPipe(const Given& given) {
  return FirstPlace(given, ".fifo", [](const std::string& path) {
    struct stat found;
    const int file = open(path.c_str(), O_WRONLY | O_NONBLOCK);
    return file >= 0 && fstat(file, &found) == 0 && S_ISFIFO(found.st_mode);
  });
}

std::string AnyDevice(const Given& given) {
  return FirstPlace(given, ".device", [](const std::string& path) {
    return open(path.c_str(), O_RDONLY) >= 0;
  });
}

// The program reaches the one socket that it was given; this is no escape.
std::string OwnSocket(const Given& given) {
  return ConnectsTo(given.at("own_socket")) ? given.at("own_socket") : "";
}

std::string Descriptors(const Given&) {
  std::error_code error;
  for (int i = STDERR_FILENO + 1; i < 256; ++i) {
    if (fcntl(i, F_GETFD) >= 0) return "descriptor " + std::to_string(i);
  }
  return "";
}

bool Writes(const std::string& path) {
  const int file = open(path.c_str(), O_WRONLY | O_CREAT, 0644);
  if (file >= 0) unlink(path.c_str());
  return file >= 0;
}

// Folders that the program may only read.
std::string WriteFolders(const Given& given) {
  for (const std::string name : {"folder", "sockets"}) {
    if (Writes(given.at(name) + "/left_behind")) return given.at(name);
  }
  // The bot's own program, which other processes of the bot start.
  return open("/proc/self/exe", O_WRONLY) >= 0 ? "its program" : "";
}

std::string WriteSystem(const Given&) {
  for (const std::string folder :
       {"/", "/usr", "/usr/bin", "/etc", "/dev", "/run", "/proc"}) {
    if (Writes(folder + "/left_behind")) return folder;
  }
  return "";
}

// A diary in all places where the next process might find it.
std::string Diary(const Given& given) {
  const std::string name = "/" + given.at("name") + "-diary";
  for (const std::string folder : {"/tmp", "/dev/shm", "/var/tmp", "/run"}) {
    if (ReadAll(folder + name) == "deal") return folder + name;
  }
  for (const std::string folder : {"/tmp", "/dev/shm", "/var/tmp", "/run"}) {
    std::ofstream(folder + name) << "deal";
  }
  return "";
}

}  // namespace

Escapes NeighbourEscapes() {
  return {{"file", ReadFile},
          {"machine", ListMachine},
          {"environment", Environment},
          {"command_lines", CommandLines},
          {"memory", ReadMemory},
          {"trace", Trace},
          {"signal", Signal},
          {"shared_memory", SharedMemory},
          {"old_shared_memory", OldSharedMemory},
          {"queue", Queue},
          {"other_socket", OtherSocket},
          {"any_socket", AnySocket},
          {"any_pipe", AnyPipe},
          {"any_device", AnyDevice},
          {"own_socket", OwnSocket},
          {"descriptors", Descriptors},
          {"write_folders", WriteFolders},
          {"write_system", WriteSystem},
          {"diary", Diary}};
}

}  // namespace arena::escapes
