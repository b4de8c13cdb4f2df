// The only source of randomness: the keystream of ChaCha20 (RFC 8439).
//
// Everything a match depends on is drawn from here, so that a 256-bit seed and
// this page reproduce it in any language:
//   key     the 32 bytes of the seed
//   nonce   12 bytes: deal index, draw index, 0, each 32 bits little-endian
//   counter from 0
//   words   the keystream as 32-bit little-endian numbers, in order
//   Below(n)  take words w until w * n mod 2^32 >= 2^32 mod n; the number is
//           w * n div 2^32 (Lemire's method: no modulo bias)
// A chance outcome of a match is Below(number of outcomes) of a generator with
// that deal's and draw's nonce: it depends on nothing that bots did before.
#ifndef ARENA_CORE_RNG_H_
#define ARENA_CORE_RNG_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

struct evp_cipher_ctx_st;

namespace arena {

// 256 bits, secret while a match runs.
using Seed = std::array<uint8_t, 32>;

// A fresh seed from the operating system's generator.
Seed SystemSeed();
// 64 hexadecimal digits are taken literally; any other text (a number, say)
// becomes the seed by its SHA-256. INVALID_ARGUMENT for the empty text.
absl::StatusOr<Seed> ParseSeed(absl::string_view text);
// The seed of one match of a series: SHA-256 of the seed and the number as 64
// bits little-endian.
Seed DeriveSeed(const Seed& seed, uint64_t number);
// SHA-256 of the seed: published before the match.
std::array<uint8_t, 32> SeedCommitment(const Seed& seed);
// Lower-case hexadecimal digits.
std::string ToHex(absl::Span<const uint8_t> bytes);

// A generator. Movable, not copyable, not thread-safe.
class Rng {
 public:
  explicit Rng(const Seed& seed, uint32_t deal = 0, uint32_t draw = 0);
  // A generator for tests, searches and random players.
  explicit Rng(absl::string_view seed_text);
  Rng(Rng&&) noexcept;
  Rng& operator=(Rng&&) noexcept;
  ~Rng();

  // Starts the stream of another deal and draw under the same seed.
  void Seek(uint32_t deal, uint32_t draw);

  uint32_t Next() {
    if (next_ == kWords) Refill();
    return words_[next_++];
  }
  // A number in 0 .. n - 1, every one equally likely. Requires: n > 0.
  uint32_t Below(uint32_t n) {
    uint64_t product = uint64_t{Next()} * n;
    if (static_cast<uint32_t>(product) < n) {
      const uint32_t threshold = -n % n;
      while (static_cast<uint32_t>(product) < threshold) {
        product = uint64_t{Next()} * n;
      }
    }
    return static_cast<uint32_t>(product >> 32);
  }

 private:
  static constexpr size_t kWords = 256;
  // Makes more keystream.
  void Refill();

  struct FreeContext {
    void operator()(evp_cipher_ctx_st* context) const;
  };
  std::unique_ptr<evp_cipher_ctx_st, FreeContext> context_;
  // A match takes one or two words of each stream, a search thousands: the
  // first refill makes one ChaCha20 block, later ones the whole buffer.
  bool fresh_ = true;
  size_t next_ = kWords;
  std::array<uint32_t, kWords> words_;
};

}  // namespace arena

#endif  // ARENA_CORE_RNG_H_
