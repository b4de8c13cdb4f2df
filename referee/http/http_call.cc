#include "referee/http/http_call.h"

#include <utility>

#include "absl/time/clock.h"

namespace arena::referee {

HttpCall::HttpCall(Request& request, const Exchange& exchange)
    : strand_(exchange.strand()),
      metadata_(std::move(request.metadata)),
      // In the form of gRPC.
      uri_(exchange.connection().empty() ? "unix:" : exchange.connection()),
      deadline_(absl::Now() + request.timeout),
      changed_(strand_),
      timer_(strand_) {}

std::shared_ptr<HttpCall> HttpCall::Start(MethodTable& table,
                                          const Method& method, Request request,
                                          Exchange& exchange) {
  std::shared_ptr<HttpCall> call(new HttpCall(request, exchange));
  if (request.timeout != absl::InfiniteDuration()) call->SetTimer();
  exchange.set_on_gone([call] { call->Cancel(); });
  table.Begin(call, method, std::move(request.message));
  return call;
}

std::shared_ptr<HttpCall> HttpCall::Self() {
  return std::static_pointer_cast<HttpCall>(shared_from_this());
}

void HttpCall::SetTimer() {
  timer_.expires_after(absl::ToChronoNanoseconds(deadline_ - absl::Now()));
  timer_.async_wait([call = std::weak_ptr<HttpCall>(Self())](
                        const boost::system::error_code& error) {
    const std::shared_ptr<HttpCall> self = call.lock();
    if (error || self == nullptr || self->over_) return;
    self->End(absl::DeadlineExceededError("the time of the call is over"));
    self->TellCancelled();
  });
}

// ---- For the coroutine ----

net::awaitable<void> HttpCall::WaitForMessage() {
  while (!message_.has_value() && !over_) co_await changed_.Wait();
}

net::awaitable<std::optional<std::string>> HttpCall::Next() {
  co_await WaitForMessage();
  if (!message_.has_value()) co_return std::nullopt;
  std::string bytes = BytesOf(*message_);
  message_.reset();
  TellWritten(true);
  co_return bytes;
}

net::awaitable<void> HttpCall::WaitForEnd() {
  while (!over_) co_await changed_.Wait();
}

// ---- For the method ----

absl::string_view HttpCall::MetadataOf(absl::string_view name) const {
  for (auto entry = metadata_.rbegin(); entry != metadata_.rend(); ++entry) {
    if (entry->first == name) return entry->second;
  }
  return "";
}

void HttpCall::Respond(google::protobuf::Message& response) {
  std::shared_ptr<google::protobuf::Message> taken(response.New());
  taken->GetReflection()->Swap(taken.get(), &response);
  Post([taken](HttpCall& call) {
    call.response_ = taken;
    call.End(absl::OkStatus());
    call.TellDone();
  });
}

void HttpCall::Write(const grpc::ByteBuffer& message) {
  Post([message](HttpCall& call) {
    if (call.over_) return call.TellWritten(false);
    call.message_ = message;
    call.changed_.Raise();
  });
}

void HttpCall::Finish(const absl::Status& status) {
  Post([status](HttpCall& call) {
    call.End(status);
    call.TellDone();
  });
}

void HttpCall::Cancel() {
  Post([](HttpCall& call) {
    if (call.over_) return;
    // A caller can only read this error when the referee stops, and should come
    // back.
    call.End(absl::UnavailableError("the referee has stopped"));
    call.TellCancelled();
  });
}

void HttpCall::End(const absl::Status& status) {
  if (over_) return;
  over_ = true;
  status_ = status;
  timer_.cancel();
  changed_.Raise();
  if (message_.has_value() && !status.ok()) {
    message_.reset();
    TellWritten(false);
  }
}

}  // namespace arena::referee
