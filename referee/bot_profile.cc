#include "referee/bot_profile.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {

std::string ProcessName::ToString() const {
  const std::string name = absl::StrCat("\"", bot, "\"");
  return instance.empty() ? name
                          : absl::StrCat(name, ", instance \"", instance, "\"");
}

}  // namespace arena::referee
