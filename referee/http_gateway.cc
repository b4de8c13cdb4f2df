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
#include "referee/http_peer.h"

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

ConnectHandler::Options ConnectOptions(const HttpGateway::Options& options) {
  return {.services = Services(),
          .max_message_bytes = options.max_message_bytes * kBytesOfJson,
          .more_metadata = [secret = options.secret](const Exchange& exchange) {
            const std::string& name = exchange.connection();
            return Metadata{{kHttpPeer, absl::StrCat(secret, " ",
                                                     name.empty() ? "unix:"
                                                                  : name)}};
          }};
}

class HttpHandover final : public Handover {
 public:
  HttpHandover(HttpServer& server, std::shared_ptr<TlsContext> tls)
      : server_(server), tls_(std::move(tls)) {}

  void Take(Descriptor connection, const std::string& name) override {
    server_.Take(std::move(connection), name, tls_);
  }
  // The server is stopped when its requests can end.
  void Stop() override {}
  // A connection that reads and writes keeps no thread from others.
  std::vector<std::string> KeptSince(absl::Time /*then*/) const override {
    return {};
  }

 private:
  HttpServer& server_;
  const std::shared_ptr<TlsContext> tls_;
};

}  // namespace

HttpGateway::HttpGateway(grpc::Server& server, const Options& options)
    : connect_(ChannelTo(server), ConnectOptions(options)),
      server_({.limits = {.body_bytes =
                              options.max_message_bytes * kBytesOfJson},
               .origins = OriginPolicy(options.origins, options.any_host)},
              connect_) {}

std::unique_ptr<Handover> HttpGateway::NewHandover(
    std::shared_ptr<TlsContext> tls) {
  return std::make_unique<HttpHandover>(server_, std::move(tls));
}

}  // namespace arena::referee
