// The link by which the person who runs a tournament reads its site.
#ifndef ARENA_CLI_COMPETITIONS_READER_LINK_H_
#define ARENA_CLI_COMPETITIONS_READER_LINK_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/cli/base/referee_channel.h"

namespace arena::cli {

// INVALID_ARGUMENT unless the address is HOST:PORT with a port that a person
// can type into a browser.
absl::Status CheckReaderAddress(absl::string_view address);

// Makes a token for a spectator at a referee that was started here. The link
// has the token after a #, which browsers do not send, so the token is in no
// log. Without the link nobody can read the pages: the bots run on the same
// machine, and would learn from the pages which matches share their deals. The
// channel is an admin's.
absl::StatusOr<std::string> ReaderLink(
    const std::shared_ptr<grpc::Channel>& channel, absl::string_view address);

}  // namespace arena::cli

#endif  // ARENA_CLI_COMPETITIONS_READER_LINK_H_
