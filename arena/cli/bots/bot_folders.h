// Private folders of bots.
#ifndef ARENA_CLI_BOTS_BOT_FOLDERS_H_
#define ARENA_CLI_BOTS_BOT_FOLDERS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::cli {

// Folders that only their owner may enter, below a separate folder whose path
// reveals nothing that a bot should not find. They hold the sessions with which
// bots come back to their matches. Movable; not thread-safe.
class BotFolders {
 public:
  // The destructor removes the folders. If `link` is given, they stay, and a
  // link at this path leads the next object to them. UNAVAILABLE names the
  // folder in which nothing can be created.
  static absl::StatusOr<BotFolders> Open(std::string link = "");
  BotFolders(BotFolders&& other) noexcept;
  BotFolders& operator=(BotFolders&& other) = delete;
  ~BotFolders();

  // The folder that holds all folders of bots.
  const std::string& path() const { return path_; }
  // The folder of a process of this name. Makes the folder if it is missing.
  absl::StatusOr<std::string> FolderOf(absl::string_view name) const;
  // Nothing will be continued: lets the destructor remove the folders even if
  // there is a link.
  void Forget() { kept_ = false; }

 private:
  BotFolders(std::string path, std::string link)
      : path_(std::move(path)), link_(std::move(link)), kept_(!link_.empty()) {}

  // Empty after a move.
  std::string path_;
  std::string link_;
  bool kept_;
};

}  // namespace arena::cli

#endif  // ARENA_CLI_BOTS_BOT_FOLDERS_H_
