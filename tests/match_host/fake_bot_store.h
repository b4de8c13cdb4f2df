// Bots and tokens in memory, for tests that need nothing else of a store.
#ifndef TESTS_MATCH_HOST_FAKE_BOT_STORE_H_
#define TESTS_MATCH_HOST_FAKE_BOT_STORE_H_

#include <algorithm>
#include <string>
#include <vector>

#include "referee/store/bot_store.h"

namespace arena::referee {

// Tokens only: bots are refused. Not thread-safe.
class FakeBotStore final : public BotStore {
 public:
  absl::Status InsertToken(const TokenRow& token) override {
    tokens.push_back(token);
    return absl::OkStatus();
  }
  absl::StatusOr<TokenRow> FindToken(absl::string_view hash) override {
    ++lookups;
    for (const TokenRow& token : tokens) {
      if (absl::string_view(token.secret_sha256) == hash) return token;
    }
    return absl::NotFoundError("no such token");
  }
  absl::StatusOr<std::vector<TokenRow>> ListTokens(absl::string_view) override {
    return tokens;
  }
  absl::StatusOr<TokenRow> DeleteToken(absl::string_view token_id) override {
    const auto it =
        std::find_if(tokens.begin(), tokens.end(), [&](const TokenRow& token) {
          return absl::string_view(token.token_id) == token_id;
        });
    if (it == tokens.end()) return absl::NotFoundError("no such token");
    const TokenRow token = *it;
    tokens.erase(it);
    return token;
  }

  absl::Status InsertBot(const v1::Bot&, absl::Time) override {
    return Unused();
  }
  absl::StatusOr<v1::Bot> GetBot(absl::string_view) override {
    return Unused();
  }
  absl::StatusOr<std::vector<v1::Bot>> ListBots(absl::string_view,
                                                absl::string_view,
                                                int) override {
    return Unused();
  }
  absl::Status SetBotStatus(absl::string_view, v1::Bot::Status,
                            absl::string_view, absl::string_view,
                            absl::Time) override {
    return Unused();
  }
  absl::Status SeeBotVersion(absl::string_view, absl::string_view,
                             absl::string_view, absl::Time) override {
    return Unused();
  }

  std::vector<TokenRow> tokens;
  // How often a token was looked for.
  int lookups = 0;

 private:
  static absl::Status Unused() { return absl::UnimplementedError("no bots"); }
};

}  // namespace arena::referee

#endif  // TESTS_MATCH_HOST_FAKE_BOT_STORE_H_
