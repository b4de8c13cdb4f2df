#include "referee/site/visit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arena::referee {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

Visit Of(const std::string& target) {
  HttpRequest request;
  request.target(target);
  return ReadVisit(request);
}

TEST(VisitTest, APathHasParts) {
  EXPECT_THAT(Of("/").path, IsEmpty());
  EXPECT_THAT(Of("/bot/a%20b?x=1").path, ElementsAre("bot", "a b"));
  EXPECT_THAT(Of("//bot///a/").path, ElementsAre("bot", "a"));
}

TEST(VisitTest, APartMayHaveASlash) {
  EXPECT_THAT(Of("/bot/a%2Fb").path, ElementsAre("bot", "a/b"));
}

TEST(VisitTest, WhatIsNoCodeStaysAsItIs) {
  EXPECT_THAT(Of("/bot/100%").path, ElementsAre("bot", "100%"));
}

TEST(VisitTest, FieldsAreUnquoted) {
  EXPECT_EQ(Of("/matches?bot=a+b%2B&state=").Asked("bot"), "a b+");
  EXPECT_EQ(Of("/matches").Asked("bot"), "");
}

TEST(VisitTest, OfMetadataOnlyWhoReadsIsPassedOn) {
  HttpRequest request;
  request.target("/");
  request.set("Authorization", "Bearer t");
  request.set("X-Forwarded-For", "10.0.0.1");
  request.set("Arena-Http-Peer", "lie");
  request.set("Arena-Session", "other");
  const Visit visit = ReadVisit(request);
  EXPECT_TRUE(visit.has_token());
  EXPECT_THAT(visit.Credentials(),
              ElementsAre(Pair("authorization", "Bearer t"),
                          Pair("x-forwarded-for", "10.0.0.1")));
}

TEST(VisitTest, OfSeveralProxiesTheLastOneIsBelieved) {
  HttpRequest request;
  request.target("/");
  request.insert("X-Forwarded-For", "203.0.113.1");
  request.insert("X-Forwarded-For", "10.0.0.1");
  EXPECT_THAT(ReadVisit(request).Credentials(),
              ElementsAre(Pair("x-forwarded-for", "10.0.0.1")));
}

TEST(VisitTest, AnAddressIsText) {
  for (const char* target : {"/match/%ff", "/matches?bot=%ff", "/?%80=1",
                             "/bot/a%0ab", "/bot/%c0%80"}) {
    EXPECT_EQ(Of(target).problem.code(), absl::StatusCode::kInvalidArgument)
        << target;
  }
  EXPECT_TRUE(Of("/bot/%c3%a4?x=1").problem.ok());
}

TEST(VisitTest, APartOfAnAddressIsQuoted) {
  EXPECT_EQ(AddressPart("a b/\"<ä"), "a%20b%2f%22%3c%c3%a4");
  EXPECT_THAT(Of("/bot/" + AddressPart("../x?y#z")).path,
              ElementsAre("bot", "../x?y#z"));
}

}  // namespace
}  // namespace arena::referee
