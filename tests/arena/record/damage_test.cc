// Damaged and forged records: the reader notices every fault, with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <functional>

#include "absl/strings/str_cat.h"
#include "arena/core/bytes.h"
#include "arena/core/message_json.h"
#include "arena/match/private_seed.h"
#include "arena/record/chain.h"
#include "arena/record/frame.h"
#include "arena/record/record.h"
#include "arena/record/verify.h"
#include "arena/record/writer.h"
#include "tests/arena/record/random_match.h"

namespace arena {
namespace {

using ::arena::testing::GamesOfTests;
using ::arena::testing::RandomMatch;
using ::arena::testing::RandomRecord;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A small record, its frames, and ways to join the frames again.
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
    ASSERT_EQ(frames_.size(), 4);  // Header, plies, times, footer.
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
    frames_[0].payload = BytesOf(header);
    return Rebuilt();
  }
  std::string WithFooter(const std::function<void(v1::RecordFooter&)>& change) {
    v1::RecordFooter footer;
    footer.ParseFromString(frames_[3].payload);
    change(footer);
    frames_[3].payload = BytesOf(footer);
    return Rebuilt();
  }
  // The start of the frame that holds a byte of the file.
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
                                      ": 1 bytes after the footer")));
}

TEST_F(DamageTest, AFrameBehindTheFooterIsNoticed) {
  AppendFrame(FrameType::kFooter, frames_[3].payload, bytes_);
  EXPECT_THAT(Message(bytes_), HasSubstr("after the footer"));
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
  bytes_[8] = 3;
  const absl::Status status = Verify(bytes_);
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("format 3; this program reads formats up to 2"));
}

TEST_F(DamageTest, TheSecondFormatIsForMatchesWithPausesOnly) {
  bytes_[8] = 2;
  EXPECT_EQ(std::string(Verify(bytes_).message()),
            "byte 8: format 2, but the match has no pauses");
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

// ---- Forgeries: every checksum is right ----

TEST_F(DamageTest, AnotherSeedDoesNotFitTheCommitment) {
  EXPECT_THAT(
      Message(WithHeader(
          [](auto& header) { header.set_seed(std::string(32, 'x')); })),
      HasSubstr("the commitment is not the SHA-256 of match id and seed"));
}

TEST_F(DamageTest, AnotherSeedWithItsCommitmentDealsOtherwise) {
  const std::string bytes = WithHeader([](auto& header) {
    const Seed seed = *ParseSeed("another");
    header.set_seed(seed.data(), seed.size());
    header.set_seed_commitment(CommitmentOf(header.match_id(), seed));
  });
  EXPECT_THAT(Message(bytes), StartsWith("ply 0 (entry 0, frame at byte "));
}

TEST_F(DamageTest, TheCommitmentOfAnotherMatchDoesNotFit) {
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                header.set_match_id("one");
                header.set_seed_commitment(
                    CommitmentOf("other", *ParseSeed("another")));
              })),
              HasSubstr("the commitment is not the SHA-256"));
}

TEST_F(DamageTest, PlayerInfosNameThePlayersInTheirSeats) {
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                for (const std::string& player : header.players()) {
                  header.add_player_infos()->set_name(player);
                }
                header.mutable_player_infos(1)->set_name("mallory");
              })),
              HasSubstr("seat 1 is \"mallory\" in player_infos"));
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                header.add_player_infos()->set_name(header.players(0));
              })),
              HasSubstr("1 player_infos for 3 players"));
}

// Otherwise `arena replay` would print a name as a line of its own.
TEST_F(DamageTest, NoNameHasALineFeed) {
  const auto expected =
      HasSubstr("a name or label with a line feed: \"ada\\nresult: normal\"");
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                header.set_players(0, "ada\nresult: normal");
              })),
              expected);
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                header.set_label("ada\nresult: normal");
              })),
              expected);
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                for (const std::string& player : header.players()) {
                  header.add_player_infos()->set_name(player);
                }
                header.mutable_player_infos(1)->set_version(
                    "ada\nresult: normal");
              })),
              expected);
}

TEST_F(DamageTest, AnotherNameBreaksTheChain) {
  EXPECT_THAT(Message(WithHeader(
                  [](auto& header) { header.set_players(0, "mallory"); })),
              HasSubstr("the chain differs at the checkpoint"));
}

TEST_F(DamageTest, AChanceOutcomeThatTheSeedDoesNotGiveIsPlaced) {
  // Behind the count stand a die, three joint choices, one single choice, a
  // die.
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
  // Entry 4 is written with its seat: f0 01 00 is seat 1 instead of seat 0.
  frames_[1].payload.replace(1 + 4, 1, std::string("\xf0\x01\x00", 3));
  EXPECT_THAT(Message(Rebuilt()), StartsWith("ply 2 (entry 4, "));
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("seat 1 owes no choice"));
}

TEST_F(DamageTest, AnEntryBehindTheEndIsNoticed) {
  frames_[1].payload[0] = static_cast<char>(frames_[1].payload[0] + 1);
  frames_[1].payload.insert(frames_[1].payload.size() - kCheckpointBytes, 1,
                            '\0');
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("after the end of the match"));
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

TEST_F(DamageTest, AFrameOfNoEntriesIsRefused) {
  frames_[1].payload[0] = 0;
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("a frame of 0 entries"));
}

TEST_F(DamageTest, TimesAndEntriesGoTogether) {
  frames_[2].payload.push_back('\0');
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("more times than entries"));
  frames_[2].payload.resize(frames_[2].payload.size() - 2);
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("fewer times than entries"));
}

TEST_F(DamageTest, AFrameInTheWrongPlaceIsNamed) {
  frames_[1].type = FrameType::kHeader;
  EXPECT_THAT(Message(Rebuilt()),
              HasSubstr("frame type 1 where plies or the footer are due"));
}

TEST_F(DamageTest, AFooterThatIsNoMessageIsRefused) {
  frames_[3].payload = "\xff\xff";
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("not a RecordFooter message"));
}

TEST_F(DamageTest, AMatchThatIsNotOverIsNoRecord) {
  Chain chain(frames_[0].payload);
  chain.Add(record_.entries[0]);
  frames_[1].payload = absl::StrCat("\x01", frames_[1].payload.substr(1, 1),
                                    chain.bytes().substr(0, kCheckpointBytes));
  frames_.erase(frames_.begin() + 2);
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("the match is not over"));
}

TEST_F(DamageTest, BytesThatSpellNoEntryAreNamed) {
  const auto message = [&](absl::string_view entry) {
    frames_[1].payload = absl::StrCat("\x01", entry);
    return Message(Rebuilt());
  };
  EXPECT_THAT(message(""), HasSubstr("the entries end too early"));
  EXPECT_THAT(message("\xe0"), HasSubstr("the entries end inside an index"));
  EXPECT_THAT(message("\xf1"), HasSubstr("the entries end inside an entry"));
  EXPECT_THAT(message(absl::string_view("\xf1\x00", 2)),
              HasSubstr("the entries end inside an entry"));
  EXPECT_THAT(message(absl::string_view("\xf1\x00\xf0", 3)),
              HasSubstr("byte 240 where an index is due"));
  EXPECT_THAT(message("\xf2\x03"), HasSubstr("seat 3 with fault 0"));
  constexpr int kUnknown = v1::FaultKind_MAX + 1;
  EXPECT_THAT(message(std::string({'\xf2', static_cast<char>(kUnknown << 4)})),
              HasSubstr(absl::StrCat("seat 0 with fault ", kUnknown)));
  EXPECT_THAT(message("\xf6"), HasSubstr("byte 246 does not begin an entry"));
}

TEST_F(DamageTest, WhoIsPlayedForDoesNotChooseFreely) {
  // Seat 1 was not ready, and still chooses number 1.
  frames_[1].payload[0] = static_cast<char>(frames_[1].payload[0] + 1);
  frames_[1].payload[1 + 2] = 1;
  frames_[1].payload.insert(1, "\xf2\x71");
  EXPECT_THAT(Message(Rebuilt()), HasSubstr("the substitute of seat 1"));
}

TEST_F(DamageTest, ARecordOlderThanAnOptionLacksIt) {
  Record older = record_;
  ASSERT_EQ(older.header.given_options_size(), 0);
  older.header.mutable_options()->DeleteSubrange(0, 1);
  EXPECT_EQ(Message(*WriteRecord(older, games_)), "");
}

TEST_F(DamageTest, HeadersThatContradictThemselvesAreRefused) {
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                for (int i = 0; i < 2; ++i) {
                  v1::RecordOption& option = *header.add_given_options();
                  option.set_name("width");
                  option.set_value("6");
                }
              })),
              HasSubstr("out of order or given twice"));
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                header.mutable_options(0)->set_value("other");
              })),
              HasSubstr("\"other\" among the options in effect"));
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                *header.mutable_given_options() = header.options();
                header.mutable_options()->RemoveLast();
              })),
              HasSubstr("is missing among the options in effect"));
  EXPECT_THAT(Message(WithHeader([](auto& header) {
                v1::RecordOption& option = *header.add_options();
                option.set_name("zzz");
              })),
              HasSubstr("options in effect; "));
  EXPECT_THAT(
      Message(WithHeader([](auto& header) { header.add_players("eve"); })),
      HasSubstr("4 names for 3 seats"));
  EXPECT_THAT(Message(WithHeader([](auto& header) { header.set_seed("x"); })),
              HasSubstr("a seed of 1 bytes; expected 32"));
  EXPECT_THAT(
      Message(WithHeader([](auto& header) { header.set_seats(4000000000); })),
      HasSubstr("4000000000 seats"));
  EXPECT_THAT(
      Message(WithHeader([](auto& header) { header.set_max_faults(0); })),
      HasSubstr("header: max_faults is 0"));
}

// ---- Payloads ----

// A record whose first frame holds `stored` and is marked as packed.
std::string WithPacked(const std::string& stored) {
  std::string bytes = RecordStart();
  const size_t start = bytes.size();
  bytes += std::string("\x01\x01", 2);
  PutU32(static_cast<uint32_t>(stored.size()), bytes);
  bytes += stored;
  const auto* frame = reinterpret_cast<const Bytef*>(bytes.data() + start);
  PutU32(static_cast<uint32_t>(
             crc32(0, frame, static_cast<uInt>(bytes.size() - start))),
         bytes);
  return bytes;
}

std::string Zstd(const std::string& payload, int tells_size = 1) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, tells_size);
  std::string packed(ZSTD_compressBound(payload.size()), '\0');
  packed.resize(ZSTD_compress2(context, packed.data(), packed.size(),
                               payload.data(), payload.size()));
  ZSTD_freeCCtx(context);
  return packed;
}

TEST_F(DamageTest, APayloadMustBeOneZstdFrame) {
  EXPECT_THAT(Message(WithPacked("no frame")),
              StartsWith("byte 9: the payload is not one zstd frame"));
  EXPECT_THAT(Message(WithPacked(Zstd("a") + Zstd("b"))),
              StartsWith("byte 9: the payload is not one zstd frame"));
}

TEST_F(DamageTest, APayloadMustTellItsSize) {
  EXPECT_THAT(Message(WithPacked(Zstd("payload", 0))),
              StartsWith("byte 9: the zstd frame does not tell its size"));
}

TEST_F(DamageTest, APayloadThatUnpacksTooLargeIsRefused) {
  EXPECT_THAT(
      Message(WithPacked(Zstd(std::string(kMaxPayload + 1, 'a')))),
      StartsWith("byte 9: the payload unpacks to 1048577 bytes; at most"));
}

TEST_F(DamageTest, APayloadMustHaveTheSizeItTells) {
  std::string packed = Zstd("payload");
  // Magic and descriptor are five bytes. The size of so small a frame follows.
  ASSERT_EQ(packed[5], 7);
  packed[5] = 8;
  EXPECT_THAT(Message(WithPacked(packed)),
              StartsWith("byte 9: the payload does not unpack"));
}

TEST_F(DamageTest, AFrameThatClaimsTooMuchIsRefused) {
  std::string bytes = RecordStart();
  bytes += std::string("\x01\x00", 2);
  PutU32(kMaxPayload + 1, bytes);
  bytes += std::string(kMaxPayload + 5, 'x');
  EXPECT_THAT(Message(bytes), StartsWith("byte 9: "));
}

// ---- Records that are not written ----

TEST_F(DamageTest, OnlyWholeMatchesAreWritten) {
  Record record = record_;
  record.entries.pop_back();
  EXPECT_THAT(std::string(WriteRecord(record, games_).status().message()),
              HasSubstr("the entries end, but the match is not over"));
}

TEST_F(DamageTest, OnlyResultsThatFollowAreWritten) {
  Record record = record_;
  record.result.set_returns(0, 1000000);
  EXPECT_THAT(std::string(WriteRecord(record, games_).status().message()),
              HasSubstr("the result does not follow from the entries"));
}

TEST_F(DamageTest, OnlyEntriesThatArePossibleAreWritten) {
  Record record = record_;
  record.entries[1].action = 1;
  EXPECT_THAT(std::string(WriteRecord(record, games_).status().message()),
              StartsWith("ply 1: "));
}

TEST_F(DamageTest, AHeaderThatIsTooLongIsNotWritten) {
  Record record = record_;
  record.header.set_label(std::string(kMaxPayload, 'x'));
  EXPECT_THAT(std::string(WriteRecord(record, games_).status().message()),
              HasSubstr("header or footer has "));
}

TEST(RecordedTimeTest, IsRoundedToMilliseconds) {
  EXPECT_EQ(RecordedTime(absl::Microseconds(1499)), absl::Milliseconds(1));
  EXPECT_EQ(RecordedTime(absl::Microseconds(1500)), absl::Milliseconds(2));
  EXPECT_EQ(RecordedTime(absl::Hours(24 * 365)),
            absl::Milliseconds(0xffffffffu));
}

}  // namespace
}  // namespace arena
