// The published generator: vectors of RFC 8439, and the properties on which
// match seeds rely.
#include "arena/core/rng.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <vector>

#include "absl/strings/escaping.h"

namespace arena {
namespace {

// The first n bytes of the stream, behind `skip_blocks` 64-byte blocks.
std::string Keystream(Rng& rng, int skip_blocks, int bytes) {
  for (int i = 0; i < 16 * skip_blocks; ++i) rng.Next();
  std::string stream;
  while (static_cast<int>(stream.size()) < bytes) {
    const uint32_t word = rng.Next();
    for (int i = 0; i < 4; ++i) {
      stream.push_back(static_cast<char>(word >> (8 * i)));
    }
  }
  return absl::BytesToHexString(stream);
}

std::string OpenSslKeystream(const Seed& seed, uint32_t deal, uint32_t draw,
                             int bytes) {
  // The counter comes first, then the nonce. Each word is little-endian.
  const std::array<uint32_t, 4> start = {0, deal, draw, 0};
  const std::vector<uint8_t> zeros(bytes);
  std::string stream(bytes, 0);
  int written = 0;
  EVP_CIPHER_CTX* context = EVP_CIPHER_CTX_new();
  EVP_EncryptInit_ex(context, EVP_chacha20(), nullptr, seed.data(),
                     reinterpret_cast<const uint8_t*>(start.data()));
  EVP_EncryptUpdate(context, reinterpret_cast<uint8_t*>(stream.data()),
                    &written, zeros.data(), bytes);
  EVP_CIPHER_CTX_free(context);
  return absl::BytesToHexString(stream);
}

TEST(RngTest, Rfc8439AppendixA1Vector1ZeroKeyBlockZero) {
  Rng rng(Seed{});
  EXPECT_EQ(Keystream(rng, 0, 64),
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586");
}

TEST(RngTest, Rfc8439AppendixA1Vector2ZeroKeyBlockOne) {
  Rng rng(Seed{});
  EXPECT_EQ(Keystream(rng, 1, 64),
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f");
}

TEST(RngTest, Rfc8439Section232KeyNonceAndCounter) {
  Seed seed;
  for (int i = 0; i < 32; ++i) seed[i] = static_cast<uint8_t>(i);
  // The nonce 00:00:00:09:00:00:00:4a:00:00:00:00, as two little-endian words
  // and a zero.
  Rng rng(seed, 0x09000000, 0x4a000000);
  EXPECT_EQ(Keystream(rng, 1, 64),
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
}

TEST(RngTest, SeekStartsTheSameStreamAsConstruction) {
  Rng fresh(Seed{}, 3, 5);
  Rng sought(Seed{});
  for (int i = 0; i < 1000; ++i) sought.Next();
  sought.Seek(3, 5);
  EXPECT_EQ(Keystream(fresh, 0, 4096), Keystream(sought, 0, 4096));
}

TEST(RngTest, TheDrawsOfADealAreTheSameOneByOneAndInOneGo) {
  Rng deal(Seed{7});
  // Some outcomes take more than the first block of their stream.
  for (uint32_t draw = 0; draw < 50; ++draw) {
    Rng alone(Seed{7}, 2, draw);
    deal.Seek(2, draw);
    const int bytes = draw % 5 == 3 ? 1000 : 8;
    ASSERT_EQ(Keystream(deal, 0, bytes), Keystream(alone, 0, bytes)) << draw;
  }
}

TEST(RngTest, SeekGoesBack) {
  Rng rng(Seed{}, 1, 6);
  const std::string stream = Keystream(rng, 0, 100);
  for (const uint32_t other : {7u, 5u, 0u, 4000000000u}) {
    rng.Seek(1, other);
    rng.Seek(1, 6);
    EXPECT_EQ(Keystream(rng, 0, 100), stream) << other;
  }
  rng.Seek(2, 6);
  EXPECT_NE(Keystream(rng, 0, 100), stream);
}

TEST(RngTest, IsTheKeystreamThatOpenSslMakes) {
  for (uint32_t i = 0; i < 20; ++i) {
    const Seed seed = DeriveSeed(Seed{}, i);
    Rng rng(seed, i, 1000 * i);
    EXPECT_EQ(Keystream(rng, 0, 5000),
              OpenSslKeystream(seed, i, 1000 * i, 5000));
  }
}

TEST(RngTest, ACopyDrawsTheSame) {
  Rng rng("copy");
  rng.Next();
  Rng copy = rng;
  EXPECT_EQ(Keystream(copy, 0, 2000), Keystream(rng, 0, 2000));
}

TEST(RngTest, WeightsAreProbabilities) {
  Rng rng("weights");
  constexpr std::array<uint32_t, 4> kWeights = {5, 0, 1, 2};
  std::array<int, 4> counts = {};
  for (int i = 0; i < 80000; ++i) ++counts[rng.Weighted(kWeights)];
  EXPECT_NEAR(counts[0], 50000, 800);
  EXPECT_EQ(counts[1], 0);
  EXPECT_NEAR(counts[2], 10000, 500);
  EXPECT_NEAR(counts[3], 20000, 500);
}

TEST(RngTest, DealsAndDrawsHaveStreamsOfTheirOwn) {
  Rng a(Seed{}, 1, 0);
  Rng b(Seed{}, 0, 1);
  EXPECT_NE(Keystream(a, 0, 64), Keystream(b, 0, 64));
}

TEST(RngTest, BelowHitsEveryNumberAboutEquallyOften) {
  Rng rng("below");
  std::array<int, 7> counts = {};
  for (int i = 0; i < 70000; ++i) ++counts[rng.Below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(RngTest, BelowRejectsTheBiasedRemainder) {
  // With n = 3 * 2^30, plain scaling would give every third number twice the
  // weight of the others.
  Rng rng("rejection");
  constexpr uint32_t kN = 3u << 30;
  std::array<int, 3> counts = {};
  for (int i = 0; i < 30000; ++i) ++counts[rng.Below(kN) % 3];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(SeedTest, SixtyFourHexDigitsAreTakenLiterally) {
  const std::string digits(64, 'a');
  EXPECT_EQ(ToHex(ParseSeed(digits).value()), digits);
}

TEST(SeedTest, OtherTextIsHashed) {
  // SHA-256 of "7".
  EXPECT_EQ(ToHex(ParseSeed("7").value()),
            "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451");
}

TEST(SeedTest, EmptyTextIsAnError) {
  EXPECT_EQ(ParseSeed("").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(SeedTest, DerivedSeedsDiffer) {
  const Seed seed = ParseSeed("7").value();
  EXPECT_NE(DeriveSeed(seed, 0), DeriveSeed(seed, 1));
  EXPECT_EQ(DeriveSeed(seed, 1), DeriveSeed(seed, 1));
}

}  // namespace
}  // namespace arena
