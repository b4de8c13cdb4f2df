// A file descriptor with an owner.
#ifndef ARENA_CORE_DESCRIPTOR_H_
#define ARENA_CORE_DESCRIPTOR_H_

#include <unistd.h>

#include <utility>

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
  void Close() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

}  // namespace arena

#endif  // ARENA_CORE_DESCRIPTOR_H_
