// The sizes of pages, and the tokens that a page request may have.
#include "referee/access/replies.h"

#include <gtest/gtest.h>

#include "arena/v1/bot_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "tests/testing/status_matchers.h"

namespace arena::referee {
namespace {

v1::Token TokenOf(size_t bytes) {
  v1::Token token;
  token.set_owner(std::string(bytes, 'x'));
  return token;
}

TEST(PageRoomTest, EndsWithSoManyItems) {
  PageRoom room(2);
  EXPECT_TRUE(room.Take(TokenOf(1)));
  EXPECT_TRUE(room.Take(TokenOf(1)));
  EXPECT_FALSE(room.Take(TokenOf(1)));
}

TEST(PageRoomTest, KeepsTheResponseBelowTheLargest) {
  PageRoom room(1000);
  v1::ListTokensResponse page;
  const v1::Token item = TokenOf(100'000);
  while (room.Take(item)) *page.add_tokens() = item;
  EXPECT_LE(page.ByteSizeLong(), kMaxResponseBytes);
  EXPECT_GE(page.ByteSizeLong(), kMaxResponseBytes * 9 / 10);
}

TEST(PageRoomTest, HasRoomForOneItemOfAnySize) {
  PageRoom room(10);
  EXPECT_TRUE(room.Take(TokenOf(kMaxResponseBytes)));
  EXPECT_FALSE(room.Take(TokenOf(1)));
}

TEST(PageTokenTest, IsReadBack) {
  const std::string list = ListOf(v1::ListMatchesRequest());
  EXPECT_EQ(*ReadPageNumber(list, MakePageToken(list, "17")), 17);
  EXPECT_EQ(*ReadPageToken(list, MakePageToken(list, "bob")), "bob");
  EXPECT_EQ(*ReadPageNumber(list, ""), 0);
}

TEST(PageTokenTest, SizeAndTokenAreNoPartOfTheList) {
  v1::ListMatchesRequest request;
  const std::string list = ListOf(request);
  request.set_page_size(7);
  request.set_page_token("x");
  EXPECT_EQ(ListOf(request), list);
  request.set_player("a");
  EXPECT_NE(ListOf(request), list);
  EXPECT_NE(ListOf(v1::ListBotsRequest()), list);
}

TEST(PageTokenTest, WhatIsNoneOfThisListIsRefused) {
  v1::ListMatchesRequest request;
  const std::string list = ListOf(request);
  request.set_player("a");
  const std::string other = MakePageToken(ListOf(request), "17");
  const std::string words = MakePageToken(list, "17 or so");
  const std::string negative = MakePageToken(list, "-1");
  for (const std::string& token :
       {std::string("17"), other, words, negative, MakePageToken(list, "")}) {
    EXPECT_EQ(ReadPageNumber(list, token).status().code(),
              absl::StatusCode::kInvalidArgument)
        << token;
  }
}

}  // namespace
}  // namespace arena::referee
