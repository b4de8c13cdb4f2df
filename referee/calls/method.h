// The methods of the referee's services, as data.
#ifndef REFEREE_CALLS_METHOD_H_
#define REFEREE_CALLS_METHOD_H_

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "arena/v1/bot_service.pb.h"
#include "referee/calls/call.h"

namespace arena::referee {

// The roles that may call a method.
struct Permission {
  // One bit for each v1::Role. The bit of ROLE_UNSPECIFIED admits callers
  // without a token where the public may watch. 0: all callers, even without a
  // token.
  uint32_t roles = 0;
  // Whether calls count for Quotas::max_calls.
  bool counted = true;
  // Whether a call needs a token even where other calls need none. Methods that
  // make tokens do, because these tokens stay valid when the referee is later
  // started with tokens.
  bool proven = false;

  constexpr Permission Uncounted() const { return {roles, false, proven}; }
  constexpr Permission Proven() const { return {roles, counted, true}; }
};

constexpr uint32_t Bit(v1::Role role) { return 1u << role; }
inline constexpr Permission kEverybody = {0};
inline constexpr Permission kAdmins = {Bit(v1::ROLE_ADMIN)};
inline constexpr Permission kAuthors = {kAdmins.roles | Bit(v1::ROLE_AUTHOR)};
inline constexpr Permission kBots = {kAdmins.roles | Bit(v1::ROLE_BOT)};
inline constexpr Permission kRunners = {kAdmins.roles | Bit(v1::ROLE_RUNNER)};
inline constexpr Permission kReaders = {kAuthors.roles | Bit(v1::ROLE_BOT) |
                                        Bit(v1::ROLE_SPECTATOR)};
// The readers, and the public where it may watch.
inline constexpr Permission kWatchers = {kReaders.roles |
                                         Bit(v1::ROLE_UNSPECIFIED)};

// Ends a unary call. Call it once, on any thread.
template <typename Response>
using Reply = std::function<void(absl::StatusOr<Response>)>;

// A method: who may call it, and the function that serves it. Exactly one of
// `serve` and `open` is set.
struct Method {
  using Message = google::protobuf::Message;

  const google::protobuf::MethodDescriptor* descriptor;
  Permission permission;
  // Unary: ends the call, now or later. The request lives until this returns.
  std::function<void(const std::shared_ptr<Call>&, const Message& request)>
      serve = nullptr;
  // Makes the stream that answers, which does not begin yet. The request is the
  // only one of the caller; null where callers send streams.
  std::function<std::shared_ptr<CallStream>(const std::shared_ptr<Call>&,
                                            const Message* request)>
      open = nullptr;

  // "MatchService.CreateMatch".
  std::string Name() const;
  // "/arena.v1.MatchService/CreateMatch".
  std::string Path() const;
};

// The method of that name in the schema: "MatchService.CreateMatch" of arena.v1,
// or a full name. There must be one.
const google::protobuf::MethodDescriptor* MethodNamed(absl::string_view name);

// Limits.max_response_bytes. Clients of gRPC accept 4 MiB, the frame included,
// unless they are told otherwise.
inline constexpr size_t kMaxResponseBytes = 4'000'000;

// Ends a unary call with a response that is not too large for clients of gRPC,
// or with an error.
void EndUnary(Call& call, const absl::Status& status,
              google::protobuf::Message* response);

template <typename Response>
Reply<Response> ReplyTo(const std::shared_ptr<Call>& call) {
  return [call](absl::StatusOr<Response> response) {
    EndUnary(*call, response.status(), response.ok() ? &*response : nullptr);
  };
}

// ---- Rows ----

// `serve(call, request, reply)` must reply; the types of its parameters are
// those of the method:
//
//     Unary("MatchService.GetMatch", kWatchers,
//           [&host](const Call&, const v1::GetMatchRequest& request,
//                   const Reply<v1::GetMatchResponse>& reply) { ... })
template <typename Serve, typename Request, typename Response>
Method UnaryOf(absl::string_view name, const Permission& permission,
               Serve serve,
               void (Serve::*)(const Call&, const Request&,
                               const Reply<Response>&) const) {
  return {.descriptor = MethodNamed(name),
          .permission = permission,
          .serve = [serve = std::move(serve)](
                       const std::shared_ptr<Call>& call,
                       const google::protobuf::Message& request) {
            serve(*call, static_cast<const Request&>(request),
                  ReplyTo<Response>(call));
          }};
}
template <typename Serve>
Method Unary(absl::string_view name, const Permission& permission,
             Serve serve) {
  return UnaryOf(name, permission, std::move(serve), &Serve::operator());
}

// `open(call, request)` makes the stream that answers a request.
template <typename Request, typename Open>
Method ServerStream(absl::string_view name, const Permission& permission,
                    Open open) {
  return {.descriptor = MethodNamed(name),
          .permission = permission,
          .open = [open = std::move(open)](
                      const std::shared_ptr<Call>& call,
                      const google::protobuf::Message* request) {
            return open(call, static_cast<const Request&>(*request));
          }};
}
// `open(call)` makes the stream that reads requests and answers them.
template <typename Open>
Method BidiStream(absl::string_view name, const Permission& permission,
                  Open open) {
  return {.descriptor = MethodNamed(name),
          .permission = permission,
          .open = [open = std::move(open)](
                      const std::shared_ptr<Call>& call,
                      const google::protobuf::Message*) { return open(call); }};
}

// ---- All methods ----

// Thread-safe.
class MethodTable {
 public:
  explicit MethodTable(std::vector<Method> methods);
  virtual ~MethodTable() = default;

  // By Method::Path.
  const std::map<std::string, Method, std::less<>>& methods() const {
    return methods_;
  }
  // Null if there is none.
  const Method* Find(absl::string_view path) const;

  // Serves a call of one of these methods, or refuses it. `request` is absent
  // if callers send a stream.
  virtual void Begin(
      const std::shared_ptr<Call>& call, const Method& method,
      std::shared_ptr<const google::protobuf::Message> request) = 0;

 private:
  std::map<std::string, Method, std::less<>> methods_;
};

// An empty request of a method.
std::unique_ptr<google::protobuf::Message> NewRequest(const Method& method);

}  // namespace arena::referee

#endif  // REFEREE_CALLS_METHOD_H_
