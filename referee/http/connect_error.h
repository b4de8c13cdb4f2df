// Errors as the Connect protocol tells them.
#ifndef REFEREE_HTTP_CONNECT_ERROR_H_
#define REFEREE_HTTP_CONNECT_ERROR_H_

#include <grpcpp/support/status.h>

#include <string>

#include "absl/strings/string_view.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// "not_found"; codes that gRPC does not have are "unknown".
absl::string_view ConnectCode(grpc::StatusCode code);
// The HTTP status of a unary call that ends with the code.
int HttpStatusOf(grpc::StatusCode code);
// {"code": "not_found", "message": "...", "details": [...]}. The details are
// those of a google.rpc.Status in error_details().
std::string ErrorJson(const grpc::Status& status);
// The last message of a stream: the error, if there is one, and the trailing
// metadata.
std::string EndOfStreamJson(const grpc::Status& status,
                            const Metadata& trailers);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_CONNECT_ERROR_H_
