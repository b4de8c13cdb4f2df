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

// Access::Admit for a call of gRPC. Every method begins with it.
inline void Admit(Access& access, absl::string_view method,
                  const grpc::CallbackServerContext& context,
                  Access::Admitted admitted) {
  const auto& metadata = context.client_metadata();
  const auto it = metadata.find("authorization");
  std::optional<absl::string_view> authorization;
  if (it != metadata.end()) {
    authorization = absl::string_view(it->second.data(), it->second.size());
  }
  access.Admit(method, authorization, std::move(admitted));
}

// A unary call: `serve(caller, reactor)` answers it, unless nobody may.
inline grpc::ServerUnaryReactor* ServeUnary(
    Access& access, absl::string_view method,
    grpc::CallbackServerContext* context,
    std::function<void(const Caller&, grpc::ServerUnaryReactor*)> serve) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  Admit(access, method, *context,
        [reactor,
         serve = std::move(serve)](const absl::StatusOr<Caller>& caller) {
          if (caller.ok()) return serve(*caller, reactor);
          reactor->Finish(ToGrpc(caller.status()));
        });
  return reactor;
}

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
