#include "arena/html/table.h"

namespace arena {

Html Card(absl::string_view title, const Html& content) {
  return Element("section", {{"class", "card"}},
                 {Element("h2", {title}), content});
}

Html ScrollingTable(absl::string_view caption, const Html& columns,
                    const Html& rows, absl::string_view css_class) {
  return Element("div",
                 {{"class", "scroll"},
                  {"role", "region"},
                  {"tabindex", "0"},
                  {"aria-label", std::string(caption)}},
                 {Element("table", {{"class", std::string(css_class)}},
                          {Element("thead", {Element("tr", {columns})}),
                           Element("tbody", {rows})})});
}

Html Column(absl::string_view title) {
  return Element("th", {{"scope", "col"}, {"class", "left"}}, {title});
}

Html NumberColumn(absl::string_view title, absl::string_view explanation) {
  HtmlAttributes attributes = {{"scope", "col"}};
  if (!explanation.empty()) {
    attributes.push_back({"title", std::string(explanation)});
  }
  return Element("th", attributes, {title});
}

Html Cell(const Html& content) {
  return Element("td", {{"class", "left"}}, {content});
}

Html NumberCell(const Html& content, absl::string_view css_class) {
  HtmlAttributes attributes;
  if (!css_class.empty()) {
    attributes.push_back({"class", std::string(css_class)});
  }
  return Element("td", attributes, {content});
}

}  // namespace arena
