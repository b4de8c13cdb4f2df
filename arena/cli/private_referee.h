// A private referee on a Unix socket, which is gone at the end.
#ifndef ARENA_CLI_PRIVATE_REFEREE_H_
#define ARENA_CLI_PRIVATE_REFEREE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "arena/process/process.h"
#include "arena/process/temporary_folder.h"

namespace arena::cli {

// Not thread-safe.
class PrivateReferee {
 public:
  // Starts the referee program in this program's folder, and waits until it
  // listens. It keeps its data in the folder `data`, or in a temporary folder
  // if `data` is empty.
  static absl::StatusOr<std::unique_ptr<PrivateReferee>> Start(
      int max_matches, const std::string& data = "");
  // Starts the referee again after its end; it goes on with its matches.
  absl::Status Restart();

  const std::string& address() const { return address_; }
  // A folder for files that are not needed after the referee.
  const std::string& folder() const { return folder_->path(); }
  // UNAVAILABLE with what it said last, if it has ended by itself.
  absl::Status Check();

 private:
  explicit PrivateReferee(std::unique_ptr<TemporaryFolder> folder)
      : folder_(std::move(folder)) {}

  const std::unique_ptr<TemporaryFolder> folder_;
  ProcessSpec spec_;
  std::string address_;
  std::unique_ptr<Process> process_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_PRIVATE_REFEREE_H_
