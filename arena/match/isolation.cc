#include "arena/match/isolation.h"

#include "absl/strings/str_cat.h"

namespace arena {

absl::StatusOr<v1::Isolation> IsolationInEffect(v1::Isolation asked,
                                                const GameInfo& game) {
  switch (asked) {
    case v1::ISOLATION_UNSPECIFIED:
      return game.hidden ? v1::ISOLATION_SEATS : v1::ISOLATION_NONE;
    case v1::ISOLATION_NONE:
    case v1::ISOLATION_SEATS:
    case v1::ISOLATION_MATCHES:
      return asked;
    default:
      return absl::InvalidArgumentError(absl::StrCat(
          "isolation is ", static_cast<int>(asked),
          "; expected ISOLATION_NONE, ISOLATION_SEATS or ISOLATION_MATCHES"));
  }
}

absl::string_view IsolationName(v1::Isolation isolation) {
  switch (isolation) {
    case v1::ISOLATION_NONE:
      return "none";
    case v1::ISOLATION_SEATS:
      return "seats";
    case v1::ISOLATION_MATCHES:
      return "matches";
    default:
      return "?";
  }
}

absl::StatusOr<v1::Isolation> ParseIsolation(absl::string_view name) {
  for (const v1::Isolation isolation :
       {v1::ISOLATION_NONE, v1::ISOLATION_SEATS, v1::ISOLATION_MATCHES}) {
    if (name == IsolationName(isolation)) return isolation;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "isolation is \"", name, "\"; expected none, seats or matches"));
}

}  // namespace arena
