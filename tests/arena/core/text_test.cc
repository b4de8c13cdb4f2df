// Texts from others: the checks of a text, and its form on a screen.
#include "arena/core/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testing/status_matchers.h"

namespace arena {
namespace {

using ::testing::HasSubstr;

TEST(PrintableTest, LettersOfAllLanguagesStayAsTheyAre) {
  EXPECT_EQ(Printable("Ada 2.0, Jürgen, 星, 🎲"), "Ada 2.0, Jürgen, 星, 🎲");
}

TEST(ValidUtf8Test, WhatIsNoUtf8IsReplacedByteByByte) {
  EXPECT_EQ(ValidUtf8("Jürgen, 星\t\x1b"), "Jürgen, 星\t\x1b");
  EXPECT_EQ(ValidUtf8("a\xff" "b"), "a\uFFFDb");
  // A character cut in the middle, one longer than needed, half of a pair, and
  // one beyond the last.
  EXPECT_EQ(ValidUtf8("\xe6\x98"), "\uFFFD\uFFFD");
  EXPECT_EQ(ValidUtf8("\xc0\x80"), "\uFFFD\uFFFD");
  EXPECT_EQ(ValidUtf8("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(ValidUtf8("\xf4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(PrintableTest, LinesAndTabsStay) {
  EXPECT_EQ(Printable("a\tb\nc\n"), "a\tb\nc\n");
}

TEST(PrintableTest, ControlCharactersAreEscaped) {
  EXPECT_EQ(Printable("\x1b[2J\r\x07\x7f"), "\\u001b[2J\\u000d\\u0007\\u007f");
}

TEST(PrintableTest, ControlCharactersOfTheSecondSetAreEscaped) {
  EXPECT_EQ(Printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");
}

TEST(PrintableTest, SignsThatTurnTheWritingAreEscaped) {
  EXPECT_EQ(Printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");
}

TEST(PrintableTest, ANoughtIsEscaped) {
  EXPECT_EQ(Printable(absl::string_view("a\0b", 3)), "a\\u0000b");
}

TEST(PrintableTest, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(Printable("\x9b"
                      "1m\xff"),
            "\\x9b1m\\xff");
}

TEST(PrintableTest, ALetterThatIsCutOffIsEscaped) {
  EXPECT_EQ(Printable("a\xe6\x98"), "a\\xe6\\x98");
}

TEST(PrintableTest, AControlCharacterInTooManyBytesIsEscaped) {
  EXPECT_EQ(Printable("\xc0\x9b"), "\\xc0\\x9b");
}

TEST(EnumWordTest, PrefixAndCapitalsGo) {
  EXPECT_EQ(EnumWord("FAULT_KIND_NOT_READY", "FAULT_KIND_"), "not_ready");
  EXPECT_EQ(EnumWord("", "FAULT_KIND_"), "unknown");
}

TEST(ShortenedTest, WhatIsShortStaysAsItIs) {
  EXPECT_EQ(Shortened(std::string(64, 'x')), std::string(64, 'x'));
}

TEST(ShortenedTest, WhatIsLongEndsWithDots) {
  EXPECT_EQ(Shortened(std::string(65, 'x')), std::string(64, 'x') + "...");
}

TEST(ShortenedTest, NoLetterIsCutInTwo) {
  EXPECT_EQ(Shortened(std::string(63, 'x') + "ü!"),
            std::string(63, 'x') + "...");
}

TEST(CheckNameTest, LettersDigitsAndTheSignsAreTaken) {
  EXPECT_THAT(CheckName("bot", "A.b_9-z"), IsOk());
  EXPECT_THAT(CheckName("bot", "a+b", "+"), IsOk());
  EXPECT_THAT(CheckName("bot", std::string(64, 'x')), IsOk());
}

TEST(CheckNameTest, AnythingElseIsRefused) {
  for (const std::string& name :
       {std::string(), std::string(65, 'x'), std::string("a+b"),
        std::string("a b"), std::string("ä"), std::string("a\0b", 3)}) {
    EXPECT_THAT(CheckName("bot", name),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("expected 1 to 64 characters of "
                                   "A-Z a-z 0-9 . _ -")))
        << name;
  }
}

TEST(CheckTextTest, PlainTextIsTaken) {
  EXPECT_THAT(CheckText("label", "Jürgen's 星", 20), IsOk());
}

TEST(CheckTextTest, TextThatIsTooLongIsRefused) {
  EXPECT_THAT(CheckText("label", "abc", 2),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("label has 3 bytes; expected at most 2")));
}

TEST(CheckTextTest, AControlCharacterIsRefusedAndShown) {
  EXPECT_THAT(CheckText("label", "a\x1b", 20),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("label is \"a\\u001b\"")));
}

TEST(CheckTextTest, ASecondLineIsRefused) {
  EXPECT_THAT(
      CheckText("label", "a\nb", 20),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("one line")));
}

}  // namespace
}  // namespace arena
