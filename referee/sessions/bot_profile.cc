#include "referee/sessions/bot_profile.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

// No instance that a bot may name has this character.
constexpr char kAside = '~';
// Bytes of the hash of a token: enough to tell a few sessions apart.
constexpr size_t kAsideBytes = 8;

}  // namespace

std::string ProcessName::ToString() const {
  const std::string name = absl::StrCat("\"", bot, "\"");
  return instance.empty() ? name
                          : absl::StrCat(name, ", instance \"", instance, "\"");
}

ProcessName ProcessName::SetAside(absl::string_view token_sha256) const {
  return {bot, absl::StrCat(instance, std::string(1, kAside),
                            absl::BytesToHexString(
                                token_sha256.substr(0, kAsideBytes)))};
}

bool ProcessName::set_aside() const {
  return instance.find(kAside) != std::string::npos;
}

ProcessName ProcessName::Original() const {
  return {bot, instance.substr(0, instance.find(kAside))};
}

}  // namespace arena::referee
