// A file descriptor with an owner, and what is done with it.
#ifndef ARENA_CORE_DESCRIPTOR_H_
#define ARENA_CORE_DESCRIPTOR_H_

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace arena {

// Movable; closes the descriptor that it holds.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { Close(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  // Gives the descriptor to the caller, who must close it.
  int Release() { return std::exchange(number_, -1); }
  // False with errno on failure: some file systems report a failed write only
  // here.
  bool Close() { return number_ < 0 || close(Release()) == 0; }

 private:
  int number_ = -1;
};

// The error of a system call on a file: "cannot WHAT PATH: " and the reason,
// with the code that belongs to `error`.
absl::Status FileError(absl::string_view what, absl::string_view path,
                       int error = errno);

// False with errno if not all bytes were written.
bool WriteAll(int file, absl::string_view bytes);

}  // namespace arena

#endif  // ARENA_CORE_DESCRIPTOR_H_
