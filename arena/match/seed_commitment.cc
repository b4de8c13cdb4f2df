#include "arena/match/seed_commitment.h"

#include <openssl/sha.h>

namespace arena {

std::string CommitmentOf(absl::string_view match_id, const Seed& seed) {
  std::string input(match_id.data(), match_id.size());
  input.append(seed.begin(), seed.end());
  std::string hash(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const uint8_t*>(input.data()), input.size(),
         reinterpret_cast<uint8_t*>(hash.data()));
  return hash;
}

}  // namespace arena
