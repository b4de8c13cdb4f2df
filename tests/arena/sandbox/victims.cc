#include "tests/arena/sandbox/victims.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// The port of a socket; the system chooses a free one.
int PortOf(int socket) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(socket, any, size), 0);
  EXPECT_EQ(getsockname(socket, any, &size), 0);
  return ntohs(address.sin_port);
}

}  // namespace

Descriptor ListenAt(const std::string& path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  const int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const size_t size = offsetof(sockaddr_un, sun_path) + path.size();
  EXPECT_EQ(bind(made, reinterpret_cast<sockaddr*>(&address),
                 static_cast<socklen_t>(size)),
            0)
      << path;
  EXPECT_EQ(listen(made, 1), 0);
  return Descriptor(made);
}

Victims::Victims(const std::string& folder, const std::string& name,
                 const std::string& neighbour)
    : folder_(folder), name_(name), secret_("hand-of-" + name) {
  fs::create_directories(folder_);
  told_ = {"name=" + name_, "secret=" + secret_};
  Listen();
  LieEverywhere(neighbour);
  WriteFiles();
  ShareMemory();
  // The process waits for input that never ends.
  auto process = Process::Start(
      {.command = {"sh", "-c", "read line < " + folder_ + "/fifo",
                   "victim-" + name_},
       .variables = {{"VICTIM_TOKEN", secret_}}});
  EXPECT_TRUE(process.ok()) << process.status();
  process_ = *std::move(process);
  told_.push_back(absl::StrCat("process=", process_->pid()));
  told_.push_back(absl::StrCat("test=", getpid()));
  told_.push_back(
      absl::StrCat("address=", reinterpret_cast<uintptr_t>(secret_.data())));
}

Victims::~Victims() {
  shmctl(segment_, IPC_RMID, nullptr);
  mq_unlink(("/" + name_).c_str());
  fs::remove("/dev/shm/" + name_);
  for (const std::string& file : elsewhere_) fs::remove(file);
}

std::vector<std::string> Victims::Told() const { return told_; }

void Victims::Listen() {
  sockets_.emplace_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  told_.push_back(absl::StrCat("tcp=", PortOf(sockets_.back().get())));
  EXPECT_EQ(listen(sockets_.back().get(), 8), 0);
  sockets_.emplace_back(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  told_.push_back(absl::StrCat("udp=", PortOf(sockets_.back().get())));
  sockets_.push_back(ListenAt(std::string(1, '\0') + name_));
  told_.push_back("abstract=" + name_);
  sockets_.push_back(ListenAt(folder_ + "/other.sock"));
  chmod((folder_ + "/other.sock").c_str(), 0666);
  told_.push_back("socket=" + folder_ + "/other.sock");
}

// Only root makes devices.
void Victims::LieEverywhere(const std::string& neighbour) {
  fs::create_directories(neighbour + "/deep/deeper");
  std::string places;
  for (const std::string& place :
       {std::string("/tmp"), std::string("/run"), std::string("/var/run"),
        std::string("/var/tmp"), std::string("/dev/shm"),
        std::string("/run/lock"), folder_, neighbour, neighbour + "/deep",
        neighbour + "/deep/deeper"}) {
    if (access(place.c_str(), W_OK) != 0) continue;
    // Some folders have two names.
    const std::string path =
        absl::StrCat(place, "/v-", name_, "-", sockets_.size());
    sockets_.push_back(ListenAt(path + ".sock"));
    EXPECT_EQ(mkfifo((path + ".fifo").c_str(), 0666), 0);
    // The pipe is open for reading, so that a writer need not wait.
    sockets_.emplace_back(open((path + ".fifo").c_str(), O_RDWR | O_CLOEXEC));
    mknod((path + ".device").c_str(), S_IFCHR | 0666, makedev(1, 5));
    for (const char* const kind : {".sock", ".fifo", ".device"}) {
      chmod((path + kind).c_str(), 0666);
      elsewhere_.push_back(path + kind);
    }
    absl::StrAppend(&places, path, ":");
  }
  told_.push_back("places=" + places);
}

void Victims::WriteFiles() {
  std::ofstream(folder_ + "/bot.py") << secret_;
  std::ofstream(folder_ + "/store.db") << secret_;
  std::ofstream(folder_ + "/token") << secret_;
  chmod((folder_ + "/token").c_str(), 0600);
  EXPECT_EQ(mkfifo((folder_ + "/fifo").c_str(), 0600), 0);
}

void Victims::ShareMemory() {
  std::ofstream("/dev/shm/" + name_) << secret_;
  const int key = 0x0a7e0000 + getpid();
  segment_ = shmget(key, 4096, IPC_CREAT | 0666);
  EXPECT_GE(segment_, 0);
  void* const place = shmat(segment_, nullptr, 0);
  std::strcpy(static_cast<char*>(place), secret_.c_str());
  shmdt(place);
  told_.push_back(absl::StrCat("key=", key));
  const mqd_t queue = mq_open(("/" + name_).c_str(), O_CREAT | O_RDWR, 0666,
                              nullptr);
  EXPECT_GE(queue, 0);
  mq_close(queue);
}

}  // namespace arena::sandbox
