#include "arena/viewer/page.h"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/gzip.h"
#include "arena/core/secrets.h"
#include "arena/games/registry.h"
#include "arena/html/html.h"
#include "arena/viewer/web_files.h"

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

// The text without comments on lines of their own, and without indentation.
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
    // Text after a comment in its line is code.
    const absl::string_view rest = code.substr(end + 2);
    if (!rest.empty()) absl::StrAppend(&kept, rest, "\n");
  }
  return kept;
}

// Writes modules, each after the modules that it imports.
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
  // Adds the modules that this module imports, and replaces its imports by
  // references to them.
  std::string WithoutImports(const std::string& path, const std::string& text) {
    static const RE2 pattern(
        R"js((?ms)(.*?)^import \{([^}]*)\}\s*from\s*"([^"]+)";)js");
    std::string body;
    re2::StringPiece rest = text;
    std::string before, names, from;
    while (RE2::Consume(&rest, pattern, &before, &names, &from)) {
      const std::string imported = PathFrom(path, from);
      const std::string source =
          Add(imported) ? absl::StrCat("modules[\"", imported, "\"]") : "{}";
      absl::StrAppend(&body, before, "const {",
                      absl::StrReplaceAll(names, {{" as ", ": "}}),
                      "} = ", source, ";");
    }
    absl::StrAppend(&body, absl::string_view(rest.data(), rest.size()));
    ARENA_CHECK(!absl::StrContains(absl::StrCat("\n", body), "\nimport "), path,
                " has an import of another form");
    return body;
  }

  static std::string WithoutExports(const std::string& path, std::string text) {
    static const RE2 pattern(
        "(?m)^export ((?:const|function|async function\\*?|class) "
        "([A-Za-z0-9_]+))");
    std::vector<std::string> names;
    re2::StringPiece rest = text;
    for (std::string name;
         RE2::FindAndConsume(&rest, pattern, nullptr, &name);) {
      names.push_back(name);
    }
    RE2::GlobalReplace(&text, pattern, R"(\1)");
    ARENA_CHECK(!absl::StrContains(absl::StrCat("\n", text), "\nexport "), path,
                " has an export of another form");
    return absl::StrCat(text, "return { ", absl::StrJoin(names, ", "), " };\n");
  }

  absl::Span<const WebFile> files_;
  std::set<std::string> begun_;
  std::set<std::string> done_;
  std::string script_ = "const modules = {};\n";
};

// The hash of a script or style sheet as the policy names it.
std::string HashSource(absl::string_view text) {
  return absl::StrCat("'sha256-", absl::Base64Escape(Sha256(text)), "'");
}

// The policy also forbids the script to make markup of text.
std::string Policy(absl::string_view script, absl::string_view style) {
  return absl::StrCat("default-src 'none'; script-src ", HashSource(script),
                      "; style-src ", HashSource(style),
                      "; img-src data:; base-uri 'none'; form-action 'none'; "
                      "require-trusted-types-for 'script'; "
                      "trusted-types 'none'");
}

// A document in a page. Not run: it is data. Base64 has no character that could
// end it.
std::string Embedded(absl::string_view document) {
  return absl::StrCat("<script type=\"application/gzip\">",
                      absl::Base64Escape(Gzip(document, kSmallGzip)),
                      "</script>\n");
}

std::string Page(absl::string_view game, absl::string_view title,
                 absl::string_view main, absl::string_view documents) {
  const std::vector<WebFile> files = FilesFor(game, WebFiles());
  const std::string script = Bundle(files, main);
  const std::string style = BundledStyle(files);
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      Policy(script, style),
      "\">\n<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
      EscapedHtml(PlainLine(title)), "</title>\n<style>", style,
      "</style>\n</head>\n<body>\n<noscript>This page shows a match with "
      "JavaScript, which is switched off.</noscript>\n",
      documents, "<script type=\"module\">", script,
      "</script>\n</body>\n</html>\n");
}

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

std::string MatchPage(absl::string_view game, absl::string_view title,
                      absl::string_view document) {
  return Page(game, title, "main.js", Embedded(document));
}

std::string SetPage(absl::string_view game, absl::string_view title,
                    absl::Span<const std::string> documents) {
  std::string embedded;
  for (const std::string& document : documents) {
    absl::StrAppend(&embedded, Embedded(document));
  }
  return Page(game, title, "set_main.js", embedded);
}

}  // namespace arena::viewer
