// The destination of accepted connections.
#ifndef REFEREE_DOOR_HANDOVER_H_
#define REFEREE_DOOR_HANDOVER_H_

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "arena/core/descriptor.h"

namespace arena::referee {

// Serves the connections of one address. Thread-safe.
class Handover {
 public:
  virtual ~Handover() = default;
  // `name` as Peer::connection.
  virtual void Take(Descriptor connection, const std::string& name) = 0;
  // Whether connections speak HTTP/2 without TLS.
  virtual bool ReadsPlainHttp2() const { return false; }
  // Takes no more connections.
  virtual void Stop() = 0;
  // The connections that have kept other connections waiting since `then`.
  virtual std::vector<std::string> KeptSince(absl::Time then) const = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_HANDOVER_H_
