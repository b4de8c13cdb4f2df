#include "referee/access/new_token.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "referee/access/access.h"
#include "referee/base/log.h"

namespace arena::referee {

absl::StatusOr<NewToken> MakeToken(Tokens& tokens, const TokenWish& wish,
                                   absl::Time now) {
  ARENA_ASSIGN_OR_RETURN(const int alike,
                         tokens.Count(wish.role, wish.owner, wish.request));
  if (alike >= wish.most) {
    return absl::ResourceExhaustedError(
        absl::StrCat(RoleName(wish.role), " \"", wish.owner, "\" has ", alike,
                     " tokens, and at most ", wish.most,
                     " are allowed; revoke some that are no longer used"));
  }
  const auto micros = [](absl::Time time) {
    return absl::FromUnixMicros(absl::ToUnixMicros(time));
  };
  NewToken token;
  token.secret = RandomSecret();
  token.row = {.token_id = RandomName(),
               .secret_sha256 = Sha256(token.secret),
               .role = wish.role,
               .owner = wish.owner,
               .created = micros(now),
               .request = wish.request};
  if (wish.lifetime.has_value()) {
    token.row.expires = micros(now + *wish.lifetime);
  }
  ARENA_ASSIGN_OR_RETURN(token.replaced, tokens.Insert(token.row));
  Log("token created", {{"token", token.row.token_id},
                        {"role", RoleName(wish.role)},
                        {"owner", wish.owner}});
  return token;
}

}  // namespace arena::referee
