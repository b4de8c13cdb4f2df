#include "referee/site/reader_token.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace arena::referee {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

HttpRequest With(const std::map<std::string, std::string>& headers) {
  HttpRequest request;
  for (const auto& [name, value] : headers) request.set(name, value);
  return request;
}

TEST(ReaderTokenTest, APageTakesTheCookie) {
  EXPECT_EQ(AuthorizationOf(With({{"Cookie", "a=b; arena-token=s3cret"}})),
            "Bearer s3cret");
  EXPECT_EQ(AuthorizationOf(With({{"Cookie", "__Host-arena-token=s3cret"}})),
            "Bearer s3cret");
  EXPECT_EQ(AuthorizationOf(With({{"Cookie", "arena-tokens=x"}})), "");
  EXPECT_EQ(AuthorizationOf(With({})), "");
}

TEST(ReaderTokenTest, ANeighbourCannotPutItsTokenInFrontOfTheSecureOne) {
  for (const char* cookies : {"__Host-arena-token=good; arena-token=bad",
                              "arena-token=bad; __Host-arena-token=good"}) {
    EXPECT_EQ(AuthorizationOf(With({{"Cookie", cookies}})), "Bearer good");
  }
}

TEST(ReaderTokenTest, WhatAProgramSaysCountsMore) {
  EXPECT_EQ(AuthorizationOf(With({{"Cookie", "arena-token=cookie"},
                                  {"Authorization", "Bearer header"}})),
            "Bearer header");
}

TEST(ReaderTokenTest, ACallTakesTheCookieOnlyFromAPageOfThisSite) {
  const auto call = [](const std::string& site) {
    return CookieAuthorizationOfCall(
        With({{"Cookie", "arena-token=s3cret"}, {"Sec-Fetch-Site", site}}));
  };
  EXPECT_EQ(call("same-origin"), "Bearer s3cret");
  EXPECT_EQ(call("same-site"), "");
  EXPECT_EQ(call("cross-site"), "");
  EXPECT_EQ(call("none"), "");
  EXPECT_EQ(CookieAuthorizationOfCall(With({{"Cookie", "arena-token=s3cret"}})),
            "");
}

TEST(ReaderTokenTest, ACallWithAHeaderKeepsIt) {
  EXPECT_EQ(
      CookieAuthorizationOfCall(With({{"Cookie", "arena-token=s3cret"},
                                      {"Authorization", "Bearer x"},
                                      {"Sec-Fetch-Site", "same-origin"}})),
      "");
}

TEST(ReaderTokenTest, AFormComesFromThisSite) {
  EXPECT_TRUE(
      ComesFromThisSite(With({{"Sec-Fetch-Site", "same-origin"}}), false));
  EXPECT_FALSE(ComesFromThisSite(With({{"Sec-Fetch-Site", "cross-site"},
                                       {"Host", "localhost:1"},
                                       {"Origin", "http://localhost:1"}}),
                                 false));
  EXPECT_TRUE(ComesFromThisSite(
      With({{"Host", "localhost:1"}, {"Origin", "http://localhost:1"}}),
      false));
  EXPECT_FALSE(ComesFromThisSite(
      With({{"Host", "localhost:1"}, {"Origin", "http://localhost:2"}}),
      false));
  EXPECT_FALSE(ComesFromThisSite(
      With({{"Host", "localhost:1"}, {"Origin", "http://localhost:1"}}), true));
  EXPECT_FALSE(ComesFromThisSite(With({{"Host", "localhost:1"}}), false));
}

TEST(ReaderTokenTest, TheCookieIsForThisSiteAndNoScript) {
  EXPECT_THAT(TokenCookie("t", true),
              AllOf(HasSubstr("__Host-arena-token=t;"), HasSubstr("HttpOnly"),
                    HasSubstr("SameSite=Strict"), HasSubstr("Path=/"),
                    HasSubstr("Secure"), Not(HasSubstr("Max-Age"))));
  EXPECT_THAT(TokenCookie("t", false), Not(HasSubstr("Secure")));
  EXPECT_THAT(NoTokenCookie(true), HasSubstr("Max-Age=0"));
}

TEST(ReaderTokenTest, ATokenFitsIntoACookie) {
  EXPECT_TRUE(LooksLikeToken("abc-_.123="));
  for (const char* bad :
       {"", "a b", "a;b", "a\r\nSet-Cookie: x", "\"", "a,b"}) {
    EXPECT_FALSE(LooksLikeToken(bad)) << bad;
  }
  EXPECT_FALSE(LooksLikeToken(std::string(1000, 'a')));
}

}  // namespace
}  // namespace arena::referee
