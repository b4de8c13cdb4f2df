// Where this program listens for bots that it starts.
#ifndef ARENA_CLI_BOTS_SOCKET_FOLDER_H_
#define ARENA_CLI_BOTS_SOCKET_FOLDER_H_

#include <memory>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {

// A folder that bots in a sandbox are shown, for sockets and nothing else. It
// is in one that only this user may enter: who is shown it may be another user.
class SocketFolder {
 public:
  static absl::StatusOr<SocketFolder> Create();

  const std::string& path() const { return path_; }

 private:
  explicit SocketFolder(std::unique_ptr<TemporaryFolder> closed)
      : closed_(std::move(closed)), path_(closed_->path() + "/bots") {}

  std::unique_ptr<TemporaryFolder> closed_;
  std::string path_;
};

// Lets every user connect that can reach the socket.
void OpenSocket(const std::string& path);

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_SOCKET_FOLDER_H_
