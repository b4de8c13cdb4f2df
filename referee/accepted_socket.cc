#include "referee/accepted_socket.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arena::referee {

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

int64_t AcceptedSocket::Received() const {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  if (getsockopt(descriptor_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) {
    return 0;
  }
  // Asked for last: what was read before may be of another socket.
  return IsMine(descriptor_) ? static_cast<int64_t>(info.tcpi_bytes_received)
                             : 0;
}

void AcceptedSocket::Cut() {
  // gRPC may close the descriptor meanwhile, and another file may get its
  // number. A copy stays what it was when it was checked.
  const int copy = dup(descriptor_);
  if (copy < 0) return;
  if (IsMine(copy)) shutdown(copy, SHUT_RDWR);
  close(copy);
}

}  // namespace arena::referee
