// Tokens: they prove who makes a call.
#ifndef REFEREE_STORE_TOKENS_H_
#define REFEREE_STORE_TOKENS_H_

#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/store/database.h"

namespace arena::referee {

// A secret that proves a role.
struct TokenRow {
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
};

// Which tokens to list; an empty field selects all.
struct TokenFilter {
  std::string owner;
  // Tokens of this author's bots.
  std::string author = "";
};

// See Store for errors and threads.
class Tokens {
 public:
  explicit Tokens(Database& database) : database_(database) {}

  // ALREADY_EXISTS if the id or the hash is taken.
  absl::Status Insert(const TokenRow& token);
  // NOT_FOUND if no token has that hash.
  absl::StatusOr<TokenRow> Find(absl::string_view secret_sha256);
  // NOT_FOUND.
  absl::StatusOr<TokenRow> Get(absl::string_view token_id);
  // Oldest first.
  absl::StatusOr<std::vector<TokenRow>> List(const TokenFilter& filter);
  // Those of these token ids that are in the store.
  absl::StatusOr<std::set<std::string>> FindIds(
      absl::Span<const std::string> token_ids);
  // Returns the deleted token; NOT_FOUND.
  absl::StatusOr<TokenRow> Delete(absl::string_view token_id);

 private:
  Database& database_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_TOKENS_H_
