// A connection that was handed over to gRPC.
#ifndef REFEREE_DOOR_ACCEPTED_SOCKET_H_
#define REFEREE_DOOR_ACCEPTED_SOCKET_H_

#include <sys/types.h>

#include <cstdint>

#include "arena/core/descriptor.h"
#include "referee/door/connection_table.h"

namespace arena::referee {

// Does not own the descriptor, which gRPC closes when it likes. It therefore
// knows the socket by its inode: a descriptor that has another one, or none, is
// no longer this connection.
class AcceptedSocket final : public Socket {
 public:
  explicit AcceptedSocket(int descriptor);

  bool IsOpen() const override;
  Bytes Passed() const override;
  void Widen() override;
  void Cut() override;

 private:
  bool IsMine(int descriptor) const;
  // A descriptor of this connection that gRPC does not close; closed if gRPC
  // has closed the connection.
  Descriptor Copy() const;

  const int descriptor_;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_ACCEPTED_SOCKET_H_
