// Metadata of calls, which comes as headers of HTTP.
#ifndef REFEREE_HTTP_METADATA_H_
#define REFEREE_HTTP_METADATA_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::referee {

// Names in lower case, in the order in which they came; a name may come again.
// Values of names with the suffix "-bin" are bytes, not base64.
using Metadata = std::vector<std::pair<std::string, std::string>>;

// The headers of a request that are metadata of a call. Headers about the
// connection, the body, the browser or the protocol are not. INVALID_ARGUMENT
// names a header with the suffix "-bin" that is not in base64.
absl::StatusOr<Metadata> MetadataIn(const Metadata& headers);

}  // namespace arena::referee

#endif  // REFEREE_HTTP_METADATA_H_
