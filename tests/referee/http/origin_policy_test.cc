#include "referee/http/origin_policy.h"

#include <gtest/gtest.h>

namespace arena::referee {
namespace {

HttpRequest RequestOf(const std::string& host, const std::string& origin) {
  HttpRequest request(http::verb::post, "/", /*version=*/11);
  request.set(http::field::host, host);
  if (!origin.empty()) request.set(http::field::origin, origin);
  return request;
}

bool Passes(const OriginPolicy& policy, const std::string& host,
            const std::string& origin, bool secure = false) {
  return !policy.Judge(RequestOf(host, origin), secure).answer.has_value();
}

TEST(OriginPolicyTest, ProgramsHaveNoOriginAndMayCall) {
  EXPECT_TRUE(Passes({{}, false}, "localhost:80", ""));
}

TEST(OriginPolicyTest, ThisMachineHasSeveralNames) {
  const OriginPolicy policy({}, false);
  for (const char* host : {"localhost", "localhost:8080", "a.localhost:1",
                           "127.0.0.1:80", "127.1.2.3", "[::1]:80", "[::1]",
                           "LOCALHOST:80", ""}) {
    EXPECT_TRUE(Passes(policy, host, "")) << host;
  }
  for (const char* host :
       {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example",
        "evil-localhost", "10.0.0.1:80", "[2001:db8::1]:80", "localhost:80@x",
        "0x7f000001.example", "127.0.0.1%evil.example", "[::1%evil]:80"}) {
    EXPECT_FALSE(Passes(policy, host, "")) << host;
  }
}

TEST(OriginPolicyTest, APageOfTheRefereeItselfMayCall) {
  const OriginPolicy policy({}, true);
  EXPECT_TRUE(Passes(policy, "arena.example", "http://arena.example"));
  EXPECT_FALSE(Passes(policy, "arena.example", "https://arena.example"));
  EXPECT_TRUE(
      Passes(policy, "arena.example", "https://arena.example", /*secure=*/true));
  EXPECT_FALSE(Passes(policy, "arena.example:81", "http://arena.example"));
}

TEST(OriginPolicyTest, PagesFromADiskAndFramesAreStrangers) {
  EXPECT_FALSE(Passes({{}, true}, "localhost", "null"));
}

TEST(OriginPolicyTest, AnAllowedOriginIsEqualAndNotAlike) {
  const OriginPolicy policy({"https://good.example"}, true);
  EXPECT_TRUE(Passes(policy, "localhost", "https://good.example"));
  EXPECT_FALSE(Passes(policy, "localhost", "https://good.example.evil"));
  EXPECT_FALSE(Passes(policy, "localhost", "https://evil.good.example"));
  EXPECT_FALSE(Passes(policy, "localhost", "http://good.example"));
}

TEST(OriginPolicyTest, AStarIsEverybody) {
  EXPECT_TRUE(Passes({{"*"}, true}, "localhost", "https://any.example"));
}

// A cache would give one page the permission of another page otherwise.
TEST(OriginPolicyTest, AnswersSayThatTheyDependOnTheOrigin) {
  HttpResponse response;
  OriginPolicy({"https://good.example"}, true)
      .Allow(RequestOf("localhost", "https://evil.example"), response);
  EXPECT_EQ(response[http::field::vary], "Origin");
  EXPECT_EQ(response.find(http::field::access_control_allow_origin),
            response.end());
}

}  // namespace
}  // namespace arena::referee
