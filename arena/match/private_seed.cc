#include "arena/match/private_seed.h"

#include "arena/core/secrets.h"

namespace arena {
namespace {

constexpr size_t kBytes = 16;

}  // namespace

std::string PrivateSeed(const MatchSettings& settings, Seat seat) {
  const Seed& seed = settings.table.seed;
  std::string secret(seed.begin(), seed.end());
  secret += "private seed";
  secret += static_cast<char>(seat);
  if (settings.sealed) secret += settings.id;
  return Sha256(secret).substr(0, kBytes);
}

}  // namespace arena
