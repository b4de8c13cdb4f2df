// The page as a file, and the scripts that may run in the page.
#include "arena/viewer/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/v1/result.pb.h"
#include "tests/testing/folders/folders.h"

namespace arena::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Bundled(std::vector<WebFile> files) {
  return Bundle(files, "main.js");
}

TEST(BundleTest, AModuleIsAFunctionThatReturnsItsExports) {
  EXPECT_EQ(Bundled({{"main.js",
                      "export const a = 1;\nconst b = 2;\n"
                      "export async function c() {}\n"}}),
            "const modules = {};\nmodules[\"main.js\"] = (() => {\n"
            "const a = 1;\nconst b = 2;\nasync function c() {}\n"
            "return { a, c };\n})();\n");
}

TEST(BundleTest, ImportsComeFromModulesBefore) {
  const std::string script =
      Bundled({{"main.js",
                "import {\n  a,\n  b as c,\n} from \"./deep/b.js\";\nc(a);\n"},
               {"a.js", "export const a = 1;"},
               {"deep/b.js",
                "import { a } from \"../a.js\";\n"
                "export const b = a;\nexport class D {}"}});
  EXPECT_THAT(script, HasSubstr("const {\na,\nb: c,\n} = "
                                "modules[\"deep/b.js\"];\nc(a);"));
  EXPECT_THAT(script, HasSubstr("const { a } = modules[\"a.js\"];"));
  EXPECT_THAT(script, HasSubstr("return { b, D };"));
  EXPECT_LT(script.find("modules[\"a.js\"] ="),
            script.find("modules[\"deep/b.js\"] ="));
}

TEST(BundleTest, WhatIsLeftOutIsUndefined) {
  EXPECT_THAT(Bundled({{"main.js", "import { a } from \"./a.js\";"}}),
              HasSubstr("const { a } = {};"));
}

TEST(BundleTest, CommentsOfWholeLinesAreLeftOut) {
  EXPECT_THAT(Bundled({{"main.js",
                        "// one\n/** two */\n/**\n * three\n */\n"
                        "  /** @type {X} */ (four());\n"
                        "five(); // six\n"}}),
              HasSubstr("{\n (four());\nfive(); // six\nreturn"));
}

TEST(BundleDeathTest, OtherFormsAreRefused) {
  const auto refused = [](const char* text, const char* why) {
    EXPECT_DEATH(Bundled({{"main.js", text}}), why);
  };
  refused("import * as a from \"./a.js\";", "import of another form");
  refused("import \"./a.js\";", "import of another form");
  refused("export { a };", "export of another form");
  refused("export default 1;", "export of another form");
  refused("import { a } from \"./main.js\";", "main.js imports itself");
}

// ---- The files of the page ----

// The mains of pages: a match in a file, a served match, and several matches.
constexpr const char* kMains[] = {"main.js", "served_main.js", "set_main.js"};

TEST(WebFilesTest, EveryModuleIsInABundle) {
  std::string script;
  for (const char* main : kMains) script += Bundle(WebFiles(), main);
  for (const WebFile& file : WebFiles()) {
    if (!absl::EndsWith(file.path, ".js") || file.path == "pane.js") continue;
    EXPECT_THAT(script, HasSubstr(absl::StrCat("modules[\"", file.path, "\"]")))
        << "nothing imports it";
  }
}

TEST(WebFilesTest, NothingEndsTheScriptOrTheStyle) {
  std::vector<std::string> texts = {BundledStyle(WebFiles())};
  for (const char* main : kMains) texts.push_back(Bundle(WebFiles(), main));
  for (const std::string& text : texts) {
    EXPECT_THAT(text, Not(HasSubstr("</")));
    EXPECT_THAT(text, Not(HasSubstr("<!--")));
  }
}

TEST(WebFilesTest, NothingMakesMarkupOfTextOrComesFromElsewhere) {
  for (const WebFile& file : WebFiles()) {
    const std::string text(file.content);
    for (const char* word :
         {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
          "eval(", "new Function", "@import", "url(", "https://"}) {
      EXPECT_THAT(text, Not(HasSubstr(word))) << file.path;
    }
  }
}

// A file loads nothing, because its policy forbids it. Pages of a referee load.
TEST(WebFilesTest, TwoModulesAskForMore) {
  std::vector<std::string> asking;
  for (const WebFile& file : WebFiles()) {
    if (absl::StrContains(file.content, "fetch(")) {
      asking.emplace_back(file.path);
    }
  }
  EXPECT_THAT(asking, ::testing::ElementsAre("connect.js", "documents.js"));
}

TEST(WebFilesTest, FilesHaveTypes) {
  ASSERT_NE(FindWebFile("main.js"), nullptr);
  ASSERT_NE(FindWebFile("viewer.css"), nullptr);
  EXPECT_EQ(FindWebFile("../main.js"), nullptr);
  EXPECT_EQ(ContentType(*FindWebFile("main.js")),
            "text/javascript; charset=utf-8");
  EXPECT_EQ(ContentType(*FindWebFile("viewer.css")), "text/css; charset=utf-8");
}

constexpr char kHostile[] = "</title><script>alert(1)</script>\"'&";

// The text between two other texts.
std::string Between(const std::string& page, const std::string& begin,
                    const std::string& end) {
  const size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find(end, from) - from);
}

TEST(VerifyTest, TheScriptNamesEveryFaultByItsNumber) {
  std::string faults = "const FAULTS = [\n  undefined,\n";
  for (int i = 1; i <= v1::FaultKind_MAX; ++i) {
    absl::StrAppend(&faults, "  \"",
                    v1::FaultKind_Name(static_cast<v1::FaultKind>(i)), "\",\n");
  }
  std::ifstream script(testing::InSources("arena/viewer/web/verify.js"));
  EXPECT_THAT(std::string(std::istreambuf_iterator<char>(script), {}),
              HasSubstr(faults + "];"));
}

TEST(MatchPageTest, ThePolicyNamesTheScriptAndTheStyleThatAreThere) {
  const std::string page = MatchPage("ordo", "title", "{}");
  const auto source = [&](const char* begin, const char* end) {
    return absl::StrCat("'sha256-",
                        absl::Base64Escape(Sha256(Between(page, begin, end))),
                        "'");
  };
  EXPECT_THAT(page,
              HasSubstr(absl::StrCat(
                  "\"default-src 'none'; script-src ",
                  source("<script type=\"module\">", "</script>"),
                  "; style-src ", source("<style>", "</style>"),
                  "; img-src data:; base-uri 'none'; form-action 'none'; "
                  "require-trusted-types-for 'script'; "
                  "trusted-types 'none'\"")));
}

TEST(MatchPageTest, WhatComesFromAMatchIsTextAndData) {
  const std::string page = MatchPage("ordo", kHostile, kHostile);
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, HasSubstr("<title>&lt;/title&gt;&lt;script&gt;alert(1)"
                              "&lt;/script&gt;&quot;&#39;&amp;</title>"));
  const std::string data = Between(page, "\"application/gzip\">", "<");
  EXPECT_TRUE(std::regex_match(data, std::regex("[A-Za-z0-9+/=]+")));
}

TEST(MatchPageTest, ThereIsOneScript) {
  const std::string page = MatchPage("ordo", kHostile, kHostile);
  size_t count = 0;
  for (size_t at = 0; (at = page.find("<script", at)) != std::string::npos;
       ++at) {
    ++count;
  }
  EXPECT_EQ(count, 2u) << "the data and the script";
  EXPECT_THAT(page, Not(HasSubstr("src=")));
}

TEST(MatchPageTest, APageHasThePictureOfItsGameOnly) {
  const std::string page = MatchPage("ordo", "title", "{}");
  EXPECT_THAT(page, HasSubstr("modules[\"pictures/ordo.js\"]"));
  EXPECT_THAT(page, HasSubstr(".ordo-board"));
  EXPECT_THAT(page, Not(HasSubstr("modules[\"pictures/octrix.js\"]")));
  EXPECT_THAT(page, Not(HasSubstr(".octrix-plate")));
}

TEST(SetPageTest, HoldsItsDocumentsAndOneScript) {
  const std::vector<std::string> documents = {kHostile, "{}"};
  const std::string page = SetPage("octrix", kHostile, documents);
  size_t count = 0;
  for (size_t at = 0; (at = page.find("<script", at)) != std::string::npos;
       ++at) {
    ++count;
  }
  EXPECT_EQ(count, 3u) << "two documents and the script";
  EXPECT_THAT(page, HasSubstr("modules[\"set_main.js\"]"));
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(MatchPage("octrix", "title", "{}"),
              Not(HasSubstr("modules[\"set_")))
      << "a page of one match has no code for several";
}

TEST(MatchPageTest, TheSameMatchGivesTheSamePage) {
  EXPECT_EQ(MatchPage("ordo", "title", "{}"), MatchPage("ordo", "title", "{}"));
}

}  // namespace

}  // namespace arena::viewer
