#include "referee/site/page.h"

#include "absl/strings/str_cat.h"

namespace arena::referee {
namespace {

struct Section {
  const char* address;
  const char* name;
};
constexpr Section kSections[] = {
    {"/competitions", "Competitions"},
    {"/matches", "Matches"},
    {"/bots", "Bots"},
    {"/games", "Games"},
    {"/connect", "Connect"},
    {"/data", "Data"},
};

constexpr char kSiteName[] = "Pentathlon";

Html Meta(absl::string_view property, absl::string_view content) {
  return EmptyElement("meta", {{"property", std::string(property)},
                               {"content", std::string(content)}});
}

Html NamedMeta(absl::string_view name, absl::string_view content) {
  return EmptyElement(
      "meta", {{"name", std::string(name)}, {"content", std::string(content)}});
}

Html Style(const std::string& address) {
  return EmptyElement("link", {{"rel", "stylesheet"}, {"href", address}});
}

Html Script(const std::string& address) {
  return Element("script", {{"type", "module"}, {"src", address}}, {});
}

Html Styles(const Page& page, const StaticFiles& files) {
  Html styles;
  if (page.viewer) {
    for (const std::string& path : files.viewer_styles()) {
      styles += Style(files.AddressOf(path));
    }
  } else {
    styles += Style(files.AddressOf("site/standings.css"));
    styles += Style(files.AddressOf("site/site.css"));
  }
  styles += Style(files.AddressOf("site/bar.css"));
  return styles;
}

Html Scripts(const Page& page, const StaticFiles& files) {
  return page.viewer
             ? Script(files.AddressOf(absl::StrCat("viewer/", page.module)))
             : Script(files.AddressOf("site/site.js"));
}

Html Head(const Page& page, const StaticFiles& files) {
  const std::string title = PlainLine(page.title);
  const std::string description = PlainLine(page.description);
  Html head =
      Joined({EmptyElement("meta", {{"charset", "utf-8"}}),
              NamedMeta("viewport", "width=device-width, initial-scale=1"),
              NamedMeta("color-scheme", "light dark"),
              Element("title", {absl::StrCat(title, " – ", kSiteName)}),
              NamedMeta("description", description), Meta("og:title", title),
              Meta("og:description", description), Meta("og:type", "website"),
              Meta("og:site_name", kSiteName),
              EmptyElement("link", {{"rel", "icon"}, {"href", "data:,"}}),
              Styles(page, files), Scripts(page, files)});
  if (!page.feed.empty()) {
    head += EmptyElement("link", {{"rel", "alternate"},
                                  {"type", "application/atom+xml"},
                                  {"title", title},
                                  {"href", page.feed}});
  }
  return Element("head", {head});
}

Html Bar(const Page& page, bool logged_in) {
  Html entries;
  for (const Section& section : kSections) {
    HtmlAttributes attributes = {{"href", section.address}};
    if (page.section == section.address) {
      attributes.push_back({"aria-current", "true"});
    }
    entries += Element("li", {Element("a", attributes, {section.name})});
  }
  entries += Element("li", {Element("a", {{"href", "/token"}},
                                    {logged_in ? "Token" : "Log in"})});
  return Element(
      "nav", {{"class", "bar"}, {"aria-label", "Site"}},
      {Element("a", {{"class", "brand"}, {"href", "/"}}, {kSiteName}),
       Element("ul", {entries})});
}

Html Foot(const Page& page) {
  Html foot;
  if (!page.method.empty()) {
    foot += "As JSON: ";
    foot += Element("code", {absl::StrCat("POST /arena.v1.", page.method)});
    foot += " (";
    foot += Element("a", {{"href", "/data#json"}}, {"how"});
    foot += "). ";
  }
  foot += "Times are UTC.";
  return Element("footer", {{"class", "foot"}}, {foot});
}

}  // namespace

std::string PageText(const Page& page, const StaticFiles& files,
                     bool logged_in) {
  Html body;
  if (page.viewer) {
    body = Joined({Bar(page, logged_in), page.body});
  } else {
    HtmlAttributes main = {{"id", "main"}};
    if (page.live) main.push_back({"data-live", "true"});
    body = Joined({Element("a", {{"class", "skip"}, {"href", "#main"}},
                           {"Skip to the content"}),
                   Bar(page, logged_in), Element("main", main, {page.body}),
                   Foot(page)});
  }
  HtmlAttributes data = page.data;
  data.push_back({"class", page.viewer ? "shell" : "site"});
  return absl::StrCat(
      "<!DOCTYPE html>\n",
      Element("html", {{"lang", "en"}},
              {Head(page, files), Element("body", data, {body})})
          .markup(),
      "\n");
}

}  // namespace arena::referee
