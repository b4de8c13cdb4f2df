// Places in which the system keeps something for the next process, without a
// file.
#ifndef TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_
#define TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_

#include <string>
#include <utility>
#include <vector>

namespace arena::escapes {

// Bytes that another process on the same machine may find again. Without a
// sandbox the process finds them; nobody else may write at the same time.
class KernelDiary {
 public:
  // All kinds, as words:
  //   nowait, mincore, cachestat: which pages of a file that all can read are
  //   in memory. posix_fadvise and reading write these pages. preadv2,
  //   mincore or cachestat read them;
  //   faults: the same pages, read by the page faults that the system counts;
  //   keyring: a key of the user;
  //   hints: the marks that fcntl puts on files.
  static std::vector<std::string> Kinds();

  explicit KernelDiary(std::string kind) : kind_(std::move(kind)) {}

  // The largest number of bytes that the diary keeps.
  size_t room() const;
  // Returns false if it is certain that nothing was kept.
  bool Write(const std::string& bytes) const;
  // Returns nothing if no bytes are found.
  std::string Read() const;

 private:
  const std::string kind_;
};

}  // namespace arena::escapes

#endif  // TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_
