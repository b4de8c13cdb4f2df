// Suggests the name that somebody who typed an unknown name probably meant.
#ifndef ARENA_CORE_SUGGESTION_H_
#define ARENA_CORE_SUGGESTION_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena {

// The first candidate with the fewest typing errors: letters that are wrong,
// missing, too many or swapped with their neighbour. Empty if all candidates
// have too many errors for the length of `name`.
std::string Nearest(absl::string_view name,
                    const std::vector<std::string>& candidates);

// " (did you mean "play"?)", to follow the name in an error message; empty if no
// candidate is near.
std::string DidYouMean(absl::string_view name,
                       const std::vector<std::string>& candidates);

}  // namespace arena

#endif  // ARENA_CORE_SUGGESTION_H_
