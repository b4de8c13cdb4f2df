// The floods, and who makes them.
#ifndef TESTS_FLOODS_FLOOD_H_
#define TESTS_FLOODS_FLOOD_H_

#include <grpcpp/security/credentials.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace arena::floods {

// Where a flood goes.
struct Target {
  std::string address;
  // The file with the certificate by which it is known; empty: no TLS.
  std::string ca = "";

  bool tls() const { return !ca.empty(); }
};

// For gRPC.
std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(const Target& target);

struct Flood {
  // As on the command line and in the table.
  std::string name;
  // What is counted: connections, streams, frames or calls.
  std::string unit;
  // Floods until the time is over; returns how many it has sent.
  int64_t (*run)(const Target& target, absl::Time until);
  // The limit of open files that the referee is started with; 0: as it is.
  int files = 0;
};

const std::vector<Flood>& AllFloods();

}  // namespace arena::floods

#endif  // TESTS_FLOODS_FLOOD_H_
