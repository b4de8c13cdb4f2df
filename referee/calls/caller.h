// The caller of a method.
#ifndef REFEREE_CALLS_CALLER_H_
#define REFEREE_CALLS_CALLER_H_

#include <string>

#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"

namespace arena::referee {

// The bot or person that makes a call. If no tokens are needed, a caller
// without a token is an admin.
struct Caller {
  v1::Role role = v1::ROLE_ADMIN;
  // The bot or person that owns the token; empty without a token.
  std::string owner = "";
  std::string token_id = "";  // empty without a token
  std::string author = "";    // of the bot; empty for a person
  // The process of a submitted bot that a runner was told to start (see
  // Processes); empty: it is none.
  std::string process = "";
  // The address of a caller without a token that is let in because the public
  // may watch; empty for all other callers.
  std::string address = "";

  bool anonymous() const { return token_id.empty(); }
  // Admins have no quotas: they run the competitions that quotas protect.
  // Runners and the processes that they start work for the referee and have no
  // quotas either.
  bool limited() const {
    return role != v1::ROLE_ADMIN && role != v1::ROLE_RUNNER && process.empty();
  }
  // Names the bot or person; the same for all of its tokens.
  std::string Account() const;
  // The account for which streams and calls count. For a bot that is its
  // author, because an author can register many bots. For a caller of the
  // public it is the address.
  std::string QuotaAccount() const;
};

// The tokens of processes that the referee has started. Thread-safe.
class TokenOrders {
 public:
  virtual ~TokenOrders() = default;
  // Makes a token valid that is in no store, by its hash, until the token is
  // revoked or the referee ends. `caller` has the token's id.
  virtual void Grant(const std::string& secret_sha256,
                     const Caller& caller) = 0;
  // Ends the streams of a token that is no longer in the store.
  virtual void Revoke(absl::string_view token_id) = 0;
};

// "admin", as in messages and on the command line.
std::string RoleName(v1::Role role);

}  // namespace arena::referee

#endif  // REFEREE_CALLS_CALLER_H_
