#include "arena/match/private_seed.h"

#include <openssl/sha.h>

#include <array>

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
  std::array<uint8_t, SHA256_DIGEST_LENGTH> hash;
  SHA256(reinterpret_cast<const uint8_t*>(secret.data()), secret.size(),
         hash.data());
  return std::string(hash.begin(), hash.begin() + kBytes);
}

}  // namespace arena
