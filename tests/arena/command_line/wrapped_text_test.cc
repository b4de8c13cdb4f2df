// Text in lines that fit a width.
#include "arena/command_line/wrapped_text.h"

#include <gtest/gtest.h>

namespace arena::command_line {
namespace {

TEST(WrappedTextTest, ShortLinesStay) {
  EXPECT_EQ(Wrapped("one two\n\nthree\n", 10), "one two\n\nthree\n");
}

TEST(WrappedTextTest, LongLinesBreakAtSpaces) {
  EXPECT_EQ(Wrapped("one two three four", 9), "one two\nthree\nfour");
}

TEST(WrappedTextTest, LineOfExactlyTheWidthStays) {
  EXPECT_EQ(Wrapped("12345 7890", 10), "12345 7890");
  EXPECT_EQ(Wrapped("12345 78901", 10), "12345\n78901");
}

TEST(WrappedTextTest, LettersCountAndNotBytes) {
  EXPECT_EQ(Wrapped("äöü äöü", 7), "äöü äöü");
}

TEST(WrappedTextTest, WordThatIsTooLongStaysWhole) {
  EXPECT_EQ(Wrapped("see /a/very/long/path now", 8),
            "see\n/a/very/long/path\nnow");
}

TEST(WrappedTextTest, IndentationIsKept) {
  EXPECT_EQ(Wrapped("  one two three", 9), "  one two\n  three");
}

TEST(WrappedTextTest, EntriesOfListsHang) {
  EXPECT_EQ(Wrapped("- one two three", 9), "- one two\n  three");
  EXPECT_EQ(Wrapped("      - one two", 13), "      - one\n        two");
  EXPECT_EQ(Wrapped("12. one two three", 11), "12. one two\n    three");
}

TEST(WrappedTextTest, TablesAndCodeStay) {
  EXPECT_EQ(Wrapped("| one | two |", 5), "| one | two |");
  EXPECT_EQ(Wrapped("    one two", 5), "    one two");
}

TEST(WrappedTextTest, ParagraphsOfMarkdownAreFilledAnew) {
  EXPECT_EQ(WrappedMarkdown("# A title\n\none two three\nfour five\n\nsix", 13),
            "# A title\n\none two three\nfour five\n\nsix");
  EXPECT_EQ(WrappedMarkdown("one two three\nfour five", 11),
            "one two\nthree four\nfive");
}

TEST(WrappedTextTest, ListsTablesAndCodeOfMarkdownStayApart) {
  EXPECT_EQ(WrappedMarkdown("text\n- one\n  more\n- two\n", 40),
            "text\n- one more\n- two\n");
  EXPECT_EQ(WrappedMarkdown("text\n\n    a b\n    c\n", 40),
            "text\n\n    a b\n    c\n");
  EXPECT_EQ(WrappedMarkdown("| a |\n|---|\n| b |\n", 4),
            "| a |\n|---|\n| b |\n");
}

}  // namespace
}  // namespace arena::command_line
