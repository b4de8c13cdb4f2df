#include "referee/http/grpc_call.h"

#include <vector>

#include "absl/time/clock.h"

namespace arena::referee {
namespace {

grpc::ByteBuffer BufferOf(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

std::string BytesOf(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Dump(&slices).ok()) return "";
  std::string bytes;
  bytes.reserve(buffer.Length());
  for (const grpc::Slice& slice : slices) {
    bytes.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return bytes;
}

}  // namespace

std::shared_ptr<GrpcCall> GrpcCall::Start(grpc::GenericStub& stub,
                                          const Request& request,
                                          const net::any_io_executor& strand) {
  std::shared_ptr<GrpcCall> call(new GrpcCall(strand));
  if (const absl::Status carried = CheckCarried(request.metadata);
      carried.ok()) {
    call->Begin(stub, request);
  } else {
    call->status_ = {grpc::StatusCode::INVALID_ARGUMENT,
                     std::string(carried.message())};
    call->over_ = true;
  }
  return call;
}

void GrpcCall::Begin(grpc::GenericStub& stub, const Request& request) {
  self_ = shared_from_this();
  for (const auto& [name, value] : request.metadata) {
    context_.AddMetadata(name, value);
  }
  if (request.timeout != absl::InfiniteDuration()) {
    context_.set_deadline(absl::ToChronoTime(absl::Now() + request.timeout));
  }
  request_ = BufferOf(request.message);
  stub.PrepareBidiStreamingCall(&context_, request.method, {}, this);
  // The strand reads the next response, and gRPC must not be done before.
  AddHold();
  StartWriteLast(&request_, {});
  StartRead(&response_);
  StartCall();
}

void GrpcCall::OnReadInitialMetadataDone(bool ok) {
  if (!ok) return;
  net::post(strand_, [self = shared_from_this()] {
    self->has_headers_ = true;
    self->changed_.Raise();
  });
}

void GrpcCall::OnReadDone(bool ok) {
  if (!ok) return RemoveHold();
  net::post(strand_, [self = shared_from_this()] {
    self->has_response_ = true;
    self->changed_.Raise();
  });
}

void GrpcCall::OnDone(const grpc::Status& status) {
  net::post(strand_, [self = std::move(self_), status] {
    self->status_ = status;
    self->over_ = true;
    self->changed_.Raise();
  });
}

net::awaitable<void> GrpcCall::WaitForHeaders() {
  while (!has_headers_ && !over_) co_await changed_.Wait();
}

net::awaitable<void> GrpcCall::WaitForMessage() {
  while (!has_response_ && !over_) co_await changed_.Wait();
}

net::awaitable<std::optional<std::string>> GrpcCall::Next() {
  co_await WaitForMessage();
  if (!has_response_) co_return std::nullopt;
  has_response_ = false;
  std::string bytes = BytesOf(response_);
  StartRead(&response_);
  co_return bytes;
}

net::awaitable<void> GrpcCall::Finish() {
  Cancel();
  co_await Drain();
}

net::awaitable<void> GrpcCall::Drain() {
  bool more = true;
  while (more) {
    // Not in the condition: GCC 12 makes wrong code of that.
    const std::optional<std::string> message = co_await Next();
    more = message.has_value();
  }
}

Metadata GrpcCall::headers() const {
  return FromGrpcMetadata(context_.GetServerInitialMetadata());
}

Metadata GrpcCall::trailers() const {
  return FromGrpcMetadata(context_.GetServerTrailingMetadata());
}

}  // namespace arena::referee
