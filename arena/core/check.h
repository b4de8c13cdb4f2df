// Checks of preconditions, and macros that pass errors on. A failed check is a
// bug of this project and ends the program.
#ifndef ARENA_CORE_CHECK_H_
#define ARENA_CORE_CHECK_H_

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace arena {

// Prints place, condition and details to stderr and aborts.
[[noreturn]] void CheckFailed(const char* file, int line, const char* condition,
                              absl::string_view details);

// INVALID_ARGUMENT with the concatenated parts as its message.
template <typename... Parts>
absl::Status Wrong(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

}  // namespace arena

// ARENA_CHECK(condition) or ARENA_CHECK(condition, details...), where the
// details are the values concerned, as absl::StrCat takes them. They are
// evaluated only on failure.
#define ARENA_CHECK(condition, ...)                           \
  (static_cast<bool>(condition)                               \
       ? static_cast<void>(0)                                 \
       : ::arena::CheckFailed(__FILE__, __LINE__, #condition, \
                              ::absl::StrCat("" __VA_OPT__(, ) __VA_ARGS__)))

// Returns the error of a Status expression from the calling function.
#define ARENA_RETURN_IF_ERROR(expression)                                     \
  do {                                                                        \
    if (::absl::Status status_ = (expression); !status_.ok()) return status_; \
  } while (false)

// ARENA_ASSIGN_OR_RETURN(auto value, StatusOrExpression());
#define ARENA_ASSIGN_OR_RETURN(target, expression) \
  ARENA_ASSIGN_OR_RETURN_(ARENA_CONCAT_(or_, __LINE__), target, expression)
#define ARENA_ASSIGN_OR_RETURN_(result, target, expression) \
  auto result = (expression);                               \
  if (!result.ok()) return result.status();                 \
  target = *std::move(result)
#define ARENA_CONCAT_(a, b) ARENA_CONCAT_INNER_(a, b)
#define ARENA_CONCAT_INNER_(a, b) a##b

#endif  // ARENA_CORE_CHECK_H_
