// A private referee on a Unix socket, which ends with its owner.
#ifndef ARENA_CLI_BOTS_PRIVATE_REFEREE_H_
#define ARENA_CLI_BOTS_PRIVATE_REFEREE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {

// A folder for sockets and nothing else, which is shown to bots in a sandbox.
// The bots may be another user, so this folder lies in a folder that only the
// current user may enter.
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

// Lets every user who can reach the socket connect.
void OpenSocket(const std::string& path);

// Every call needs a token. The token of the only admin is kept in the memory
// of this program and nowhere else. Not thread-safe.
class PrivateReferee {
 public:
  // Starts the referee program that lies beside this program, and waits until
  // the referee listens. The referee keeps its data in the folder `data`, or in
  // a temporary folder if `data` is empty. `more` are further arguments.
  static absl::StatusOr<std::unique_ptr<PrivateReferee>> Start(
      int max_matches, const std::string& data = "",
      const std::vector<std::string>& more = {});
  // Starts the referee again after its end; its matches continue.
  absl::Status Restart();

  // The flags with which this program calls the referee, as the admin.
  const RefereeFlags& flags() const { return flags_; }
  // The address for bots. The folder of the socket holds nothing else.
  const std::string& address() const { return flags_.address; }
  const std::string& socket_folder() const { return socket_folder_.path(); }
  // The folder of its data.
  const std::string& data() const { return data_; }
  // UNAVAILABLE with the referee's last output if it has ended by itself.
  absl::Status Check();

 private:
  PrivateReferee(SocketFolder socket, std::unique_ptr<TemporaryFolder> data)
      : socket_folder_(std::move(socket)), data_folder_(std::move(data)) {}

  const SocketFolder socket_folder_;
  const std::unique_ptr<TemporaryFolder> data_folder_;
  std::string data_;
  ProcessSpec spec_;
  RefereeFlags flags_;
  std::unique_ptr<Process> process_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_PRIVATE_REFEREE_H_
