#include "referee/site/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/games/registry.h"
#include "arena/rulebook/game_readmes.h"

namespace arena::referee {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string MarkupOf(absl::string_view text) {
  return MarkdownHtml(text).markup();
}

TEST(MarkdownTest, KnowsBlocks) {
  EXPECT_EQ(MarkupOf("# Title\n\n## Part\n\nOne\nline.\n"),
            "<h2>Part</h2><p>One line.</p>");
  EXPECT_EQ(MarkupOf("- a\n  b\n- c\n"), "<ul><li>a b</li><li>c</li></ul>");
  EXPECT_EQ(MarkupOf("1. a\n2. c\n"), "<ol><li>a</li><li>c</li></ol>");
  EXPECT_THAT(MarkupOf("    code <x>\n"),
              HasSubstr("<code>code &lt;x&gt;\n</code>"));
  EXPECT_THAT(MarkupOf("```\na\n```\n"), HasSubstr("<code>a\n</code>"));
}

TEST(MarkdownTest, KnowsTables) {
  EXPECT_THAT(MarkupOf("| a | b |\n|---|---|\n| 1 | `2` |\n"),
              HasSubstr("<td class=\"left wrap\"><code>2</code></td>"));
}

TEST(MarkdownTest, KnowsMarksWithinALine) {
  EXPECT_EQ(MarkupOf("a **b `c`** [d](e.md) [0, 1] 2*3"),
            "<p>a <strong>b <code>c</code></strong> d [0, 1] 2*3</p>");
}

TEST(MarkdownTest, ListsHaveBlocksWithinItems) {
  EXPECT_EQ(MarkupOf("- a\n\n      code\n- b\n"),
            "<ul><li><p>a</p><pre tabindex=\"0\"><code>code\n</code></pre></li>"
            "<li><p>b</p></li></ul>");
}

TEST(MarkdownTest, TextIsEscaped) {
  EXPECT_EQ(MarkupOf("<script>"), "<p>&lt;script&gt;</p>");
  EXPECT_EQ(MarkupOf("&lt; a <b> c"), "<p>&amp;lt; a &lt;b&gt; c</p>");
  EXPECT_EQ(MarkupOf("```<b\n<i>\n```\n"),
            "<pre tabindex=\"0\"><code>&lt;i&gt;\n</code></pre>");
}

TEST(MarkdownTest, NothingLeadsAway) {
  EXPECT_EQ(MarkupOf("[a](javascript:b) ![c](data:d) <https://e>"),
            "<p>a c https://e</p>");
}

// The reader must come to an end, and leave no mark of a block or link.
TEST(MarkdownTest, ReadsTheRulesOfAllGames) {
  for (const Game& game : AllGames()) {
    const std::string html = MarkupOf(rulebook::GameReadme(game.info->name));
    EXPECT_THAT(html, HasSubstr("<h2>Options</h2>")) << game.info->name;
    EXPECT_THAT(html, Not(HasSubstr("](")));
    EXPECT_THAT(html, Not(HasSubstr("|---")));
    EXPECT_THAT(html, Not(HasSubstr("<p>#")));
  }
}

}  // namespace
}  // namespace arena::referee
