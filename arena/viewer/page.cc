#include "arena/viewer/page.h"

#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/gzip.h"
#include "arena/core/secrets.h"
#include "arena/html/html.h"
#include "arena/viewer/bundle.h"
#include "arena/viewer/web_files.h"

namespace arena::viewer {
namespace {

// As the policy names a script or style sheet.
std::string HashSource(absl::string_view text) {
  return absl::StrCat("'sha256-", absl::Base64Escape(Sha256(text)), "'");
}

// The script also may not make markup of text: no sink for that works.
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
