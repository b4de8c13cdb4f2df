#include "referee/http_gateway.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/v1/bot_service.pb.h"
#include "arena/v1/catalogue_service.pb.h"
#include "arena/v1/competition_service.pb.h"
#include "arena/v1/match_service.pb.h"
#include "arena/v1/play_service.pb.h"
#include "arena/v1/replay_service.pb.h"
#include "arena/v1/runner_service.pb.h"
#include "referee/access/admission.h"
#include "referee/door/http_handover.h"
#include "referee/site/reader_token.h"

namespace arena::referee {
namespace {

// JSON, which may be packed, has more bytes than the message that it says.
constexpr size_t kBytesOfJson = 4;

std::vector<const google::protobuf::ServiceDescriptor*> Services() {
  std::vector<const google::protobuf::ServiceDescriptor*> services;
  for (const auto* file :
       {v1::RegisterBotRequest::descriptor()->file(),
        v1::ListGamesRequest::descriptor()->file(),
        v1::CreateCompetitionRequest::descriptor()->file(),
        v1::CreateMatchRequest::descriptor()->file(),
        v1::PlayRequest::descriptor()->file(),
        v1::ReplayMatchRequest::descriptor()->file(),
        v1::WorkRequest::descriptor()->file()}) {
    for (int i = 0; i < file->service_count(); ++i) {
      services.push_back(file->service(i));
    }
  }
  return services;
}

std::shared_ptr<grpc::Channel> ChannelTo(grpc::Server& server) {
  grpc::ChannelArguments arguments;
  // The services bound their responses.
  arguments.SetMaxReceiveMessageSize(-1);
  return server.InProcessChannel(arguments);
}

// Who is at the other end.
Metadata PeerMetadata(const std::string& secret, const Exchange& exchange) {
  const std::string& name = exchange.connection();
  return {{kHttpPeer,
           absl::StrCat(secret, " ", name.empty() ? "unix:" : name)}};
}

// And the token of a reader who has logged in to the site, if a page of the site
// calls.
Metadata CallMetadata(const std::string& secret, const Exchange& exchange) {
  Metadata metadata = PeerMetadata(secret, exchange);
  std::string token = CookieAuthorizationOfCall(exchange.request());
  if (!token.empty()) metadata.emplace_back("authorization", std::move(token));
  return metadata;
}

ConnectHandler::Options ConnectOptions(const HttpGateway::Options& options) {
  return {.services = Services(),
          .max_message_bytes = options.max_message_bytes * kBytesOfJson,
          .more_metadata = [secret = options.secret](const Exchange& exchange) {
            return CallMetadata(secret, exchange);
          }};
}

}  // namespace

HttpGateway::HttpGateway(grpc::Server& server, const Options& options)
    : HttpGateway(ChannelTo(server), options) {}

HttpGateway::HttpGateway(const std::shared_ptr<grpc::Channel>& channel,
                         const Options& options)
    : connect_(channel, ConnectOptions(options)),
      site_(channel,
            {.more_metadata =
                 [secret = options.secret](const Exchange& exchange) {
                   return PeerMetadata(secret, exchange);
                 },
             .tokens_needed = options.tokens_needed,
             .forwarded = options.forwarded}),
      router_(connect_, site_),
      server_({.limits = {.body_bytes =
                              options.max_message_bytes * kBytesOfJson},
               .origins = OriginPolicy(options.origins, options.any_host)},
              router_) {}

std::unique_ptr<Handover> HttpGateway::NewHandover(
    std::shared_ptr<TlsContext> tls) {
  return std::make_unique<HttpHandover>(server_, std::move(tls));
}

}  // namespace arena::referee
