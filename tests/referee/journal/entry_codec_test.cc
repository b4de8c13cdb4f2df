#include "referee/journal/entry_codec.h"

#include <limits>
#include <string>

#include "arena/core/rng.h"
#include "tests/referee/store/store_testing.h"

namespace arena::referee {
namespace {

auto IsDataLoss() { return HasCode(absl::StatusCode::kDataLoss); }

MatchEntry Choice(Seat seat, Action action) {
  return {.kind = EntryKind::kChoice, .seat = seat, .action = action};
}

TEST(EntryCodecTest, EveryKindFaultAndSeatReadsBack) {
  for (int kind = 0; kind <= kMaxEntryKind; ++kind) {
    for (int fault = 0; fault <= v1::FaultKind_MAX; ++fault) {
      for (Seat seat = kChance; seat < kMaxSeats; ++seat) {
        const MatchEntry entry = {.kind = static_cast<EntryKind>(kind),
                                  .fault = static_cast<v1::FaultKind>(fault),
                                  .seat = seat,
                                  .action = 300};
        EXPECT_EQ(*DecodeEntry(EncodeEntry(entry)), entry);
      }
    }
  }
}

TEST(EntryCodecTest, EveryBitOfAnActionReadsBack) {
  for (int bit = 0; bit < 32; ++bit) {
    const MatchEntry entry = Choice(2, Action{1} << bit);
    EXPECT_EQ(*DecodeEntry(EncodeEntry(entry)), entry) << bit;
  }
}

TEST(EntryCodecTest, TimeChargedIsExactToTheMicrosecond) {
  for (int bit = 0; bit < 63; ++bit) {
    MatchEntry entry = Choice(0, ~Action{0});
    entry.charged = absl::Microseconds(int64_t{1} << bit);
    EXPECT_EQ(*DecodeEntry(EncodeEntry(entry)), entry) << bit;
  }
}

TEST(EntryCodecTest, BytesAreAsDocumented) {
  MatchEntry entry = Choice(1, 300);
  entry.fault = v1::FAULT_KIND_LATE;
  entry.charged = absl::Microseconds(5);
  EXPECT_EQ(EncodeEntry(entry), "\x11\x12\xac\x02\x05");
}

TEST(EntryCodecTest, SmallEntryTakesThreeBytes) {
  EXPECT_EQ(EncodeEntry(Choice(0, 7)).size(), 3u);
}

TEST(EntryCodecTest, LargestEntryTakesSixteenBytes) {
  MatchEntry entry = Choice(0, ~Action{0});
  entry.charged = absl::Microseconds(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(EncodeEntry(entry).size(), 16u);
}

TEST(EntryCodecTest, EveryCutOffEntryIsNoticed) {
  const std::string bytes = EncodeEntry(Choice(3, 70000));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_THAT(DecodeEntry(bytes.substr(0, size)), IsDataLoss()) << size;
  }
}

TEST(EntryCodecTest, NewerFormatIsNoticed) {
  EXPECT_THAT(DecodeEntry("\x21\x01\x07"), IsDataLoss());
}

TEST(EntryCodecTest, UnknownKindIsNoticed) {
  EXPECT_THAT(DecodeEntry("\x19\x01\x07"), IsDataLoss());
}

TEST(EntryCodecTest, UnknownFaultIsNoticed) {
  EXPECT_THAT(DecodeEntry("\x11\x81\x07"), IsDataLoss());
}

TEST(EntryCodecTest, UnknownSeatIsNoticed) {
  EXPECT_THAT(DecodeEntry("\x11\x05\x07"), IsDataLoss());
}

TEST(EntryCodecTest, ActionOf33BitsIsNoticed) {
  EXPECT_THAT(DecodeEntry("\x11\x01\xff\xff\xff\xff\x1f"), IsDataLoss());
}

TEST(EntryCodecTest, LongWayToSayANumberIsNoticed) {
  EXPECT_THAT(DecodeEntry(std::string("\x11\x01\x87\x00", 4)), IsDataLoss());
}

TEST(EntryCodecTest, ZeroTimeWrittenOutIsNoticed) {
  EXPECT_THAT(DecodeEntry(std::string("\x11\x01\x07\x00", 4)), IsDataLoss());
}

TEST(EntryCodecTest, BytesBehindTheEndAreNoticed) {
  EXPECT_THAT(DecodeEntry("\x11\x01\x07\x05\x05"), IsDataLoss());
}

// Bytes that decode are exactly the encoding of their entry. Garbage is
// therefore refused, or was no garbage.
TEST(EntryCodecTest, GarbageIsRefusedOrReadExactly) {
  Rng rng("garbage");
  for (int i = 0; i < 200000; ++i) {
    std::string bytes(rng.Below(20), '\0');
    for (char& byte : bytes) byte = static_cast<char>(rng.Below(256));
    // Half of the inputs get past the first two checks.
    if (bytes.size() > 1 && rng.Below(2) == 0) {
      bytes[0] = static_cast<char>(0x10 + rng.Below(kMaxEntryKind + 1));
      bytes[1] = static_cast<char>(rng.Below(kMaxSeats + 1));
    }
    const absl::StatusOr<MatchEntry> entry = DecodeEntry(bytes);
    if (entry.ok()) {
      ASSERT_EQ(EncodeEntry(*entry), bytes);
    }
  }
}

}  // namespace
}  // namespace arena::referee
