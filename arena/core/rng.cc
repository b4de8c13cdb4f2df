#include "arena/core/rng.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "arena/core/check.h"

namespace arena {
namespace {

static_assert(std::endian::native == std::endian::little,
              "the keystream is read as little-endian words");

constexpr size_t kBlockWords = 16;

void PutLittleEndian(uint32_t value, uint8_t* out) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<uint8_t>(value >> (8 * i));
}

// Looked up once: the lookup takes longer than the cipher's set-up. Never
// freed, since generators may live until the program ends.
const EVP_CIPHER* ChaCha20() {
  static const EVP_CIPHER* const cipher =
      EVP_CIPHER_fetch(nullptr, "ChaCha20", nullptr);
  ARENA_CHECK(cipher != nullptr);
  return cipher;
}

}  // namespace

Seed SystemSeed() {
  Seed seed;
  ARENA_CHECK(RAND_bytes(seed.data(), seed.size()) == 1);
  return seed;
}

absl::StatusOr<Seed> ParseSeed(absl::string_view text) {
  if (text.empty()) {
    return absl::InvalidArgumentError(
        "the seed is empty; expected a number, a word or 64 hexadecimal "
        "digits");
  }
  Seed seed;
  if (text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return absl::ascii_isxdigit(static_cast<unsigned char>(c));
      })) {
    const std::string bytes = absl::HexStringToBytes(text);
    std::copy(bytes.begin(), bytes.end(), seed.begin());
    return seed;
  }
  SHA256(reinterpret_cast<const uint8_t*>(text.data()), text.size(),
         seed.data());
  return seed;
}

Seed DeriveSeed(const Seed& seed, uint64_t number) {
  std::array<uint8_t, 40> input;
  std::copy(seed.begin(), seed.end(), input.begin());
  PutLittleEndian(static_cast<uint32_t>(number), &input[32]);
  PutLittleEndian(static_cast<uint32_t>(number >> 32), &input[36]);
  Seed derived;
  SHA256(input.data(), input.size(), derived.data());
  return derived;
}

std::array<uint8_t, 32> SeedCommitment(const Seed& seed) {
  std::array<uint8_t, 32> hash;
  SHA256(seed.data(), seed.size(), hash.data());
  return hash;
}

std::string ToHex(absl::Span<const uint8_t> bytes) {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

void Rng::FreeContext::operator()(evp_cipher_ctx_st* context) const {
  EVP_CIPHER_CTX_free(context);
}

Rng::Rng(const Seed& seed, uint32_t deal, uint32_t draw)
    : context_(EVP_CIPHER_CTX_new()) {
  ARENA_CHECK(context_ != nullptr);
  ARENA_CHECK(EVP_EncryptInit_ex(context_.get(), ChaCha20(), nullptr,
                                 seed.data(), nullptr) == 1);
  Seek(deal, draw);
}

Rng::Rng(absl::string_view seed_text) : Rng(ParseSeed(seed_text).value()) {}
Rng::Rng(Rng&&) noexcept = default;
Rng& Rng::operator=(Rng&&) noexcept = default;
Rng::~Rng() = default;

void Rng::Seek(uint32_t deal, uint32_t draw) {
  // OpenSSL takes the 32-bit block counter and the nonce as one 16-byte value.
  std::array<uint8_t, 16> counter_and_nonce = {};
  PutLittleEndian(deal, &counter_and_nonce[4]);
  PutLittleEndian(draw, &counter_and_nonce[8]);
  ARENA_CHECK(EVP_EncryptInit_ex(context_.get(), nullptr, nullptr, nullptr,
                                 counter_and_nonce.data()) == 1);
  fresh_ = true;
  next_ = kWords;
}

void Rng::Refill() {
  const size_t words = fresh_ ? kBlockWords : kWords;
  fresh_ = false;
  next_ = kWords - words;
  auto* bytes = reinterpret_cast<uint8_t*>(words_.data() + next_);
  const int size = static_cast<int>(words * sizeof(uint32_t));
  // The keystream is the encryption of zeros.
  std::memset(bytes, 0, size);
  int written = 0;
  ARENA_CHECK(EVP_EncryptUpdate(context_.get(), bytes, &written, bytes, size) ==
                  1 &&
              written == size);
}

}  // namespace arena
