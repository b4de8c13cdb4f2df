// What was probably meant by a name that a referee does not know.
#ifndef ARENA_CLI_BASE_UNKNOWN_NAME_H_
#define ARENA_CLI_BASE_UNKNOWN_NAME_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena::cli {

// The same error, with the nearest of the names behind it if it is NOT_FOUND
// and `name` is none of them.
absl::Status WithNearest(const absl::Status& status, absl::string_view name,
                         const std::vector<std::string>& names);

// The names of the bots that a referee knows: registered, connected and built
// in. Those that cannot be asked for are missing.
std::vector<std::string> BotNames(
    const std::shared_ptr<grpc::Channel>& channel);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_UNKNOWN_NAME_H_
