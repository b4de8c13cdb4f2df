// Making tokens.
#ifndef REFEREE_ACCESS_NEW_TOKEN_H_
#define REFEREE_ACCESS_NEW_TOKEN_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/store/tokens.h"

namespace arena::referee {

// The most live tokens of one bot or person. Nobody needs so many, and each
// token makes the list of tokens longer.
inline constexpr int kMaxTokens = 100;

// The token that a caller asks for.
struct TokenWish {
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::string owner;
  // Absent: until it is revoked.
  std::optional<absl::Duration> lifetime = {};
  // As in TokenRow.
  std::string request = "";
  // The most live tokens that the owner may have in this role, the new one
  // included.
  int most = kMaxTokens;
};

// A token that was made just now.
struct NewToken {
  TokenRow row;
  // The secret, which the owner is shown once.
  std::string secret;
  // The id of the token that the new token replaces; empty: none.
  std::string replaced;
};

// Makes a token, and stores all of it but the secret. RESOURCE_EXHAUSTED if its
// owner has `wish.most` in that role.
absl::StatusOr<NewToken> MakeToken(Tokens& tokens, const TokenWish& wish,
                                   absl::Time now);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_NEW_TOKEN_H_
