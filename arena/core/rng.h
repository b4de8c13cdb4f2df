// The only source of randomness: the keystream of ChaCha20 (RFC 8439).
//
// Everything random in a match is drawn from here, so that a 256-bit seed and
// this page reproduce it in any language:
//   key     the 32 bytes of the seed
//   nonce   12 bytes: deal index, draw index, 0, each 32 bits little-endian
//   counter from 0
//   words   the keystream as 32-bit little-endian numbers, in order
//   Below(n)  take words w until w * n mod 2^32 >= 2^32 mod n; the number is
//           w * n div 2^32 (Lemire's method: no modulo bias)
// A chance outcome of a match is Below(number of outcomes) from a generator
// with the nonce of its deal and draw. It depends on nothing that bots did.
#ifndef ARENA_CORE_RNG_H_
#define ARENA_CORE_RNG_H_

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace arena {

// 256 bits, secret while a match runs.
using Seed = std::array<uint8_t, 32>;

// A fresh seed from the operating system's generator.
Seed SystemSeed();
// 64 hexadecimal digits are the seed itself; for any other text (a number, say)
// the seed is its SHA-256. INVALID_ARGUMENT for the empty text.
absl::StatusOr<Seed> ParseSeed(absl::string_view text);
// The seed of one match of a series: SHA-256 of the seed and the number as 64
// bits little-endian.
Seed DeriveSeed(const Seed& seed, uint64_t number);
// SHA-256 of the seed: published before the match.
std::array<uint8_t, 32> SeedCommitment(const Seed& seed);
// Lower-case hexadecimal digits.
std::string ToHex(absl::Span<const uint8_t> bytes);

// A generator. A value: a copy draws the same numbers. Not thread-safe.
class Rng {
 public:
  explicit Rng(const Seed& seed, uint32_t deal = 0, uint32_t draw = 0);
  // A generator for tests, searches and random players.
  explicit Rng(absl::string_view seed_text);

  // Starts the stream of another deal and draw under the same seed. Quick for
  // consecutive draws, because eight draws' first blocks are made at once.
  void Seek(uint32_t deal, uint32_t draw);

  uint32_t Next() {
    if (next_ == end_) Refill();
    const size_t word = next_++;
    return words_[word % kBlockWords * kLanes + word / kBlockWords];
  }
  // A number in 0 .. n - 1; all are equally likely. Requires: n > 0.
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
  // A place in the list, with a probability in proportion to its weight.
  // Requires: the sum of the weights is in 1 .. 2^32 - 1.
  size_t Weighted(absl::Span<const uint32_t> weights);

 private:
  static constexpr size_t kBlockWords = 16;
  // The number of blocks that are made at once, side by side: the first blocks
  // of this many draws, or later blocks of one draw.
  static constexpr uint32_t kLanes = 8;

  // Makes more keystream.
  void Refill();
  void MakeBlocks(uint32_t first_draw, uint32_t draw_step,
                  uint32_t first_counter, uint32_t counter_step);

  std::array<uint32_t, 8> key_;
  uint32_t deal_;
  uint32_t draw_;
  // The number of this draw's next block.
  uint32_t counter_;
  // Whether the words are first blocks of draws, from `first_draw_` on.
  bool has_draws_ = false;
  uint32_t first_draw_ = 0;
  // The words of this draw that are left: from `next_` to before `end_`.
  size_t next_ = 0;
  size_t end_ = 0;
  // The first word of every block, then the second word of every block...
  std::array<uint32_t, kBlockWords * kLanes> words_;
};

}  // namespace arena

#endif  // ARENA_CORE_RNG_H_
