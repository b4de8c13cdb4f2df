#include "arena/html/html.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace arena {
namespace {

constexpr char kReplacement[] = "\uFFFD";

bool IsAddress(absl::string_view name) {
  return name == "href" || name == "src" || name == "action";
}

// Refuses "//host", which is another site, and "/\", which browsers read as
// "//".
bool IsHarmless(absl::string_view address) {
  // "data:," is an empty icon.
  if (absl::StartsWith(address, "https://") || address == "data:,") return true;
  if (address.empty() || address[0] == '#' || address[0] == '?') return true;
  return address[0] == '/' &&
         (address.size() == 1 || (address[1] != '/' && address[1] != '\\'));
}

void AppendTag(HtmlName tag, const HtmlAttributes& attributes,
               std::string& out) {
  absl::StrAppend(&out, "<", tag.get());
  for (const HtmlAttribute& attribute : attributes) {
    const absl::string_view name = attribute.name.get();
    const bool refused = IsAddress(name) && !IsHarmless(attribute.value);
    absl::StrAppend(&out, " ", name, "=\"",
                    refused ? "#" : EscapedHtml(attribute.value), "\"");
  }
  out += ">";
}

}  // namespace

std::string EscapedHtml(absl::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      case '\t':
      case '\n':
        escaped += c;
        break;
      default:
        absl::ascii_iscntrl(static_cast<unsigned char>(c))
            ? escaped += kReplacement
            : escaped += c;
    }
  }
  return escaped;
}

Html Html::OfMarkup(std::string markup) {
  Html html;
  html.markup_ = std::move(markup);
  return html;
}

Html Element(HtmlName tag, const HtmlAttributes& attributes,
             std::initializer_list<Html> content) {
  std::string markup;
  AppendTag(tag, attributes, markup);
  for (const Html& piece : content) markup += piece.markup();
  absl::StrAppend(&markup, "</", tag.get(), ">");
  return Html::OfMarkup(std::move(markup));
}

Html Element(HtmlName tag, std::initializer_list<Html> content) {
  return Element(tag, HtmlAttributes(), content);
}

Html EmptyElement(HtmlName tag, const HtmlAttributes& attributes) {
  std::string markup;
  AppendTag(tag, attributes, markup);
  return Html::OfMarkup(std::move(markup));
}

Html Joined(std::initializer_list<Html> pieces) {
  Html all;
  for (const Html& piece : pieces) all += piece;
  return all;
}

Html ForeignText(absl::string_view text) { return Element("bdi", {text}); }

std::string PlainLine(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\u061C", ""},
                                    {"\u200E", ""},
                                    {"\u200F", ""},
                                    {"\u202A", ""},
                                    {"\u202B", ""},
                                    {"\u202C", ""},
                                    {"\u202D", ""},
                                    {"\u202E", ""},
                                    {"\u2066", ""},
                                    {"\u2067", ""},
                                    {"\u2068", ""},
                                    {"\u2069", ""},
                                    {"\n", " "}});
}

}  // namespace arena
