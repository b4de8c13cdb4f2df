// The door of every service: who calls, or a call that is refused.
#ifndef REFEREE_ADMISSION_H_
#define REFEREE_ADMISSION_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/access.h"
#include "referee/grpc_status.h"

namespace arena::referee {

// In gRPC's words.
using CallContext = grpc::CallbackServerContext;
using UnaryCall = grpc::ServerUnaryReactor;

// Access::Admit for a call of gRPC. Every method begins with it.
inline void Admit(Access& access, absl::string_view method,
                  const CallContext& context, Access::Admitted admitted) {
  const auto& metadata = context.client_metadata();
  const auto it = metadata.find("authorization");
  std::optional<absl::string_view> authorization;
  if (it != metadata.end()) {
    authorization = absl::string_view(it->second.data(), it->second.size());
  }
  access.Admit(method, authorization, std::move(admitted));
}

// ---- Unary calls ----

// Ends a unary call; to be called once.
template <typename Response>
class Reply {
 public:
  Reply(UnaryCall* call, Response* response)
      : call_(call), response_(response) {}

  void operator()(absl::StatusOr<Response> response) const {
    if (response.ok()) *response_ = *std::move(response);
    call_->Finish(ToGrpc(response.status()));
  }

 private:
  UnaryCall* const call_;
  Response* const response_;
};

// A unary call: `serve(caller, reply)` sees to the answer, unless nobody may.
template <typename Response, typename Serve>
UnaryCall* ServeUnary(Access& access, absl::string_view method,
                      CallContext* context, Response* response, Serve serve) {
  UnaryCall* const call = context->DefaultReactor();
  Admit(access, method, *context,
        [reply = Reply<Response>(call, response),
         serve = std::move(serve)](const absl::StatusOr<Caller>& caller) {
          caller.ok() ? serve(*caller, reply) : reply(caller.status());
        });
  return call;
}

// ---- Streams ----

// Counts a stream of `stream`'s, which provides Revoke(status), for as long as
// the result exists.
template <typename T>
absl::StatusOr<std::unique_ptr<Access::Stream>> CountStream(
    Access& access, const Caller& caller, const std::shared_ptr<T>& stream) {
  return access.OpenStream(
      caller, [stream = std::weak_ptr<T>(stream)](const absl::Status& status) {
        if (const auto open = stream.lock()) open->Revoke(status);
      });
}

}  // namespace arena::referee

#endif  // REFEREE_ADMISSION_H_
