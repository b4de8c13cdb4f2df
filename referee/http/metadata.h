// Metadata of calls as headers of HTTP.
#ifndef REFEREE_HTTP_METADATA_H_
#define REFEREE_HTTP_METADATA_H_

#include <grpcpp/support/string_ref.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Names in lower case, in the order in which they came; a name may come again.
// As in HTTP: values of names with the suffix "-bin" are in base64.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// What of the headers of a request is metadata of a call, as gRPC wants it: not
// what is said about the connection, the body, the browser or the protocol.
// INVALID_ARGUMENT names a header with the suffix "-bin" that is not in base64.
absl::StatusOr<Metadata> ToGrpcMetadata(const Metadata& headers);

// INVALID_ARGUMENT names a header that gRPC does not carry: it would end the
// program.
absl::Status CheckCarried(const Metadata& metadata);

// What a service sent, as headers. What gRPC says of itself is left out.
Metadata FromGrpcMetadata(
    const std::multimap<grpc::string_ref, grpc::string_ref>& metadata);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_METADATA_H_
