// The floods of strangers.
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

// The server that a flood reaches.
struct Target {
  std::string address;
  // The certificate's file, by which clients know the server; empty: no TLS.
  std::string ca = "";

  bool tls() const { return !ca.empty(); }
};

// Returns the credentials for gRPC.
std::shared_ptr<grpc::ChannelCredentials> CredentialsFor(const Target& target);

// The protocol of a server: HTTP/2, or lines of text as in HTTP/1.
enum class Speech { kHttp2, kText };

struct Flood {
  // The name on the command line and in the table.
  std::string name;
  // The unit of the count: connections, streams, frames or calls.
  std::string unit;
  // Absent: the flood sends nothing, so every server gets the flood.
  std::optional<Speech> speech = Speech::kHttp2;
  // Floods until that time; returns how many units it has sent.
  int64_t (*run)(const Target& target, absl::Time until);
  // The limit of open files of the servers; 0: the limit stays as it is.
  int files = 0;
};

const std::vector<Flood>& AllFloods();

}  // namespace arena::floods

#endif  // TESTS_MEASURE_FLOODS_FLOOD_H_
