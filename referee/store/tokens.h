// Tokens: they prove the identity of callers.
#ifndef REFEREE_STORE_TOKENS_H_
#define REFEREE_STORE_TOKENS_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/store/sql/database.h"

namespace arena::referee {

// A secret that proves a role.
struct TokenRow {
  // Counts up with every token; 0 until the store has set it.
  int64_t number = 0;
  // Names the token; not secret, unique.
  std::string token_id;
  // SHA-256 of the secret, which is never stored.
  std::string secret_sha256;
  v1::Role role = v1::ROLE_UNSPECIFIED;
  // A bot, or a person.
  std::string owner;
  // The registered author of the bot; empty for a person. Set by the store.
  std::string author = "";
  // Whole microseconds.
  absl::Time created;
  // From then on the token is neither found nor counted; absent: never. Whole
  // microseconds.
  std::optional<absl::Time> expires = {};
  // The request that makes the token, with the caller; empty: the request is
  // not repeated.
  std::string request = "";
};

// For how long a request may be repeated.
inline constexpr absl::Duration kRepetition = absl::Hours(1);

// The tokens to list; an empty field matches all.
struct TokenFilter {
  std::string owner;
  // Tokens of this author's bots.
  std::string author = "";
};

// See Store for errors and threads.
class Tokens {
 public:
  explicit Tokens(Database& database) : database_(database) {}

  // Adds a token. It replaces a token that the same request has made within the
  // last hour; returns the id of the replaced token, or an empty text.
  // ALREADY_EXISTS if the id or the hash is taken, or if the request was for
  // another role or owner.
  absl::StatusOr<std::string> Insert(const TokenRow& token);
  // NOT_FOUND if no token has that hash, or it has expired.
  absl::StatusOr<TokenRow> Find(absl::string_view secret_sha256);
  // NOT_FOUND.
  absl::StatusOr<TokenRow> Get(absl::string_view token_id);
  // Oldest first, numbered above `after`, at most `limit`.
  absl::StatusOr<std::vector<TokenRow>> List(const TokenFilter& filter,
                                             int limit, int64_t after);
  // How many tokens of that role one owner has, without the token of this
  // request. Empty owner: tokens of all owners.
  absl::StatusOr<int> Count(v1::Role role, absl::string_view owner,
                            absl::string_view request = "");
  // The tokens among these ids that are in the store and have not expired.
  absl::StatusOr<std::set<std::string>> FindIds(
      absl::Span<const std::string> token_ids);
  // Returns the deleted token; NOT_FOUND.
  absl::StatusOr<TokenRow> Delete(absl::string_view token_id);

 private:
  Database& database_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_TOKENS_H_
