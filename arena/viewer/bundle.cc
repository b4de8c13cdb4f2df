#include "arena/viewer/bundle.h"

#include <algorithm>
#include <iterator>
#include <regex>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::viewer {
namespace {

// "pictures/ordo.js" and "../elements.js" give "elements.js".
std::string PathFrom(const std::string& importer, const std::string& path) {
  std::vector<std::string> parts = {};
  const std::string whole =
      absl::StrCat(importer.substr(0, importer.rfind('/') + 1), path);
  for (size_t begin = 0; begin <= whole.size();) {
    const size_t end = std::min(whole.find('/', begin), whole.size());
    const std::string part = whole.substr(begin, end - begin);
    begin = end + 1;
    if (part == "." || part.empty()) continue;
    if (part == "..") {
      ARENA_CHECK(!parts.empty(), importer, " imports ", path);
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  return absl::StrJoin(parts, "/");
}

// Without comments that have whole lines, and without indentation.
std::string WithoutComments(absl::string_view text) {
  std::string kept;
  bool inside = false;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    const absl::string_view code = absl::StripAsciiWhitespace(line);
    if (!inside && absl::StartsWith(code, "//")) continue;
    inside = inside || absl::StartsWith(code, "/*");
    if (!inside) {
      if (!code.empty()) absl::StrAppend(&kept, code, "\n");
      continue;
    }
    const size_t end = code.find("*/");
    if (end == absl::string_view::npos) continue;
    inside = false;
    // What follows a comment in its line is code.
    const absl::string_view rest = code.substr(end + 2);
    if (!rest.empty()) absl::StrAppend(&kept, rest, "\n");
  }
  return kept;
}

// Writes modules, each after those it imports.
class Bundler {
 public:
  explicit Bundler(absl::Span<const WebFile> files) : files_(files) {}

  // False if there is no such module.
  bool Add(const std::string& path) {
    if (done_.count(path) > 0) return true;
    const auto file = std::find_if(
        files_.begin(), files_.end(),
        [&](const WebFile& candidate) { return candidate.path == path; });
    if (file == files_.end()) return false;
    ARENA_CHECK(begun_.insert(path).second, path, " imports itself");
    const std::string body = WithoutExports(
        path, WithoutImports(path, WithoutComments(file->content)));
    absl::StrAppend(&script_, "modules[\"", path, "\"] = (() => {\n", body,
                    "})();\n");
    done_.insert(path);
    return true;
  }

  std::string Take() { return std::move(script_); }

 private:
  // Adds what the module imports, and lets it take its imports from there.
  std::string WithoutImports(const std::string& path, const std::string& text) {
    static const std::regex pattern(
        "(^|\n)import \\{([^}]*)\\}\\s*from\\s*\"([^\"]+)\";");
    std::string body;
    auto from = text.cbegin();
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end;
         it != end; ++it) {
      const std::string imported = PathFrom(path, (*it)[3].str());
      const std::string source =
          Add(imported) ? absl::StrCat("modules[\"", imported, "\"]") : "{}";
      body.append(from, (*it)[0].first);
      absl::StrAppend(
          &body, (*it)[1].str(), "const {",
          absl::StrReplaceAll((*it)[2].str(), {{" as ", ": "}}),
          "} = ", source, ";");
      from = (*it)[0].second;
    }
    body.append(from, text.cend());
    ARENA_CHECK(!absl::StrContains(absl::StrCat("\n", body), "\nimport "), path,
                " has an import of another form");
    return body;
  }

  static std::string WithoutExports(const std::string& path,
                                    const std::string& text) {
    static const std::regex pattern(
        "(^|\n)export ((?:const|function|async function\\*?|class) "
        "([A-Za-z0-9_]+))");
    std::vector<std::string> names;
    for (std::sregex_iterator it(text.begin(), text.end(), pattern), end;
         it != end; ++it) {
      names.push_back((*it)[3].str());
    }
    const std::string body = std::regex_replace(text, pattern, "$1$2");
    ARENA_CHECK(!absl::StrContains(absl::StrCat("\n", body), "\nexport "), path,
                " has an export of another form");
    return absl::StrCat(body, "return { ", absl::StrJoin(names, ", "), " };\n");
  }

  absl::Span<const WebFile> files_;
  std::set<std::string> begun_;
  std::set<std::string> done_;
  std::string script_ = "const modules = {};\n";
};

}  // namespace

std::string Bundle(absl::Span<const WebFile> files, absl::string_view main) {
  Bundler bundler(files);
  ARENA_CHECK(bundler.Add(std::string(main)), "there is no module ", main);
  return bundler.Take();
}

std::string BundledStyle(absl::Span<const WebFile> files) {
  std::string style;
  for (const WebFile& file : files) {
    if (!absl::EndsWith(file.path, ".css")) continue;
    absl::StrAppend(&style, WithoutComments(file.content));
  }
  return style;
}

std::vector<WebFile> FilesFor(absl::string_view game,
                              absl::Span<const WebFile> files) {
  std::set<std::string> others;
  for (const Game& other : AllGames()) {
    if (game == other.info->name) continue;
    others.insert(absl::StrCat("pictures/", other.info->name, ".js"));
    others.insert(absl::StrCat("pictures/", other.info->name, ".css"));
  }
  std::vector<WebFile> kept;
  std::copy_if(files.begin(), files.end(), std::back_inserter(kept),
               [&](const WebFile& file) {
                 return others.count(std::string(file.path)) == 0;
               });
  return kept;
}

}  // namespace arena::viewer
