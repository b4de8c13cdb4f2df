// A page of the site, and the frame around all of them.
#ifndef REFEREE_SITE_PAGE_H_
#define REFEREE_SITE_PAGE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "arena/html/html.h"
#include "referee/site/static_files.h"

namespace arena::referee {

struct Page {
  // Plain text, for the window, for lists of search engines and for links.
  std::string title;
  std::string description;
  // Within <main>.
  Html body = {};
  // The entry of the navigation for the page, such as "/matches".
  std::string section = "";
  // The method that returns the same data as JSON, such as
  // "CompetitionService/GetStandings"; empty if there is none.
  std::string method = "";
  // An Atom feed of the page; empty if there is none.
  std::string feed = "";
  // Whether the page reloads itself while something goes on.
  bool live = false;
  // Attributes of <body>, for scripts.
  HtmlAttributes data = {};
  // Whether the page is the shell of the viewer, which fills <body> by itself.
  bool viewer = false;
  // The module of the viewer that fills the page.
  std::string module = "served_main.js";
};

// The whole document. `logged_in`: whether the reader shows a token.
std::string PageText(const Page& page, const StaticFiles& files,
                     bool logged_in);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGE_H_
