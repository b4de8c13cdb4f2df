// TLS for listeners that other machines can reach.
#ifndef REFEREE_BASE_TLS_H_
#define REFEREE_BASE_TLS_H_

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace arena::referee {

// PEM files: the certificate with the chain above it, and its key.
struct TlsFiles {
  std::string certificate;
  std::string key;

  bool empty() const { return certificate.empty() && key.empty(); }
};

// Credentials that present the certificate. If the files change, connections
// made a few seconds later use the new ones. INVALID_ARGUMENT names the file
// that is missing, not readable or no PEM, or says that key and certificate do
// not belong together.
absl::StatusOr<std::shared_ptr<grpc::ServerCredentials>> TlsCredentials(
    const TlsFiles& files);

}  // namespace arena::referee

#endif  // REFEREE_BASE_TLS_H_
