// A referee of one's own, on a Unix socket, gone at the end.
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
  // Starts the referee program beside this one and waits until it listens.
  // What it knows is kept in the folder `data`; where that is empty, in a
  // temporary one.
  static absl::StatusOr<std::unique_ptr<PrivateReferee>> Start(
      int max_matches, const std::string& data = "");
  // Starts it again after its end; it goes on with its matches.
  absl::Status Restart();

  const std::string& address() const { return address_; }
  // For files that are not needed after it.
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
