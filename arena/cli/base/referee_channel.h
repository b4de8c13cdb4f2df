// Calls to a referee, with errors as absl::Status.
#ifndef ARENA_CLI_BASE_REFEREE_CHANNEL_H_
#define ARENA_CLI_BASE_REFEREE_CHANNEL_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/core/check.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace arena::cli {

inline constexpr char kDefaultAddress[] = "127.0.0.1:5757";
// The most entries of a list that a referee sends at once.
inline constexpr int kLargestPage = 1000;

// The address of a referee, and the identity of the caller.
struct RefereeFlags {
  std::string address = kDefaultAddress;
  // Proves the caller's identity; empty: the call has no identity.
  std::string token = "";
  // PEM file with the certificates to trust; empty: no TLS.
  std::string tls_ca = "";
};

// --address, --token and --tls-ca, or the variables ARENA_ADDRESS, ARENA_TOKEN
// and ARENA_TLS_CA. Returns the option --address.
CLI::Option* AddRefereeFlags(CLI::App& command, RefereeFlags& flags);

// " (set by ARENA_ADDRESS)" if that variable names the address; else empty.
std::string AddressVariable(const RefereeFlags& flags);

// A channel that is ready; all its calls carry the token. UNAVAILABLE if no
// referee answers at the address; the message says how to start one.
absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectTo(
    const RefereeFlags& flags);

// A service of the referee that the flags name.
template <typename Service>
absl::StatusOr<std::unique_ptr<typename Service::Stub>> StubFor(
    const RefereeFlags& flags) {
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(flags));
  return Service::NewStub(channel);
}

// The same code and message. A message of gRPC's own is replaced by a clearer
// message.
absl::Status FromReferee(const grpc::Status& status);

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
  if (!status.ok()) return FromReferee(status);
  return response;
}

// Calls a listing method page by page, from the page that the request names to
// the last page, or until `take` returns false.
template <typename Stub, typename Request, typename Response, typename Take>
absl::Status ForEachPage(Stub& stub,
                         grpc::Status (Stub::*method)(grpc::ClientContext*,
                                                      const Request&,
                                                      Response*),
                         Request request, Take take) {
  do {
    ARENA_ASSIGN_OR_RETURN(Response page, Call(stub, method, request));
    request.set_page_token(page.next_page_token());
    if (!take(std::move(page))) break;
  } while (!request.page_token().empty());
  return absl::OkStatus();
}

// All pages of a list in one.
template <typename Stub, typename Request, typename Response>
absl::StatusOr<Response> AllPages(
    Stub& stub,
    grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&,
                                 Response*),
    Request request) {
  request.set_page_size(kLargestPage);
  Response all;
  ARENA_RETURN_IF_ERROR(
      ForEachPage(stub, method, request, [&](const Response& page) {
        all.MergeFrom(page);
        return true;
      }));
  all.clear_next_page_token();
  return all;
}

// Whether the referee has no record of the match, or no longer has it.
bool IsRecordGone(const std::shared_ptr<grpc::Channel>& channel,
                  const std::string& match_id);

// The bytes of the record that a referee keeps of a match.
absl::StatusOr<std::string> FetchRecord(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& match_id);

}  // namespace arena::cli

#endif  // ARENA_CLI_BASE_REFEREE_CHANNEL_H_
