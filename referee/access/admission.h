// The door of every service: finds the caller, or refuses the call.
#ifndef REFEREE_ACCESS_ADMISSION_H_
#define REFEREE_ACCESS_ADMISSION_H_

#include <functional>
#include <grpcpp/grpcpp.h>

#include <iterator>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "arena/rpc/grpc_status.h"
#include "referee/access/access.h"
#include "referee/access/private_door.h"
#include "referee/access/replies.h"

namespace arena::referee {

// Metadata that HttpGateway sends: "SECRET 10.0.0.1:4321". Nobody else knows the
// secret.
inline constexpr char kHttpPeer[] = "arena-http-peer";

// Short names for types of gRPC.
using CallContext = grpc::CallbackServerContext;
using UnaryCall = grpc::ServerUnaryReactor;

// Metadata of a call; empty if there is none. The last one of that name: what
// a proxy adds comes behind what the caller has sent.
inline absl::string_view MetadataOf(const CallContext& context,
                                    const char* name) {
  const auto [begin, end] = context.client_metadata().equal_range(name);
  if (begin == end) return "";
  const grpc::string_ref& value = std::prev(end)->second;
  return {value.data(), value.size()};
}

inline Peer PeerOf(const Access& access, const CallContext& context) {
  Peer peer = access.PeerOfCall(context.peer(), MetadataOf(context, kHttpPeer),
                                MetadataOf(context, "x-forwarded-for"));
  peer.by_private_address = IsByPrivateAddress(context);
  return peer;
}

// Access::Admit for a gRPC call. Every method begins with it.
inline void Admit(Access& access, absl::string_view method,
                  const CallContext& context, Access::Admitted admitted) {
  access.Admit(method, MetadataOf(context, "authorization"),
               PeerOf(access, context), std::move(admitted));
}

// ---- Unary calls ----

// Ends a unary call. Call it once.
template <typename Response>
class Reply {
 public:
  Reply(UnaryCall* call, Response* response)
      : call_(call), response_(response) {}

  void operator()(absl::StatusOr<Response> response) const {
    if (!response.ok()) return call_->Finish(ToGrpc(response.status()));
    // What lists, texts and numbers of entrants are bounded for; a client would
    // not say so well.
    if (const size_t bytes = response->ByteSizeLong();
        bytes > kMaxResponseBytes) {
      return call_->Finish(ToGrpc(absl::ResourceExhaustedError(
          absl::StrCat("the response has ", bytes, " bytes; at most ",
                       kMaxResponseBytes, " are sent"))));
    }
    *response_ = *std::move(response);
    call_->Finish(grpc::Status::OK);
  }

 private:
  UnaryCall* const call_;
  Response* const response_;
};

// Serves a unary call: `serve(caller, reply)` must reply; it is not called if
// the caller is refused.
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

// A stream that counts among those of its caller, and lives until gRPC is done
// with it. `Stream` derives from this and provides Revoke(status), which ends
// the stream because the caller's token is no longer valid.
template <typename Stream>
class CountedStream : public std::enable_shared_from_this<Stream> {
 protected:
  // Keeps the stream alive from now until Leave. Calls `entered` with the
  // caller, or with why it is refused; the stream must not end before.
  void Enter(Access& access, absl::string_view method,
             const CallContext& context,
             std::function<void(const absl::StatusOr<Caller>&)> entered) {
    self_ = this->shared_from_this();
    Admit(access, method, context,
          [&access, self = self_, peer = PeerOf(access, context),
           entered = std::move(entered)](const absl::StatusOr<Caller>& caller) {
            entered(self->Count(access, caller, peer));
          });
  }
  // A message has come.
  void NoteMessage() { counted_->NoteMessage(); }
  void Leave() {
    counted_.reset();
    self_.reset();
  }

 private:
  absl::StatusOr<Caller> Count(Access& access,
                               const absl::StatusOr<Caller>& caller,
                               const Peer& peer) {
    ARENA_RETURN_IF_ERROR(caller.status());
    const auto revoke =
        [stream = this->weak_from_this()](const absl::Status& status) {
          if (const auto open = stream.lock()) open->Revoke(status);
        };
    ARENA_ASSIGN_OR_RETURN(counted_, access.OpenStream(*caller, peer, revoke));
    return caller;
  }

  std::shared_ptr<CountedStream> self_;
  std::unique_ptr<Access::Stream> counted_;
};

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_ADMISSION_H_
