// Damaged and forged records: everything is noticed, with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "absl/strings/str_cat.h"
#include "arena/record/frame.h"
#include "arena/record/record.h"
#include "arena/record/verify.h"
#include "arena/record/writer.h"
#include "tests/record/random_match.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A small record, its frames, and ways to put it together again.
class DamageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    bytes_ = *WriteRecord(record_, games_);
    FrameReader reader = *FrameReader::Open(bytes_);
    while (true) {
      std::optional<Frame> frame = *reader.Next();
      if (!frame.has_value()) break;
      frames_.push_back(*frame);
    }
    ASSERT_EQ(frames_.size(), 4);  // header, plies, times, footer
  }

  absl::Status Verify(absl::string_view bytes) {
    return VerifyRecord(bytes, games_).status;
  }
  std::string Message(absl::string_view bytes) {
    return std::string(Verify(bytes).message());
  }
  // The file of `frames_`, with correct checksums.
  std::string Rebuilt() const {
    std::string bytes = RecordStart();
    for (const Frame& frame : frames_) {
      AppendFrame(frame.type, frame.payload, bytes);
    }
    return bytes;
  }
  // The file with another header, with correct checksums.
  std::string WithHeader(const std::function<void(v1::RecordHeader&)>& change) {
    v1::RecordHeader header = record_.header;
    change(header);
    frames_[0].payload = SerializedMessage(header);
    return Rebuilt();
  }
  std::string WithFooter(const std::function<void(v1::RecordFooter&)>& change) {
    v1::RecordFooter footer;
    footer.ParseFromString(frames_[3].payload);
    change(footer);
    frames_[3].payload = SerializedMessage(footer);
    return Rebuilt();
  }
  // Where the frame that holds a byte of the file begins.
  size_t FrameAt(size_t byte) const {
    if (byte < RecordStart().size()) return byte < 8 ? 0 : 8;
    size_t start = 0;
    for (const Frame& frame : frames_) {
      if (frame.offset <= byte) start = frame.offset;
    }
    return start;
  }

  const std::vector<Game> games_ = GamesOfTests();
  const Record record_ =
      RandomRecord({.game = &tally::kGame, .seats = 3, .max_milliseconds = 50});
  std::string bytes_;
  std::vector<Frame> frames_;
};

TEST_F(DamageTest, TheUndamagedRecordIsGenuine) {
  const VerifyReport report = VerifyRecord(bytes_, games_);
  EXPECT_TRUE(report.status.ok()) << report.status;
  EXPECT_EQ(report.plies, record_.result.plies());
}

TEST_F(DamageTest, RebuildingChangesNothing) { EXPECT_EQ(Rebuilt(), bytes_); }

TEST_F(DamageTest, EveryFlippedBitIsNoticedAndPlaced) {
  for (size_t i = 0; i < bytes_.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes_;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      ASSERT_THAT(Message(damaged),
                  StartsWith(absl::StrCat("byte ", FrameAt(i), ": ")))
          << "bit " << bit << " of byte " << i;
    }
  }
}

TEST_F(DamageTest, EveryTruncationIsNoticedAndPlaced) {
  for (size_t size = 0; size < bytes_.size(); ++size) {
    const absl::Status status =
        Verify(absl::string_view(bytes_).substr(0, size));
    ASSERT_EQ(status.code(), absl::StatusCode::kDataLoss) << size;
    const size_t place = size < RecordStart().size() ? 0 : FrameAt(size);
    ASSERT_THAT(std::string(status.message()),
                StartsWith(absl::StrCat("byte ", place, ": ")));
  }
}

TEST_F(DamageTest, BytesBehindTheFooterAreNoticed) {
  EXPECT_THAT(Message(bytes_ + "x"),
              StartsWith(absl::StrCat("byte ", bytes_.size(),
                                      ": 1 bytes behind the footer")));
}

TEST_F(DamageTest, AFrameBehindTheFooterIsNoticed) {
  AppendFrame(FrameType::kFooter, frames_[3].payload, bytes_);
  EXPECT_THAT(Message(bytes_), HasSubstr("behind the footer"));
}

TEST_F(DamageTest, NoiseIsNoRecord) {
  Rng rng("noise");
  for (int i = 0; i < 1000; ++i) {
    std::string noise;
    for (uint32_t n = rng.Below(200); n > 0; --n) {
      noise.push_back(static_cast<char>(rng.Next()));
    }
    ASSERT_THAT(Message(noise), HasSubstr("this is not a record"));
  }
}

TEST_F(DamageTest, NoiseInFramesIsNoticed) {
  Rng rng("noise");
  for (int i = 0; i < 3000; ++i) {
    const std::vector<Frame> genuine = frames_;
    Frame& frame = frames_[rng.Below(4)];
    for (uint32_t n = 1 + rng.Below(3); n > 0; --n) {
      const auto at = rng.Below(static_cast<uint32_t>(frame.payload.size()));
      frame.payload[at] = static_cast<char>(rng.Next());
    }
    if (const std::string forged = Rebuilt(); forged != bytes_) {
      ASSERT_FALSE(Verify(forged).ok());
    }
    frames_ = genuine;
  }
}

// ---- Other programs ----

TEST_F(DamageTest, ANewerFormatIsRefusedByNumber) {
  bytes_[8] = 2;
  const absl::Status status = Verify(bytes_);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("format 2; this program reads format 1"));
}

TEST_F(DamageTest, AnUnknownFrameIsRefused) {
  std::string bytes = RecordStart();
  AppendFrame(FrameType::kHeader, frames_[0].payload, bytes);
  AppendFrame(static_cast<FrameType>(9), "news", bytes);
  const absl::Status status = Verify(bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("frame type 9"));
}

TEST_F(DamageTest, AnOptionalFrameIsSkipped) {
  std::string bytes = RecordStart();
  AppendFrame(FrameType::kHeader, frames_[0].payload, bytes);
  AppendFrame(static_cast<FrameType>(kFirstOptionalFrame), "a remark", bytes);
  for (int i = 1; i < 4; ++i) {
    AppendFrame(frames_[i].type, frames_[i].payload, bytes);
  }
  EXPECT_TRUE(Verify(bytes).ok()) << Verify(bytes);
}

TEST_F(DamageTest, OtherRulesAreRefusedByName) {
  const absl::Status status =
      Verify(WithHeader([](auto& header) { header.set_rules_version(2); }));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(
      std::string(status.message()),
      "made by other rules: tally with rules version 2; this program plays "
      "version 3");
}

TEST_F(DamageTest, AnUnknownGameIsRefusedByName) {
  const absl::Status status =
      Verify(WithHeader([](auto& header) { header.set_game("chess"); }));
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("game \"chess\""));
}

TEST_F(DamageTest, TheHeaderOfOtherRulesCanBeRead) {
  const std::string bytes =
      WithHeader([](auto& header) { header.set_rules_version(2); });
  EXPECT_EQ(ReadRecordHeader(bytes)->rules_version(), 2);
}

// ---- Forgeries: every checksum is right ----

TEST_F(DamageTest, AnotherSeedDoesNotFitTheCommitment) {
  EXPECT_THAT(Message(WithHeader(
                  [](auto& header) { header.set_seed(std::string(32, 'x')); })),
              HasSubstr("the commitment is not the SHA-256 of the seed"));
}

TEST_F(DamageTest, AnotherSeedWithItsCommitmentDealsOtherwise) {
  const std::string bytes = WithHeader([](auto& header) {
    const Seed seed = *ParseSeed("another");
    const auto commitment = SeedCommitment(seed);
    header.set_seed(seed.data(), seed.size());
    header.set_seed_commitment(commitment.data(), commitment.size());
  });
  EXPECT_THAT(Message(bytes), StartsWith("ply 0 (entry 0, frame at byte "));
}

TEST_F(DamageTest, AnotherNameBreaksTheChain) {
  EXPECT_THAT(Message(WithHeader(
                  [](auto& header) { header.set_players(0, "mallory"); })),
              HasSubstr("the chain differs at the checkpoint"));
}

TEST_F(DamageTest, AChanceOutcomeThatTheSeedDoesNotGiveIsPlaced) {
  // Behind the count: a die, three joint choices, one single choice, a die.
  char& die = frames_[1].payload[1 + 5];
  die = static_cast<char>(die == 0 ? 1 : 0);
  EXPECT_THAT(Message(Rebuilt()), StartsWith("ply 3 (entry 5, "));
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("the seed gives n"));
}

TEST_F(DamageTest, AnActionThatIsNotLegalIsPlaced) {
  frames_[1].payload[1 + 4] = 6;
  EXPECT_THAT(Message(Rebuilt()), StartsWith("ply 2 (entry 4, frame at byte "));
  EXPECT_THAT(Message(Rebuilt()),
              HasSubstr("action number 6, where there are 6"));
}

TEST_F(DamageTest, AnotherLegalActionBreaksTheChain) {
  char& choice = frames_[1].payload[1 + 4];
  choice = static_cast<char>(choice == 0 ? 1 : 0);
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("chain differs"));
}

TEST_F(DamageTest, AChoiceOfASeatThatOwesNoneIsPlaced) {
  // Entry 4 is spelled with its seat: f0 01 00 for seat 1 instead of seat 0.
  frames_[1].payload.replace(1 + 4, 1, std::string("\xf0\x01\x00", 3));
  EXPECT_THAT(Message(Rebuilt()), StartsWith("ply 2 (entry 4, "));
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("seat 1 owes no choice"));
}

TEST_F(DamageTest, AnEntryBehindTheEndIsNoticed) {
  frames_[1].payload[0] = static_cast<char>(frames_[1].payload[0] + 1);
  frames_[1].payload.insert(frames_[1].payload.size() - kCheckpointBytes, 1,
                            '\0');
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("behind the end of the match"));
}

TEST_F(DamageTest, MissingEntriesAreNoticed) {
  frames_[1].payload[0] = static_cast<char>(frames_[1].payload[0] - 1);
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("number of entries"));
}

TEST_F(DamageTest, OtherTimesBreakTheChain) {
  frames_[2].payload[0] = static_cast<char>(frames_[2].payload[0] ^ 1);
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("chain differs"));
}

TEST_F(DamageTest, AnotherResultIsShown) {
  const std::string bytes = WithFooter([](v1::RecordFooter& footer) {
    footer.mutable_result()->set_returns(1, 1000000);
  });
  EXPECT_THAT(Message(bytes), HasSubstr("returns[1]"));
  EXPECT_THAT(Message(bytes), HasSubstr("1000000"));
}

TEST_F(DamageTest, AnotherChainIsNoticed) {
  const std::string bytes = WithFooter(
      [](v1::RecordFooter& footer) { footer.mutable_chain()->front() ^= 1; });
  EXPECT_THAT(Message(bytes), HasSubstr("the footer's link"));
}

TEST_F(DamageTest, APayloadThatUnpacksTooLargeIsRefused) {
  // A zstd frame that claims 2 GiB: magic, descriptor, window, size.
  const std::string bomb("\x28\xb5\x2f\xfd\x80\x58\x00\x00\x00\x80\x01\x00\x00",
                         13);
  std::string bytes = RecordStart();
  AppendFrame(FrameType::kHeader, bomb, bytes);
  bytes[10] = 1;  // it is not plain
  bytes = bytes.substr(0, bytes.size() - 4);
  bytes += "????";
  EXPECT_THAT(Message(bytes), StartsWith("byte 9: "));
}

}  // namespace
}  // namespace arena
