#include "tests/upgrade/newer_neighbour.h"

#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <utility>

namespace arena::testing {
namespace {

// A number that no message of ours has.
constexpr int kUnknownField = 20'000;

void AddUnknownField(google::protobuf::Message& message) {
  message.GetReflection()
      ->MutableUnknownFields(&message)
      ->AddLengthDelimited(kUnknownField, "of the future");
}

bool IsRefusal(const grpc::Status& status) {
  switch (status.error_code()) {
    case grpc::StatusCode::OK:
    case grpc::StatusCode::CANCELLED:
    // A program that is being replaced.
    case grpc::StatusCode::UNAVAILABLE:
    // A runner that is back before its referee has noticed that it was gone.
    case grpc::StatusCode::ALREADY_EXISTS:
      return false;
    default:
      return true;
  }
}

// With what the caller proves who it is.
void CopyMetadata(const grpc::ServerContext& from, grpc::ClientContext& to) {
  for (const auto& [name, value] : from.client_metadata()) {
    if (name != "authorization") continue;
    to.AddMetadata("authorization", {value.data(), value.size()});
  }
}

}  // namespace

// Every call has two threads: one for each direction.
class NewerNeighbour::Runners final : public v1::RunnerService::Service {
 public:
  Runners(std::shared_ptr<grpc::Channel> referee, Newer& newer)
      : stub_(v1::RunnerService::NewStub(std::move(referee))), newer_(newer) {}

  grpc::Status Work(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::WorkResponse, v1::WorkRequest>*
                        runner) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->Work(&onward);
    std::thread up([&] {
      v1::WorkRequest request;
      while (runner->Read(&request)) {
        const bool hello = request.has_hello();
        Pass(newer_.runners, std::move(request), *referee, !hello);
      }
      // A runner that is gone without a word.
      context->IsCancelled() ? onward.TryCancel()
                             : static_cast<void>(referee->WritesDone());
    });
    v1::WorkResponse response;
    while (referee->Read(&response)) {
      const bool welcome = response.has_welcome();
      Pass(newer_.referee, std::move(response), *runner, !welcome);
    }
    const grpc::Status status = referee->Finish();
    if (IsRefusal(status)) {
      ++newer_.refused;
      ADD_FAILURE() << status.error_code() << ": " << status.error_message();
    }
    // The reading thread waits for the runner.
    context->TryCancel();
    up.join();
    return status;
  }

  grpc::Status ReadArchive(
      grpc::ServerContext* context, const v1::ReadArchiveRequest* request,
      grpc::ServerWriter<v1::ReadArchiveResponse>* runner) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->ReadArchive(&onward, *request);
    v1::ReadArchiveResponse response;
    while (referee->Read(&response)) {
      if (newer_.referee) AddUnknownField(response);
      runner->Write(response);
    }
    return referee->Finish();
  }

 private:
  // The first message of a stream stays the first.
  template <typename Message, typename Stream>
  void Pass(bool newer, Message message, Stream& stream, bool may_add) {
    if (newer && may_add) {
      Message unknown;
      AddUnknownField(unknown);
      stream.Write(unknown);
      ++newer_.added;
    }
    if (newer) {
      AddUnknownField(message);
      ++newer_.changed;
    }
    stream.Write(message);
  }

  const std::unique_ptr<v1::RunnerService::Stub> stub_;
  Newer& newer_;
};

class NewerNeighbour::Bots final : public v1::PlayService::Service {
 public:
  Bots(std::shared_ptr<grpc::Channel> referee, Newer& newer)
      : stub_(v1::PlayService::NewStub(std::move(referee))), newer_(newer) {}

  grpc::Status Play(grpc::ServerContext* context,
                    grpc::ServerReaderWriter<v1::PlayResponse, v1::PlayRequest>*
                        bot) override {
    grpc::ClientContext onward;
    CopyMetadata(*context, onward);
    const auto referee = stub_->Play(&onward);
    std::thread up([&] {
      v1::PlayRequest request;
      while (bot->Read(&request)) {
        if (newer_.runners) AddUnknownField(request);
        referee->Write(request);
      }
      context->IsCancelled() ? onward.TryCancel()
                             : static_cast<void>(referee->WritesDone());
    });
    v1::PlayResponse response;
    while (referee->Read(&response)) {
      if (newer_.referee) {
        AddUnknownField(response);
        ++newer_.changed;
      }
      bot->Write(response);
    }
    // The token of a process that has ended is good for nothing any more.
    const grpc::Status status = referee->Finish();
    context->TryCancel();
    up.join();
    return status;
  }

 private:
  const std::unique_ptr<v1::PlayService::Stub> stub_;
  Newer& newer_;
};

NewerNeighbour::NewerNeighbour(const std::string& address,
                               const std::string& referee) {
  grpc::ChannelArguments arguments;
  // A referee that is started again is found at once.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 50);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 200);
  const auto channel = grpc::CreateCustomChannel(
      referee, grpc::InsecureChannelCredentials(), arguments);
  runners_ = std::make_unique<Runners>(channel, newer_);
  bots_ = std::make_unique<Bots>(channel, newer_);
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(runners_.get());
  builder.RegisterService(bots_.get());
  server_ = builder.BuildAndStart();
  EXPECT_NE(server_, nullptr) << address;
}

NewerNeighbour::~NewerNeighbour() {
  if (server_ != nullptr) server_->Shutdown(std::chrono::system_clock::now());
}

}  // namespace arena::testing
