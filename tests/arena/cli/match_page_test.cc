// The page of a match, whose address a referee tells.
#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

#include "arena/v1/match_service.grpc.pb.h"
#include "tests/arena/cli/run_arena.h"

namespace arena::cli {
namespace {

using ::testing::HasSubstr;

class OneMatch final : public v1::MatchService::Service {
 public:
  explicit OneMatch(std::string page) : page_(std::move(page)) {}

 private:
  grpc::Status GetMatch(grpc::ServerContext*,
                        const v1::GetMatchRequest* request,
                        v1::GetMatchResponse* response) override {
    response->mutable_match()->set_match_id(request->match_id());
    response->set_page_url(page_);
    return grpc::Status::OK;
  }

  const std::string page_;
};

class MatchPageTest : public ArenaTest {
 protected:
  // The outcome of the command if the page is there. Nobody sees windows here.
  Outcome Watch(const std::string& page) {
    OneMatch matches(page);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + Path("referee"),
                             grpc::InsecureServerCredentials());
    builder.RegisterService(&matches);
    const auto server = builder.BuildAndStart();
    return Arena("match watch 5f1c --browser --address unix:" +
                 Path("referee"));
  }
};

TEST_F(MatchPageTest, ItsAddressIsPrinted) {
  const Outcome watched = Watch("http://127.0.0.1:8080/match/5f1c");
  EXPECT_EQ(watched.exit_status, 0) << watched.errors;
  EXPECT_EQ(watched.output, "http://127.0.0.1:8080/match/5f1c\n");
}

TEST_F(MatchPageTest, AMatchWithoutOneSaysHowThereWouldBeOne) {
  const Outcome watched = Watch("");
  EXPECT_EQ(watched.exit_status, 1);
  EXPECT_THAT(watched.errors, HasSubstr("--http 127.0.0.1:8080"));
}

TEST_F(MatchPageTest, WhatIsNoPageOfTheWebIsRefused) {
  for (const std::string page :
       {"file:///etc/passwd", "javascript:alert(1)", "--help", "/bin/sh",
        "http://a/$(id)", "http://a/\nb", "https://a/'b", "HTTP://a", "x"}) {
    const Outcome watched = Watch(page);
    EXPECT_EQ(watched.exit_status, 1) << page;
    EXPECT_THAT(watched.errors, HasSubstr("no address of a page")) << page;
    EXPECT_EQ(watched.output, "") << page;
  }
}

}  // namespace
}  // namespace arena::cli
