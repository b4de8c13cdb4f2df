// The folders that bots have for themselves.
#ifndef ARENA_CLI_BOTS_BOT_FOLDERS_H_
#define ARENA_CLI_BOTS_BOT_FOLDERS_H_

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace arena::cli {

// Folders that only their owner may enter, below one that lies apart from all
// others: its path leads to nothing that a bot should not find. What is in them
// is the session with which a bot comes back to its matches. Movable; not
// thread-safe.
class BotFolders {
 public:
  // They are removed at the end of this object. If `link` is given, they stay,
  // and it is the path of a link that leads the next object there.
  // UNAVAILABLE names the folder in which nothing can be made.
  static absl::StatusOr<BotFolders> Open(std::string link = "");
  BotFolders(BotFolders&& other) noexcept;
  BotFolders& operator=(BotFolders&& other) = delete;
  ~BotFolders();

  // Holds all of them.
  const std::string& path() const { return path_; }
  // The folder of a process of this name, which is made if it is missing.
  absl::StatusOr<std::string> FolderOf(absl::string_view name) const;
  // Nothing will go on: the folders go as if there were no link.
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
