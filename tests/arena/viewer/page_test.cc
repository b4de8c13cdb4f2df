// The page as a file: what may run in it.
#include "arena/viewer/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "arena/core/secrets.h"
#include "arena/v1/result.pb.h"

namespace arena::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kHostile[] = "</title><script>alert(1)</script>\"'&";

// What stands between two texts.
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
  std::ifstream script(SOURCE_DIR "/arena/viewer/web/verify.js");
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
