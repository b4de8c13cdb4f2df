#include "arena/cli/check/meddler.h"

#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "arena/process/temporary_folder.h"

namespace arena::check {
namespace {

// Welcomes every caller, and listens.
class Listening final : public v1::PlayService::Service {
 public:
  grpc::Status Play(grpc::ServerContext*,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        stream) override {
    v1::PlayRequest request;
    stream->Read(&request);
    v1::PlayResponse response;
    response.mutable_welcome();
    stream->Write(response);
    while (stream->Read(&request)) {
    }
    return grpc::Status::OK;
  }
};

// If the last share of the channel went with an open stream, gRPC would end the
// process.
TEST(MeddlerTest, LeavesNoStreamToTheReferee) {
  const auto folder = *TemporaryFolder::Create();
  const std::string address = "unix:" + folder->path() + "/referee";
  Listening referee;
  grpc::ServerBuilder builder;
  builder.RegisterService(&referee);
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  const auto channel =
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials());
  const std::string socket = folder->path() + "/meddler";
  auto meddler = *Meddler::Open(socket, channel);

  const auto stub = v1::PlayService::NewStub(grpc::CreateChannel(
      "unix:" + socket, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  v1::PlayRequest request;
  request.mutable_hello();
  stream->Write(request);
  v1::PlayResponse response;
  ASSERT_TRUE(stream->Read(&response));
  context.TryCancel();
  meddler.reset();
  EXPECT_EQ(channel.use_count(), 1);
  stream->Finish();
}

}  // namespace
}  // namespace arena::check
