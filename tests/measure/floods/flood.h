// The floods, and who makes them.
#ifndef TESTS_MEASURE_FLOODS_FLOOD_H_
#define TESTS_MEASURE_FLOODS_FLOOD_H_

#include <grpcpp/security/credentials.h>

#include <cstdint>
#include <memory>
#include <optional>
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

// What a server is spoken to in: HTTP/2, or lines as in HTTP/1.
enum class Speech { kHttp2, kText };

struct Flood {
  // As on the command line and in the table.
  std::string name;
  // What is counted: connections, streams, frames or calls.
  std::string unit;
  // Absent: nothing is said.
  std::optional<Speech> speech = Speech::kHttp2;
  // Floods until the time is over; returns how many it has sent.
  int64_t (*run)(const Target& target, absl::Time until);
  // The limit of open files that servers are started with; 0: as it is.
  int files = 0;
};

const std::vector<Flood>& AllFloods();

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_FLOOD_H_
