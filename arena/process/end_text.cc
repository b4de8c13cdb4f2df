#include "arena/process/end_text.h"

#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace arena {

std::string EndInShell(const std::string& end) {
  // They add this to the number of a signal.
  constexpr int kSignals = 128;
  absl::string_view number = end;
  int status = 0;
  if (!absl::ConsumePrefix(&number, "exit status ") ||
      !absl::SimpleAtoi(number, &status) || status <= kSignals) {
    return end;
  }
  return absl::StrCat("signal ", status - kSignals, " (",
                      strsignal(status - kSignals), ")");
}

}  // namespace arena
