#include "arena/core/rng.h"

#include <openssl/rand.h>
#include <openssl/sha.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// One word of each of eight blocks, all at the same place.
using EightWords = uint32_t __attribute__((vector_size(32)));
using EightBlocks = std::array<EightWords, 16>;

// Always inlined, so that the compiler uses the processor's instructions for
// which the caller is compiled.
[[gnu::always_inline]] inline void AddAndTurn(EightWords& sum,
                                              const EightWords& more,
                                              EightWords& turned, int bits) {
  sum += more;
  turned ^= sum;
  turned = turned << bits | turned >> (32 - bits);
}

[[gnu::always_inline]] inline void QuarterRound(EightWords& a, EightWords& b,
                                                EightWords& c, EightWords& d) {
  AddAndTurn(a, b, d, 16);
  AddAndTurn(c, d, b, 12);
  AddAndTurn(a, b, d, 8);
  AddAndTurn(c, d, b, 7);
}

// Mixes the columns and then the diagonals, ten times.
[[gnu::always_inline]] inline void Scramble(EightBlocks& blocks) {
  EightBlocks x = blocks;
  for (int i = 0; i < 10; ++i) {
    QuarterRound(x[0], x[4], x[8], x[12]);
    QuarterRound(x[1], x[5], x[9], x[13]);
    QuarterRound(x[2], x[6], x[10], x[14]);
    QuarterRound(x[3], x[7], x[11], x[15]);
    QuarterRound(x[0], x[5], x[10], x[15]);
    QuarterRound(x[1], x[6], x[11], x[12]);
    QuarterRound(x[2], x[7], x[8], x[13]);
    QuarterRound(x[3], x[4], x[9], x[14]);
  }
  for (size_t i = 0; i < x.size(); ++i) blocks[i] += x[i];
}

#ifdef __x86_64__
[[gnu::target("avx2")]] void ScrambleByAvx2(EightBlocks& blocks) {
  Scramble(blocks);
}
#endif

// Turns the input (constants, key, counter, nonce) into keystream: the block
// function of ChaCha20 (RFC 8439, 2.3), for eight blocks at once.
//
// Libraries are fast at one long stream. A match takes a word or two from each
// of many streams. Setting up a library's cipher for each stream takes eight
// times as long as this function.
void ChaCha20(EightBlocks& blocks) {
#ifdef __x86_64__
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return ScrambleByAvx2(blocks);
#endif
  Scramble(blocks);
}

static_assert(std::endian::native == std::endian::little,
              "the keystream is read as little-endian words");

void PutLittleEndian(uint32_t value, uint8_t* out) {
  for (int i = 0; i < 4; ++i) out[i] = static_cast<uint8_t>(value >> (8 * i));
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

Rng::Rng(const Seed& seed, uint32_t deal, uint32_t draw) {
  std::memcpy(key_.data(), seed.data(), seed.size());
  Seek(deal, draw);
}

Rng::Rng(absl::string_view seed_text) : Rng(ParseSeed(seed_text).value()) {}

void Rng::Seek(uint32_t deal, uint32_t draw) {
  const bool has_draw =
      has_draws_ && deal == deal_ && draw - first_draw_ < kLanes;
  deal_ = deal;
  draw_ = draw;
  if (!has_draw) {
    MakeBlocks(draw, 1, 0, 0);
    first_draw_ = draw;
    has_draws_ = true;
  }
  counter_ = 1;
  next_ = (draw - first_draw_) * kBlockWords;
  end_ = next_ + kBlockWords;
}

void Rng::Refill() {
  MakeBlocks(draw_, 0, counter_, 1);
  has_draws_ = false;
  counter_ += kLanes;
  next_ = 0;
  end_ = words_.size();
}

void Rng::MakeBlocks(uint32_t first_draw, uint32_t draw_step,
                     uint32_t first_counter, uint32_t counter_step) {
  constexpr EightWords kLane = {0, 1, 2, 3, 4, 5, 6, 7};
  EightBlocks blocks;
  blocks[0] = EightWords{} + 0x61707865;  // "expand 32-byte k"
  blocks[1] = EightWords{} + 0x3320646e;
  blocks[2] = EightWords{} + 0x79622d32;
  blocks[3] = EightWords{} + 0x6b206574;
  for (size_t i = 0; i < key_.size(); ++i) {
    blocks[4 + i] = EightWords{} + key_[i];
  }
  blocks[12] = first_counter + counter_step * kLane;
  blocks[13] = EightWords{} + deal_;
  blocks[14] = first_draw + draw_step * kLane;
  blocks[15] = EightWords{};
  ChaCha20(blocks);
  std::memcpy(words_.data(), blocks.data(), sizeof(words_));
}

size_t Rng::Weighted(absl::Span<const uint32_t> weights) {
  const uint64_t sum =
      std::accumulate(weights.begin(), weights.end(), uint64_t{0});
  ARENA_CHECK(sum > 0 && sum <= std::numeric_limits<uint32_t>::max(), sum);
  uint32_t left = Below(static_cast<uint32_t>(sum));
  size_t place = 0;
  while (left >= weights[place]) left -= weights[place++];
  return place;
}

}  // namespace arena
