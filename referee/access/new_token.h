// Making tokens.
#ifndef REFEREE_ACCESS_NEW_TOKEN_H_
#define REFEREE_ACCESS_NEW_TOKEN_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "referee/store/tokens.h"

namespace arena::referee {

// Live tokens of one bot or person; nobody needs so many, and each costs all
// who list them.
inline constexpr int kMaxTokens = 100;

// What somebody asks for.
struct TokenWish {
  v1::Role role = v1::ROLE_UNSPECIFIED;
  std::string owner;
  // Absent: until it is revoked.
  std::optional<absl::Duration> lifetime = {};
  // As in TokenRow.
  std::string request = "";
  // How many live ones its owner may have in that role, with this one.
  int most = kMaxTokens;
};

// A token that was made just now.
struct NewToken {
  TokenRow row;
  // What is shown to its owner, once.
  std::string secret;
  // The token that it takes the place of; empty: none.
  std::string replaced;
};

// Makes a token and stores what is kept of it. RESOURCE_EXHAUSTED if its owner
// has `wish.most` in that role.
absl::StatusOr<NewToken> MakeToken(Tokens& tokens, const TokenWish& wish,
                                   absl::Time now);

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_NEW_TOKEN_H_
