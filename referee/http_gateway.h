// The referee's methods and its site over plain HTTP.
#ifndef REFEREE_HTTP_GATEWAY_H_
#define REFEREE_HTTP_GATEWAY_H_

#include <grpcpp/server.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/door/handover.h"
#include "referee/http/connect_handler.h"
#include "referee/http/http_server.h"
#include "referee/http/tls_context.h"
#include "referee/site/router.h"
#include "referee/site/site.h"

namespace arena::referee {

// Passes each call on to the referee's own gRPC server, within this process, so
// that it meets the very same tokens, quotas and checks. Stop it, and the server
// behind it, before the acceptor of its connections is destroyed. Thread-safe.
class HttpGateway {
 public:
  struct Options {
    // As OriginPolicy has them.
    std::vector<std::string> origins;
    bool any_host = false;
    // Whether callers need tokens, except for what is public.
    bool tokens_needed = false;
    // Of kHttpPeer.
    std::string secret;
    // Whether a proxy on this machine says where calls come from.
    bool forwarded = false;
    size_t max_message_bytes = 64 * 1024;
  };

  // The server has started.
  HttpGateway(grpc::Server& server, const Options& options);

  // For the connections of one address; without `tls` they are plain.
  std::unique_ptr<Handover> NewHandover(std::shared_ptr<TlsContext> tls);
  // As HttpServer::Stop: the gRPC server has been shut down.
  void Stop() { server_.Stop(); }

 private:
  HttpGateway(const std::shared_ptr<grpc::Channel>& channel,
              const Options& options);

  ConnectHandler connect_;
  Site site_;
  Router router_;
  HttpServer server_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_GATEWAY_H_
