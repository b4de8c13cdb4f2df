#include "referee/names.h"

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

constexpr size_t kMaxName = 64;

bool IsName(absl::string_view text) {
  return !text.empty() && text.size() <= kMaxName &&
         absl::c_all_of(text, [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '.' || c == '_' || c == '-';
         });
}

}  // namespace

absl::Status CheckName(absl::string_view field, absl::string_view name) {
  if (IsName(name)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, " is \"", name.substr(0, 2 * kMaxName),
                   "\"; expected 1 to 64 characters of A-Z a-z 0-9 . _ -"));
}

}  // namespace arena::referee
