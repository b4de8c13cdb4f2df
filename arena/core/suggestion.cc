#include "arena/core/suggestion.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace arena {
namespace {

// Longer names are no typing errors, and take long to compare.
constexpr size_t kLongest = 64;

// Edits between two texts, where swapped neighbours are one edit (optimal
// string alignment).
size_t Distance(absl::string_view a, absl::string_view b) {
  const size_t width = b.size() + 1;
  std::vector<size_t> before(width), last(width), now(width);
  for (size_t j = 0; j < width; ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (size_t j = 1; j < width; ++j) {
      const size_t other = a[i - 1] == b[j - 1] ? 0 : 1;
      now[j] =
          std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + other});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
                           a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

}  // namespace

std::string Nearest(absl::string_view name,
                    const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongest) return "";
  const std::string typed = absl::AsciiStrToLower(name);
  std::string nearest;
  // A name with more errors than this is another name.
  size_t least = typed.size() / 3 + 2;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > kLongest) continue;
    const size_t distance = Distance(typed, absl::AsciiStrToLower(candidate));
    // A candidate with every letter wrong is another word.
    if (distance >= std::min(least, candidate.size())) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates) {
  const std::string nearest = Nearest(name, candidates);
  return nearest.empty() ? ""
                         : absl::StrCat(" (did you mean \"", nearest, "\"?)");
}

}  // namespace arena
