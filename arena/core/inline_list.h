// A list of fixed capacity that lives where it is declared.
#ifndef ARENA_CORE_INLINE_LIST_H_
#define ARENA_CORE_INLINE_LIST_H_

#include <cstddef>
#include <initializer_list>

#include "absl/types/span.h"
#include "arena/core/check.h"

namespace arena {

// Like std::vector without a heap: the elements are not initialised, so a
// large list costs nothing until it is filled. For trivial T.
template <typename T, size_t kCapacity>
class InlineList {
 public:
  // User-provided on purpose: `InlineList list{}` must not zero the elements.
  InlineList() {}  // NOLINT(modernize-use-equals-default)
  InlineList(std::initializer_list<T> items) {
    for (const T& item : items) push_back(item);
  }
  // Copies only the elements in use.
  InlineList(const InlineList& other) { *this = other; }
  InlineList& operator=(const InlineList& other) {
    if (this == &other) return *this;
    size_ = other.size_;
    for (size_t i = 0; i < size_; ++i) items_[i] = other.items_[i];
    return *this;
  }

  void clear() { size_ = 0; }
  void push_back(const T& item) {
    ARENA_CHECK(size_ < kCapacity, "capacity ", kCapacity);
    items_[size_++] = item;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](size_t i) { return items_[i]; }
  const T& operator[](size_t i) const { return items_[i]; }
  T& back() { return items_[size_ - 1]; }
  T* data() { return items_; }
  const T* data() const { return items_; }
  T* begin() { return items_; }
  T* end() { return items_ + size_; }
  const T* begin() const { return items_; }
  const T* end() const { return items_ + size_; }

  operator absl::Span<const T>() const { return {items_, size_}; }

  friend bool operator==(const InlineList& a, const InlineList& b) {
    return absl::Span<const T>(a) == absl::Span<const T>(b);
  }

 private:
  size_t size_ = 0;
  T items_[kCapacity];
};

}  // namespace arena

#endif  // ARENA_CORE_INLINE_LIST_H_
