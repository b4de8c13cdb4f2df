#include "arena/cli/base/referee_channel.h"

#include <openssl/pem.h>
#include <openssl/x509.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/cli/base/match_id.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/core/text.h"
#include "arena/record/file.h"
#include "arena/rpc/grpc_status.h"
#include "arena/v1/match_service.grpc.pb.h"
#include "arena/v1/replay_service.grpc.pb.h"
#include "sdk/cpp/base/proxies.h"

namespace arena::cli {
namespace {

constexpr std::chrono::seconds kConnectTimeout{3};

using grpc::experimental::ClientInterceptorFactoryInterface;
using grpc::experimental::ClientRpcInfo;
using grpc::experimental::InterceptionHookPoints;
using grpc::experimental::Interceptor;
using grpc::experimental::InterceptorBatchMethods;

// Puts the token into the metadata of a call. gRPC's call credentials would not
// go over a channel without TLS, such as a Unix socket.
class TokenInterceptor final : public Interceptor {
 public:
  explicit TokenInterceptor(const std::string& token) : token_(token) {}
  void Intercept(InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(
            InterceptionHookPoints::PRE_SEND_INITIAL_METADATA)) {
      methods->GetSendInitialMetadata()->insert(
          {"authorization", "Bearer " + token_});
    }
    methods->Proceed();
  }

 private:
  const std::string& token_;
};

class TokenInterceptors final : public ClientInterceptorFactoryInterface {
 public:
  explicit TokenInterceptors(std::string token) : token_(std::move(token)) {}
  Interceptor* CreateClientInterceptor(ClientRpcInfo* /*info*/) override {
    return new TokenInterceptor(token_);
  }

 private:
  const std::string token_;
};

bool HasCertificate(const std::string& pem) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> bytes(
      BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), &BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr), &X509_free);
  return certificate != nullptr;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>> CredentialsFor(
    const RefereeFlags& flags) {
  if (flags.tls_ca.empty()) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions tls;
  ARENA_ASSIGN_OR_RETURN(tls.pem_root_certs, ReadFile(flags.tls_ca));
  if (!HasCertificate(tls.pem_root_certs)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--tls-ca ", flags.tls_ca,
                     " holds no certificate; expected a PEM file with "
                     "certificates to trust"));
  }
  return grpc::SslCredentials(tls);
}

// OK if the bytes have the hash that the referee names for the record.
absl::Status CheckHash(const std::shared_ptr<grpc::Channel>& channel,
                       const std::string& match_id, const std::string& record) {
  const auto stub = v1::MatchService::NewStub(channel);
  ARENA_ASSIGN_OR_RETURN(const v1::GetMatchResponse response,
                         GetMatch(*stub, match_id));
  if (Sha256(record) == response.match().record_sha256()) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrCat(
      "the record of match ", match_id, " came with ", record.size(),
      " bytes, and their SHA-256 is not the one that the match names"));
}

// gRPC would take a name without a port for one with port 443, and look up the
// beginning of a URL.
absl::Status CheckAddress(absl::string_view address) {
  absl::string_view path = address;
  if (absl::ConsumePrefix(&path, "unix:") && !path.empty()) {
    return absl::OkStatus();
  }
  const size_t colon = address.rfind(':');
  uint32_t port = 0;
  if (colon != absl::string_view::npos && colon > 0 &&
      !absl::StrContains(address, "://") &&
      absl::SimpleAtoi(address.substr(colon + 1), &port) && port > 0 &&
      port <= 65535) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "--address is \"", Shortened(address), "\"; expected host:port, e.g. ",
      kDefaultAddress, ", or unix:PATH"));
}

// "through the HTTP proxy that https_proxy names "; empty without one.
std::string ProxyText(const std::string& address) {
  const std::string variable = pentathlon::ProxyVariable(address);
  return variable.empty()
             ? ""
             : absl::StrCat("through the HTTP proxy that ", variable,
                            " names (no_proxy makes exceptions) ");
}

}  // namespace

CLI::Option* AddRefereeFlags(CLI::App& command, RefereeFlags& flags) {
  command
      .add_option("--token", flags.token,
                  "Proves who you are; the variable is safer, because other "
                  "people on the machine can see command lines")
      ->envname("ARENA_TOKEN");
  command
      .add_option("--tls-ca", flags.tls_ca,
                  "PEM file with the certificates to trust; turns TLS on")
      ->envname("ARENA_TLS_CA");
  return command
      .add_option("--address", flags.address,
                  "The referee: host:port or unix:PATH")
      ->envname("ARENA_ADDRESS");
}

std::string AddressVariable(const RefereeFlags& flags) {
  const char* const address = std::getenv("ARENA_ADDRESS");
  const bool is_set = address != nullptr && flags.address == address;
  return is_set ? " (set by ARENA_ADDRESS)" : "";
}

absl::StatusOr<std::shared_ptr<grpc::Channel>> ConnectTo(
    const RefereeFlags& flags) {
  ARENA_RETURN_IF_ERROR(CheckAddress(flags.address));
  grpc::ChannelArguments arguments =
      pentathlon::ChannelArgumentsTo(flags.address);
  // A restarted referee is found within a second; by default the library's
  // pauses grow to two minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  ARENA_ASSIGN_OR_RETURN(const auto credentials, CredentialsFor(flags));
  std::vector<std::unique_ptr<ClientInterceptorFactoryInterface>> interceptors;
  if (!flags.token.empty()) {
    interceptors.push_back(std::make_unique<TokenInterceptors>(flags.token));
  }
  std::shared_ptr<grpc::Channel> channel =
      grpc::experimental::CreateCustomChannelWithInterceptors(
          flags.address, credentials, arguments, std::move(interceptors));
  if (!channel->WaitForConnected(std::chrono::system_clock::now() +
                                 kConnectTimeout)) {
    return absl::UnavailableError(absl::StrCat(
        "no referee answers within ", kConnectTimeout.count(), " s at \"",
        flags.address, "\"", AddressVariable(flags), " ",
        ProxyText(flags.address),
        flags.tls_ca.empty()
            ? absl::StrCat("without TLS; start one with `arena serve --data "
                           "DIR --listen ",
                           flags.address,
                           "`, name another address with --address, or the "
                           "certificates to trust with --tls-ca")
            : absl::StrCat("with a certificate from ", flags.tls_ca,
                           "; name another address with --address, another "
                           "file with --tls-ca (ARENA_TLS_CA) if this one does "
                           "not have the referee's authority, or none if the "
                           "referee has no TLS")));
  }
  return channel;
}

absl::Status FromReferee(const grpc::Status& status) {
  if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED &&
      status.error_message() == "Deadline Exceeded") {
    return absl::DeadlineExceededError("the referee did not answer in time");
  }
  absl::Status said = FromGrpc(status);
  const bool by_token =
      absl::IsUnauthenticated(said) || absl::IsPermissionDenied(said);
  if (!by_token || std::getenv("ARENA_TOKEN") == nullptr) return said;
  return {said.code(),
          absl::StrCat(said.message(),
                       " (ARENA_TOKEN is set; --token overrules it)")};
}

namespace {

// Reads the record of a match part by part, while `take` wants more.
absl::Status StreamRecord(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& match_id,
    absl::FunctionRef<bool(absl::string_view part)> take) {
  grpc::ClientContext context;
  v1::GetRecordRequest request;
  request.set_match_id(match_id);
  const auto stub = v1::ReplayService::NewStub(channel);
  const auto reader = stub->GetRecord(&context, request);
  v1::GetRecordResponse part;
  while (reader->Read(&part)) {
    if (!take(part.chunk())) context.TryCancel();
  }
  return FromReferee(reader->Finish());
}

}  // namespace

bool IsRecordGone(const std::shared_ptr<grpc::Channel>& channel,
                  const std::string& match_id) {
  // The first part proves that the record exists.
  return absl::IsNotFound(
      StreamRecord(channel, match_id, [](absl::string_view) { return false; }));
}

absl::StatusOr<std::string> FetchRecord(
    const std::shared_ptr<grpc::Channel>& channel,
    const std::string& match_id) {
  std::string record;
  ARENA_RETURN_IF_ERROR(
      StreamRecord(channel, match_id, [&](absl::string_view part) {
        absl::StrAppend(&record, part);
        return true;
      }));
  ARENA_RETURN_IF_ERROR(CheckHash(channel, match_id, record));
  return record;
}

}  // namespace arena::cli
