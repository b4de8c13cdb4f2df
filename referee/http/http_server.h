// Serves HTTP on connections that others have accepted.
#ifndef REFEREE_HTTP_HTTP_SERVER_H_
#define REFEREE_HTTP_HTTP_SERVER_H_

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/notification.h"
#include "arena/core/descriptor.h"
#include "referee/http/http_connection.h"
#include "referee/http/tls_context.h"

namespace arena::referee {

// One thread serves all connections, and yields to the threads of matches: the
// system gives it less of a busy processor. Thread-safe.
class HttpServer {
 public:
  struct Options {
    HttpLimits limits = {};
    OriginPolicy origins = OriginPolicy({}, false);
  };

  // The handler outlives the server.
  HttpServer(Options options, HttpHandler& handler);
  // As Stop.
  ~HttpServer();

  // Serves a connection; `name` as Peer::connection. Without `tls` it is plain.
  void Take(Descriptor connection, const std::string& name,
            std::shared_ptr<TlsContext> tls);
  // Closes connections between requests, lets requests under way end, and waits
  // for their end. The code that answers the requests must end them. A caller
  // that has not read its answer after the stop_time of the limits is cut.
  // Nothing is served afterwards.
  void Stop();

 private:
  // ---- On the thread ----
  void Serve(Descriptor connection, const std::string& name,
             const std::shared_ptr<TlsContext>& tls);
  net::awaitable<void> Run(std::shared_ptr<HttpConnection> connection);
  void EndIfEmpty();
  void CloseAll();

  const HttpConnection::World world_;
  net::io_context context_{1};
  net::executor_work_guard<net::io_context::executor_type> work_;
  std::map<HttpConnection*, std::weak_ptr<HttpConnection>> open_;
  bool stopping_ = false;
  net::steady_timer patience_{context_};
  std::thread thread_;
};

}  // namespace arena::referee

#endif  // REFEREE_HTTP_HTTP_SERVER_H_
