// What a referee keeps of bots and of those who may call it.
#ifndef REFEREE_STORE_BOT_STORE_H_
#define REFEREE_STORE_BOT_STORE_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "arena/v1/bot_service.pb.h"

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
  // Of the bot, as it is registered; empty for a person. The store sets it.
  std::string author = "";
  // Whole microseconds.
  absl::Time created;
};

// Which tokens to list; what is empty names all.
struct TokenFilter {
  std::string owner;
  // Tokens of this author's bots.
  std::string author = "";
};

// Part of the store; see Store for errors and threads.
class BotStore {
 public:
  virtual ~BotStore() = default;

  // ---- Bots ----
  // Adds a bot: name, author, games and status count, all else is ignored.
  // ALREADY_EXISTS if the name is taken, in whatever case of its letters.
  virtual absl::Status InsertBot(const v1::Bot& bot, absl::Time now) = 0;
  // With its versions, its last 100 faults, its last 10 bench reports and its
  // counts. NOT_FOUND.
  virtual absl::StatusOr<v1::Bot> GetBot(absl::string_view name) = 0;
  // Without versions, faults and reports; by name, behind `after`, at most
  // `limit`; those of one author, or all where it is empty.
  virtual absl::StatusOr<std::vector<v1::Bot>> ListBots(
      absl::string_view author, absl::string_view after, int limit) = 0;
  // The statuses of those among these bots that are registered, by name.
  virtual absl::StatusOr<std::map<std::string, v1::Bot::Status>>
  ReadBotStatuses(absl::Span<const std::string> names) = 0;
  // `by` is who says so, as in v1::Bot.status_by. NOT_FOUND.
  virtual absl::Status SetBotStatus(absl::string_view name,
                                    v1::Bot::Status status,
                                    absl::string_view reason,
                                    absl::string_view by, absl::Time now) = 0;
  // A registered bot has connected with this version; of other bots nothing
  // is kept.
  virtual absl::Status SeeBotVersion(absl::string_view name,
                                     absl::string_view version,
                                     absl::string_view language,
                                     absl::Time now) = 0;

  // ---- Tokens ----
  // ALREADY_EXISTS if the id or the hash is taken.
  virtual absl::Status InsertToken(const TokenRow& token) = 0;
  // NOT_FOUND if no token has that hash.
  virtual absl::StatusOr<TokenRow> FindToken(
      absl::string_view secret_sha256) = 0;
  // NOT_FOUND.
  virtual absl::StatusOr<TokenRow> GetToken(absl::string_view token_id) = 0;
  // Oldest first.
  virtual absl::StatusOr<std::vector<TokenRow>> ListTokens(
      const TokenFilter& filter) = 0;
  // Those among these ids of tokens that are in the store.
  virtual absl::StatusOr<std::set<std::string>> ReadTokenIds(
      absl::Span<const std::string> token_ids) = 0;
  // Returns what was deleted; NOT_FOUND.
  virtual absl::StatusOr<TokenRow> DeleteToken(absl::string_view token_id) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_BOT_STORE_H_
