#include "referee/site/markdown.h"

#include <md4c.h>

#include <utility>
#include <vector>

#include "arena/core/check.h"
#include "arena/html/table.h"

namespace arena::referee {
namespace {

// Makes HTML of the elements that md4c reads. md4c's own writer is not used
// because it keeps links, and its tables cannot scroll.
class MarkdownPage {
 public:
  void Open() { open_.emplace_back(); }
  void CloseBlock(MD_BLOCKTYPE type, const void* detail) {
    Html content = Closed();
    open_.back() += Block(type, detail, content);
  }
  void CloseSpan(MD_SPANTYPE type) {
    Html content = Closed();
    open_.back() += Span(type, content);
  }
  void Text(MD_TEXTTYPE type, absl::string_view text) {
    if (type == MD_TEXT_BR) {
      open_.back() += EmptyElement("br", {});
    } else {
      open_.back() += type == MD_TEXT_SOFTBR ? " " : text;
    }
  }
  const Html& html() const { return open_.front(); }

 private:
  Html Closed() {
    Html content = std::move(open_.back());
    open_.pop_back();
    return content;
  }

  Html Block(MD_BLOCKTYPE type, const void* detail, const Html& content) {
    switch (type) {
      case MD_BLOCK_H: {
        const unsigned level =
            static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level;
        if (level == 1) return {};
        return Element(level == 2 ? HtmlName("h2") : HtmlName("h3"), {content});
      }
      case MD_BLOCK_P:
        return Element("p", {content});
      case MD_BLOCK_QUOTE:
        return Element("blockquote", {content});
      case MD_BLOCK_UL:
        return Element("ul", {content});
      case MD_BLOCK_OL:
        return Element("ol", {content});
      case MD_BLOCK_LI:
        return Element("li", {content});
      case MD_BLOCK_HR:
        return EmptyElement("hr", {});
      case MD_BLOCK_CODE:
        return Element("pre", {{"tabindex", "0"}},
                       {Element("code", {content})});
      default:
        return TablePart(type, content);
    }
  }

  Html TablePart(MD_BLOCKTYPE type, const Html& content) {
    const HtmlAttributes left = {{"class", "left wrap"}};
    switch (type) {
      case MD_BLOCK_TABLE:
        return ScrollingTable("Table", std::exchange(columns_, {}), content);
      case MD_BLOCK_TR:
        return content.empty() ? Html() : Element("tr", {content});
      case MD_BLOCK_TH:
        columns_ += Element("th", left, {content});
        return {};
      case MD_BLOCK_TD:
        return Element("td", left, {content});
      default:
        return content;
    }
  }

  static Html Span(MD_SPANTYPE type, const Html& content) {
    switch (type) {
      case MD_SPAN_EM:
        return Element("em", {content});
      case MD_SPAN_STRONG:
        return Element("strong", {content});
      case MD_SPAN_CODE:
        return Element("code", {content});
      default:
        return content;
    }
  }

  // The open elements, the innermost last.
  std::vector<Html> open_ = {Html()};
  // The parts of the open table.
  Html columns_;
};

MarkdownPage& PageOf(void* page) { return *static_cast<MarkdownPage*>(page); }

const MD_PARSER kParser = {
    .abi_version = 0,
    .flags = MD_FLAG_TABLES | MD_FLAG_NOHTML,
    .enter_block =
        [](MD_BLOCKTYPE, void*, void* page) {
          PageOf(page).Open();
          return 0;
        },
    .leave_block =
        [](MD_BLOCKTYPE type, void* detail, void* page) {
          PageOf(page).CloseBlock(type, detail);
          return 0;
        },
    .enter_span =
        [](MD_SPANTYPE, void*, void* page) {
          PageOf(page).Open();
          return 0;
        },
    .leave_span =
        [](MD_SPANTYPE type, void*, void* page) {
          PageOf(page).CloseSpan(type);
          return 0;
        },
    .text =
        [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* page) {
          PageOf(page).Text(type, absl::string_view(text, size));
          return 0;
        },
    .debug_log = nullptr,
    .syntax = nullptr,
};

}  // namespace

Html MarkdownHtml(absl::string_view text) {
  MarkdownPage page;
  ARENA_CHECK(md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &kParser,
                       &page) == 0);
  return page.html();
}

}  // namespace arena::referee
