#include "referee/site/markdown.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/html/table.h"

namespace arena::referee {
namespace {

using MarkdownLines = std::vector<absl::string_view>;

// ---- Within a line ----

// What stands between two marks at the beginning of the text, e.g. between `**`
// and `**`; takes it away. Empty if there is nothing.
absl::string_view TakeBetween(absl::string_view open, absl::string_view close,
                              absl::string_view& text) {
  if (!absl::StartsWith(text, open)) return "";
  const size_t end = text.find(close, open.size());
  if (end == text.npos) return "";
  const absl::string_view inner = text.substr(open.size(), end - open.size());
  text.remove_prefix(end + close.size());
  return inner;
}

Html Inline(absl::string_view text) {
  Html html;
  while (!text.empty()) {
    const size_t mark = text.find_first_of("`*[");
    html += text.substr(0, mark);
    if (mark == text.npos) break;
    text.remove_prefix(mark);
    if (const auto code = TakeBetween("`", "`", text); !code.empty()) {
      html += Element("code", {code});
    } else if (const auto bold = TakeBetween("**", "**", text); !bold.empty()) {
      html += Element("strong", {Inline(bold)});
    } else if (const auto link = TakeBetween("[", ")", text);
               absl::StrContains(link, "](")) {
      html += Inline(link.substr(0, link.find("](")));
    } else if (!link.empty()) {
      html += absl::StrCat("[", link, ")");
    } else {
      html += text.substr(0, 1);
      text.remove_prefix(1);
    }
  }
  return html;
}

// ---- Blocks ----

bool IsBlank(absl::string_view line) {
  return absl::StripAsciiWhitespace(line).empty();
}
bool IsItem(absl::string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  if (absl::StartsWith(line, "- ")) return true;
  const size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != line.npos &&
         absl::StartsWith(line.substr(digits), ". ");
}
// Also one that belongs to an item of a list, and is indented.
bool IsTable(absl::string_view line) {
  return absl::StartsWith(absl::StripLeadingAsciiWhitespace(line), "|");
}
bool IsHeading(absl::string_view line) { return absl::StartsWith(line, "#"); }
bool IsCode(absl::string_view line) {
  return absl::StartsWith(line, "    ") && !IsItem(line);
}

Html TableCells(absl::string_view line, HtmlName tag) {
  line = absl::StripAsciiWhitespace(line);
  absl::ConsumePrefix(&line, "|");
  absl::ConsumeSuffix(&line, "|");
  Html cells;
  for (absl::string_view cell : absl::StrSplit(line, '|')) {
    cells += Element(tag, {{"class", "left wrap"}},
                     {Inline(absl::StripAsciiWhitespace(cell))});
  }
  return cells;
}

// Takes the lines of a table.
Html TakeTable(const MarkdownLines& lines, size_t& at) {
  const Html columns = TableCells(lines[at], "th");
  at += 2;
  Html rows;
  while (at < lines.size() && IsTable(lines[at])) {
    rows += Element("tr", {TableCells(lines[at++], "td")});
  }
  return ScrollingTable("Table", columns, rows);
}

Html TakeList(const MarkdownLines& lines, size_t& at) {
  Html items;
  const bool numbered =
      absl::ascii_isdigit(static_cast<unsigned char>(lines[at][0]));
  while (at < lines.size() && !IsBlank(lines[at])) {
    std::string item(absl::StripLeadingAsciiWhitespace(lines[at++]));
    item = item.substr(item.find(' ') + 1);
    while (at < lines.size() && !IsBlank(lines[at]) && !IsItem(lines[at])) {
      absl::StrAppend(&item, " ", absl::StripAsciiWhitespace(lines[at++]));
    }
    items += Element("li", {Inline(item)});
  }
  return numbered ? Element("ol", {items}) : Element("ul", {items});
}

Html TakeCode(const MarkdownLines& lines, size_t& at) {
  std::string code;
  if (absl::StartsWith(lines[at], "```")) {
    for (++at; at < lines.size() && !absl::StartsWith(lines[at], "```");) {
      absl::StrAppend(&code, lines[at++], "\n");
    }
    ++at;
  } else {
    while (at < lines.size() && IsCode(lines[at])) {
      absl::StrAppend(&code, lines[at++].substr(4), "\n");
    }
  }
  return Element("pre", {{"tabindex", "0"}}, {Element("code", {code})});
}

Html TakeHeading(const MarkdownLines& lines, size_t& at) {
  absl::string_view text = lines[at++];
  const bool first = absl::ConsumePrefix(&text, "# ");
  if (first) return {};
  const bool second = absl::ConsumePrefix(&text, "## ");
  text = absl::StripLeadingAsciiWhitespace(
      text.substr(std::min(text.find_first_not_of('#'), text.size())));
  return second ? Element("h2", {Inline(text)}) : Element("h3", {Inline(text)});
}

Html TakeParagraph(const MarkdownLines& lines, size_t& at) {
  std::string text;
  while (at < lines.size() && !IsBlank(lines[at]) && !IsTable(lines[at]) &&
         !IsItem(lines[at]) && !IsHeading(lines[at])) {
    absl::StrAppend(&text, lines[at++], " ");
  }
  return Element("p", {Inline(absl::StripAsciiWhitespace(text))});
}

}  // namespace

Html MarkdownHtml(absl::string_view text) {
  const MarkdownLines lines = absl::StrSplit(text, '\n');
  Html html;
  size_t at = 0;
  while (at < lines.size()) {
    if (IsBlank(lines[at])) {
      ++at;
    } else if (IsHeading(lines[at])) {
      html += TakeHeading(lines, at);
    } else if (IsTable(lines[at])) {
      html += TakeTable(lines, at);
    } else if (IsItem(lines[at])) {
      html += TakeList(lines, at);
    } else if (IsCode(lines[at]) || absl::StartsWith(lines[at], "```")) {
      html += TakeCode(lines, at);
    } else {
      html += TakeParagraph(lines, at);
    }
  }
  return html;
}

}  // namespace arena::referee
