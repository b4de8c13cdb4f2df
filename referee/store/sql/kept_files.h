// Notices that files are gone while they are used.
#ifndef REFEREE_STORE_SQL_KEPT_FILES_H_
#define REFEREE_STORE_SQL_KEPT_FILES_H_

#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/status.h"

namespace arena::referee {

// A process that writes to a file that was deleted gets no error, but what it
// has written cannot be read again. Not thread-safe.
class KeptFiles {
 public:
  // A file that exists, and from now on must stay the same file and not become
  // smaller.
  absl::Status Add(const std::string& path);
  // INTERNAL, naming the file, if one is no longer what it was. Never a
  // refusal: a referee whose data is gone must not go on.
  absl::Status Check();

 private:
  struct File {
    std::string path;
    dev_t device;
    ino_t inode;
    off_t size;
  };

  std::vector<File> files_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_KEPT_FILES_H_
