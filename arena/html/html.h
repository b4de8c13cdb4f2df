// HTML that no text can break.
#ifndef ARENA_HTML_HTML_H_
#define ARENA_HTML_HTML_H_

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace arena {

// The text, made safe for an element or a quoted attribute. Control characters
// become U+FFFD, because no page may hold them.
std::string EscapedHtml(absl::string_view text);

// Makes a wrong name of an element or attribute fail to compile: a call of this
// function cannot be evaluated at compile time.
void NotANameInHtml();

// The name of an element or attribute. It always comes from the source code,
// never from data.
class HtmlName {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): names are written as they are.
  consteval HtmlName(const char* name) : name_(name) {
    for (const char* c = name; *c != '\0'; ++c) {
      const bool good = ('a' <= *c && *c <= 'z') || ('A' <= *c && *c <= 'Z') ||
                        ('0' <= *c && *c <= '9') || *c == '-' || *c == ':';
      if (!good) NotANameInHtml();
    }
  }
  constexpr const char* get() const { return name_; }

 private:
  const char* name_;
};

struct HtmlAttribute {
  HtmlName name;
  // Any text. In href, src and action only an address of this site, a place in
  // the page, or an https: address; anything else becomes "#".
  std::string value;
};
using HtmlAttributes = std::vector<HtmlAttribute>;

// A piece of a page. Text becomes a piece by conversion, which escapes it, so
// text from elsewhere is never markup. A value.
class Html {
 public:
  Html() = default;
  // NOLINTBEGIN(google-explicit-constructor)
  Html(absl::string_view text) : markup_(EscapedHtml(text)) {}
  Html(const std::string& text) : Html(absl::string_view(text)) {}
  Html(const char* text) : Html(absl::string_view(text)) {}
  // NOLINTEND(google-explicit-constructor)

  // Takes markup as it is. Only for markup that a program has built piece by
  // piece, with EscapedHtml around every text.
  static Html OfMarkup(std::string markup);

  Html& operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
  }
  bool empty() const { return markup_.empty(); }
  const std::string& markup() const { return markup_; }

 private:
  std::string markup_;
};

// <tag attribute="...">content</tag>; elements that have no content have no
// end.
Html Element(HtmlName tag, const HtmlAttributes& attributes,
             std::initializer_list<Html> content);
Html Element(HtmlName tag, std::initializer_list<Html> content);
// <tag attribute="...">, without an end.
Html EmptyElement(HtmlName tag, const HtmlAttributes& attributes);

// The pieces one after the other.
Html Joined(std::initializer_list<Html> pieces);

// Text of other people inside a line of this site. The text cannot change the
// writing direction of the rest of the line.
Html ForeignText(absl::string_view text);
// The same for places without elements: removes the characters that change the
// direction of writing.
std::string PlainLine(absl::string_view text);

}  // namespace arena

#endif  // ARENA_HTML_HTML_H_
