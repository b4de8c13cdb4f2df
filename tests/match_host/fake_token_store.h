// Tokens in memory, for tests that need nothing else of a store.
#ifndef TESTS_MATCH_HOST_FAKE_TOKEN_STORE_H_
#define TESTS_MATCH_HOST_FAKE_TOKEN_STORE_H_

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "tests/referee_store/unused_store.h"

namespace arena::referee {

// Not thread-safe.
class FakeTokenStore final : public UnusedStore {
 public:
  absl::Status InsertToken(const TokenRow& token) override {
    tokens.push_back(token);
    return absl::OkStatus();
  }
  absl::StatusOr<TokenRow> FindToken(absl::string_view hash) override {
    ++lookups;
    for (const TokenRow& token : tokens) {
      if (absl::string_view(token.secret_sha256) != hash) continue;
      const TokenRow found = token;
      if (on_found != nullptr) on_found();
      return found;
    }
    return absl::NotFoundError("no such token");
  }
  absl::StatusOr<std::set<std::string>> ReadTokenIds(
      absl::Span<const std::string> token_ids) override {
    std::set<std::string> found;
    for (const TokenRow& token : tokens) {
      if (std::count(token_ids.begin(), token_ids.end(), token.token_id) > 0) {
        found.insert(token.token_id);
      }
    }
    return found;
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

  std::vector<TokenRow> tokens;
  // Called between finding a token and returning it.
  std::function<void()> on_found;
  // How often a token was looked for.
  int lookups = 0;
};

}  // namespace arena::referee

#endif  // TESTS_MATCH_HOST_FAKE_TOKEN_STORE_H_
