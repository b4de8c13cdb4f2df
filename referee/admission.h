// The door of every service: who calls, or a call that is refused at once.
#ifndef REFEREE_ADMISSION_H_
#define REFEREE_ADMISSION_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "referee/access.h"
#include "referee/grpc_status.h"

namespace arena::referee {

// Access::Admit for a call of gRPC. Every method begins with it.
inline absl::StatusOr<Caller> Admit(
    Access& access, absl::string_view method,
    const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto it = metadata.find("authorization");
  if (it == metadata.end()) return access.Admit(method, std::nullopt);
  return access.Admit(method,
                      absl::string_view(it->second.data(), it->second.size()));
}

// The same for a unary call, which is over if there is no caller.
inline std::optional<Caller> Admit(Access& access, absl::string_view method,
                                   const grpc::CallbackServerContext& context,
                                   grpc::ServerUnaryReactor& reactor) {
  const absl::StatusOr<Caller> caller = Admit(access, method, context);
  if (caller.ok()) return *caller;
  reactor.Finish(ToGrpc(caller.status()));
  return std::nullopt;
}

// A stream that has ended before it began: Refused<grpc::ServerWriteReactor<M>>
// or Refused<grpc::ServerBidiReactor<M, N>>.
template <typename Reactor>
class Refused final : public Reactor {
 public:
  explicit Refused(const absl::Status& status) { this->Finish(ToGrpc(status)); }
  void OnDone() override { delete this; }
};

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
