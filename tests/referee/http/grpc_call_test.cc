// Calls of the referee's own server: what gRPC does not carry never reaches it.
#include "referee/http/grpc_call.h"

#include <gmock/gmock.h>
#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>

namespace arena::referee {
namespace {

using ::testing::HasSubstr;

net::awaitable<void> ReadTo(std::shared_ptr<GrpcCall> call, bool& over) {
  const std::optional<std::string> message = co_await call->Next();
  EXPECT_EQ(message, std::nullopt);
  co_await call->Finish();
  over = true;
}

TEST(GrpcCallTest, MetadataThatGrpcDoesNotCarryIsRefused) {
  // Nobody listens there, and nobody is called.
  grpc::GenericStub stub(grpc::CreateChannel(
      "unix:/nowhere", grpc::InsecureChannelCredentials()));
  const Metadata bad[] = {{{"authorization", "a\tb"}},
                          {{"authorization", "\x80"}},
                          {{"x-forwarded-for", "1\x7f"}},
                          {{"a b", "c"}},
                          {{"-bin", std::string(3, '\0')}},
                          {{"", "c"}}};
  for (const Metadata& metadata : bad) {
    net::io_context io;
    const std::shared_ptr<GrpcCall> call = GrpcCall::Start(
        stub, {.method = "/arena.v1.MatchService/GetMatch",
               .metadata = metadata,
               .message = ""},
        io.get_executor());
    bool over = false;
    net::co_spawn(io, ReadTo(call, over), net::detached);
    io.poll();
    EXPECT_TRUE(over);
    EXPECT_TRUE(call->failed_at_once());
    EXPECT_EQ(call->status().error_code(),
              grpc::StatusCode::INVALID_ARGUMENT);
    EXPECT_THAT(call->status().error_message(), HasSubstr("is no metadata"));
  }
}

}  // namespace
}  // namespace arena::referee
