// Calls to a referee, and their errors as those of everything else here.
#ifndef ARENA_CLI_REFEREE_CHANNEL_H_
#define ARENA_CLI_REFEREE_CHANNEL_H_

#include <grpcpp/grpcpp.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace arena::cli {

inline constexpr char kDefaultAddress[] = "127.0.0.1:5757";

// --address, or the variable ARENA_ADDRESS.
CLI::Option* AddAddressFlag(CLI::App& command, std::string& address);

// A channel that is ready. UNAVAILABLE says how to start a referee if there is
// none at the address.
absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectTo(
    const std::string& address);

// The same code and message.
absl::Status FromGrpc(const grpc::Status& status);

// One unary call: Call(*stub, &Stub::GetMatch, request) is the response.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> Call(Stub& stub,
                              grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                           const Request&,
                                                           Response*),
                              const Request& request) {
  grpc::ClientContext context;
  Response response;
  const grpc::Status status = (stub.*method)(&context, request, &response);
  if (!status.ok()) return FromGrpc(status);
  return response;
}

// The bytes of a record file that a referee keeps.
absl::StatusOr<std::string> FetchRecord(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& id);

}  // namespace arena::cli

#endif  // ARENA_CLI_REFEREE_CHANNEL_H_
