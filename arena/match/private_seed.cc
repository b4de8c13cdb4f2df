#include "arena/match/private_seed.h"

#include "arena/core/secrets.h"

namespace arena {
namespace {

constexpr size_t kBytes = 16;

}  // namespace

std::string CommitmentOf(absl::string_view match_id, const Seed& seed) {
  std::string input(match_id.data(), match_id.size());
  input.append(seed.begin(), seed.end());
  return Sha256(input);
}

std::string PrivateSeed(const MatchSettings& settings, Seat seat) {
  const Seed& seed = settings.table.seed;
  std::string secret(seed.begin(), seed.end());
  secret += "private seed";
  secret += static_cast<char>(seat);
  if (settings.sealed) secret += settings.id;
  return Sha256(secret).substr(0, kBytes);
}

}  // namespace arena
