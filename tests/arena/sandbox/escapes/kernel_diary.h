// Where the system keeps something for the next process, without any file.
#ifndef TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_
#define TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_

#include <string>
#include <utility>
#include <vector>

namespace arena::escapes {

// Bytes that another process on the same machine may find again. Without a
// sandbox it does; nobody else may write at the same time.
class KernelDiary {
 public:
  // All kinds, as words:
  //   nowait, mincore, cachestat: which pages of a file that all can read are
  //   in memory, written by posix_fadvise and by reading, and read by preadv2,
  //   mincore or cachestat;
  //   faults: the same, read by the page faults that the system counts;
  //   keyring: a key of the user;
  //   hints: the marks that fcntl puts on files.
  static std::vector<std::string> Kinds();

  explicit KernelDiary(std::string kind) : kind_(std::move(kind)) {}

  // The most bytes that it keeps.
  size_t room() const;
  // False if it is certain that nothing was kept.
  bool Write(const std::string& bytes) const;
  // Empty if nothing is found.
  std::string Read() const;

 private:
  const std::string kind_;
};

}  // namespace arena::escapes

#endif  // TESTS_ARENA_SANDBOX_ESCAPES_KERNEL_DIARY_H_
