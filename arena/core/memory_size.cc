#include "arena/core/memory_size.h"

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"

namespace arena {
namespace {

std::optional<int64_t> Parse(absl::string_view text) {
  int shift = 0;
  if (absl::ConsumeSuffix(&text, "GiB")) {
    shift = 30;
  } else if (absl::ConsumeSuffix(&text, "MiB")) {
    shift = 20;
  }
  int64_t number = 0;
  if (shift == 0 || !absl::SimpleAtoi(text, &number) || number < 1 ||
      number > (int64_t{1} << 20)) {
    return std::nullopt;
  }
  return number << shift;
}

}  // namespace

std::string CheckMemorySize(const std::string& text) {
  if (Parse(text).has_value()) return "";
  return absl::StrCat("\"", text,
                      "\" is no amount of memory; expected e.g. 512MiB, 4GiB");
}

int64_t ToMemorySize(const std::string& text) {
  const std::optional<int64_t> bytes = Parse(text);
  ARENA_CHECK(bytes.has_value(), text);
  return *bytes;
}

}  // namespace arena
