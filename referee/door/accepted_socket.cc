#include "referee/door/accepted_socket.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace arena::referee {
namespace {

// A request fits in, as the kernel doubles it. gRPC reads what has come even
// after a connection was cut.
constexpr int kProvenBytes = 32 * 1024;

}  // namespace

AcceptedSocket::AcceptedSocket(int descriptor) : descriptor_(descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return;
  device_ = status.st_dev;
  inode_ = status.st_ino;
}

bool AcceptedSocket::IsMine(int descriptor) const {
  struct stat status;
  return fstat(descriptor, &status) == 0 && status.st_dev == device_ &&
         status.st_ino == inode_;
}

bool AcceptedSocket::IsOpen() const { return IsMine(descriptor_); }

Socket::Bytes AcceptedSocket::Passed() const {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  if (getsockopt(descriptor_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) {
    return {};
  }
  // Asked for last: what was read before may be of another socket.
  if (!IsMine(descriptor_)) return {};
  return {.received = static_cast<int64_t>(info.tcpi_bytes_received),
          .sent = static_cast<int64_t>(info.tcpi_bytes_acked)};
}

void AcceptedSocket::Widen() {
  const Descriptor copy = Copy();
  setsockopt(copy.get(), SOL_SOCKET, SO_RCVBUF, &kProvenBytes,
             sizeof(kProvenBytes));
}

void AcceptedSocket::Cut() { shutdown(Copy().get(), SHUT_RDWR); }

// gRPC may close the descriptor meanwhile, and another file may get its number.
// A copy stays what it was when it was checked.
Descriptor AcceptedSocket::Copy() const {
  Descriptor copy(dup(descriptor_));
  return IsMine(copy.get()) ? std::move(copy) : Descriptor();
}

}  // namespace arena::referee
