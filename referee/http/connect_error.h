// Errors as the Connect protocol tells them.
#ifndef REFEREE_HTTP_CONNECT_ERROR_H_
#define REFEREE_HTTP_CONNECT_ERROR_H_

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "referee/http/metadata.h"

namespace arena::referee {

// "not_found"; codes that gRPC does not have are "unknown".
absl::string_view ConnectCode(absl::StatusCode code);
// The HTTP status of a unary call that ends with the code.
int HttpStatusOf(absl::StatusCode code);
// {"code": "not_found", "message": "...", "details": [...]}. The details are
// the payloads of the status.
std::string ErrorJson(const absl::Status& status);
// The last message of a stream: the error, if there is one, and the trailing
// metadata.
std::string EndOfStreamJson(const absl::Status& status,
                            const Metadata& trailers);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_CONNECT_ERROR_H_
