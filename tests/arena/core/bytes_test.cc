// Numbers as bytes, and bytes that a reader refuses.
#include "arena/core/bytes.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace arena {
namespace {

constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();

std::string Varint(uint64_t value) {
  std::string out;
  PutVarint(value, out);
  return out;
}

bool Reads(absl::string_view bytes, uint64_t max) {
  ByteReader reader(bytes);
  uint64_t value = 0;
  return reader.Varint(max, value);
}

TEST(BytesTest, AVarintHasSevenBitsAByte) {
  EXPECT_EQ(Varint(0), std::string(1, '\0'));
  EXPECT_EQ(Varint(127), "\x7f");
  EXPECT_EQ(Varint(300), "\xac\x02");
  EXPECT_EQ(Varint(kMax), std::string(8, '\xff') + "\x7f");
}

TEST(BytesTest, AVarintIsReadAsItWasWritten) {
  for (int bits = 0; bits < 63; ++bits) {
    for (const uint64_t value :
         {uint64_t{1} << bits, (uint64_t{1} << bits) - 1, kMax >> bits}) {
      const std::string bytes = Varint(value) + "rest";
      ByteReader reader(bytes);
      uint64_t read = 0;
      ASSERT_TRUE(reader.Varint(kMax, read)) << value;
      EXPECT_EQ(read, value);
      EXPECT_EQ(reader.rest(), "rest");
    }
  }
}

TEST(BytesTest, AVarintAboveItsLimitIsRefused) {
  EXPECT_TRUE(Reads(Varint(1000), 1000));
  EXPECT_FALSE(Reads(Varint(1001), 1000));
  EXPECT_FALSE(Reads(std::string(9, '\xff') + "\x01", kMax));  // 64 bits
}

TEST(BytesTest, AVarintThatIsCutOffIsRefused) {
  EXPECT_FALSE(Reads("", kMax));
  EXPECT_FALSE(Reads("\xff\xff", kMax));
}

TEST(BytesTest, AVarintLongerThanItNeedsToBeIsRefused) {
  EXPECT_TRUE(Reads(absl::string_view("\0", 1), kMax));
  EXPECT_FALSE(Reads(absl::string_view("\x80\x00", 2), kMax));
  EXPECT_FALSE(Reads(absl::string_view("\x81\x80\x00", 3), kMax));
}

TEST(BytesTest, U32IsLittleEndian) {
  std::string bytes;
  PutU32(0x89abcdef, bytes);
  EXPECT_EQ(bytes, "\xef\xcd\xab\x89");
  ByteReader reader(bytes);
  uint32_t value = 0;
  ASSERT_TRUE(reader.U32(value));
  EXPECT_EQ(value, 0x89abcdef);
  EXPECT_FALSE(ByteReader("abc").U32(value));
}

}  // namespace
}  // namespace arena
