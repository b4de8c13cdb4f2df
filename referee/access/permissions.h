// What roles may do.
#ifndef REFEREE_ACCESS_PERMISSIONS_H_
#define REFEREE_ACCESS_PERMISSIONS_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"

namespace arena::referee {

// Which roles may call a method.
struct Permission {
  // "MatchService.CreateMatch".
  absl::string_view method;
  // One bit for each v1::Role; that of ROLE_UNSPECIFIED for callers without a
  // token where the public may watch. 0: all callers, even without a token.
  uint32_t roles;
  // Whether calls count for Quotas::max_calls.
  bool counted = true;
  // Whether a call needs a token even where other calls need none. What makes
  // tokens does: they stay good when the referee is started with tokens.
  bool proven = false;
};

// All permissions; they are defined nowhere else. No role may call a method
// that is missing here.
absl::Span<const Permission> Permissions();
// Of a method; null if no role may call it.
const Permission* FindPermission(absl::string_view method);

// Bits of Permission::roles.
constexpr uint32_t Bit(v1::Role role) { return 1u << role; }
inline constexpr uint32_t kEverybody = 0;
inline constexpr uint32_t kPublic = Bit(v1::ROLE_UNSPECIFIED);
inline constexpr uint32_t kBots = Bit(v1::ROLE_ADMIN) | Bit(v1::ROLE_BOT);

// "admin or author", without the public.
std::string RoleNames(uint32_t roles);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_PERMISSIONS_H_
