#include "arena/html/html.h"

#include <gtest/gtest.h>

namespace arena {
namespace {

TEST(HtmlTest, TextIsEscaped) {
  EXPECT_EQ(Html("<b> & \"'").markup(), "&lt;b&gt; &amp; &quot;&#39;");
}

TEST(HtmlTest, ControlCharactersAreNotPassedOn) {
  EXPECT_EQ(EscapedHtml(absl::string_view("a\0b\x1b\n", 5)),
            "a\uFFFDb\uFFFD\n");
}

TEST(HtmlTest, ElementsHaveAttributesAndContent) {
  EXPECT_EQ(Element("p", {{"class", "a\"b"}}, {"1 < 2", Element("b", {"x"})})
                .markup(),
            "<p class=\"a&quot;b\">1 &lt; 2<b>x</b></p>");
}

TEST(HtmlTest, SomeElementsHaveNoEnd) {
  EXPECT_EQ(EmptyElement("meta", {{"charset", "utf-8"}}).markup(),
            "<meta charset=\"utf-8\">");
}

TEST(HtmlTest, LinksLeadToThisSiteOrToASecureOne) {
  const auto address = [](const std::string& href) {
    return Element("a", {{"href", href}}, {}).markup();
  };
  EXPECT_EQ(address("/bot/a"), "<a href=\"/bot/a\"></a>");
  EXPECT_EQ(address("https://example.org/"),
            "<a href=\"https://example.org/\"></a>");
  for (const char* bad : {"javascript:alert(1)", "//example.org/", "/\\host",
                          "data:text/html,x", "http://example.org/", " /x"}) {
    EXPECT_EQ(address(bad), "<a href=\"#\"></a>") << bad;
  }
}

TEST(HtmlTest, ForeignTextEndsWithItsDirection) {
  EXPECT_EQ(ForeignText("\u202Egnp.exe").markup(), "<bdi>\u202Egnp.exe</bdi>");
}

TEST(HtmlTest, APlainLineHasOneDirection) {
  EXPECT_EQ(PlainLine("a\u202E\u2066b\u061Cc\nd"), "abc d");
}

}  // namespace
}  // namespace arena
