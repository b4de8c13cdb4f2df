#include "arena/core/secrets.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <array>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"

namespace arena {

std::string RandomName() {
  std::array<uint8_t, 16> bytes;
  ARENA_CHECK(RAND_bytes(bytes.data(), bytes.size()) == 1);
  return ToHex(bytes);
}

std::string RandomSecret() {
  std::array<uint8_t, 32> bytes;
  ARENA_CHECK(RAND_bytes(bytes.data(), bytes.size()) == 1);
  return absl::StrCat("ptln_", ToHex(bytes));
}

std::string Sha256(absl::string_view bytes) {
  std::string hash(SHA256_DIGEST_LENGTH, '\0');
  SHA256(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(),
         reinterpret_cast<uint8_t*>(hash.data()));
  return hash;
}

bool SameHash(absl::string_view a, absl::string_view b) {
  return a.size() == b.size() &&
         CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace arena
