#include "referee/http/http_server.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "arena/core/niceness.h"
#include "referee/base/log.h"

namespace arena::referee {

HttpServer::HttpServer(Options options, HttpHandler& handler)
    : world_{.limits = options.limits,
             .origins = std::move(options.origins),
             .handler = handler},
      work_(context_.get_executor()),
      thread_([this] {
        SetNiceness(kReadersNiceness);
        context_.run();
      }) {}

HttpServer::~HttpServer() { Stop(); }

void HttpServer::Take(Descriptor connection, const std::string& name,
                      std::shared_ptr<TlsContext> tls) {
  net::post(context_,
            [this, name, tls = std::move(tls),
             taken = std::make_shared<Descriptor>(std::move(connection))] {
              Serve(std::move(*taken), name, tls);
            });
}

void HttpServer::Serve(Descriptor connection, const std::string& name,
                       const std::shared_ptr<TlsContext>& tls) {
  if (stopping_) return;
  auto stream = OpenByteStream(std::move(connection), context_.get_executor(),
                               tls == nullptr ? nullptr : tls->Current());
  if (!stream.ok()) {
    return LogError("HTTP connection not taken", {}, stream.status());
  }
  const auto opened = std::make_shared<HttpConnection>(
      world_, context_.get_executor(), *std::move(stream), name,
      tls != nullptr);
  open_[opened.get()] = opened;
  net::co_spawn(
      context_, [this, opened] { return Run(opened); }, net::detached);
}

net::awaitable<void> HttpServer::Run(
    std::shared_ptr<HttpConnection> connection) {
  co_await connection->Run();
  open_.erase(connection.get());
  EndIfEmpty();
}

void HttpServer::EndIfEmpty() {
  if (!stopping_ || !open_.empty()) return;
  patience_.cancel();
  work_.reset();
}

void HttpServer::CloseAll() {
  stopping_ = true;
  for (const auto& [address, weak] : open_) {
    if (const auto connection = weak.lock()) connection->Close();
  }
  patience_.expires_after(absl::ToChronoMilliseconds(world_.limits.stop_time));
  patience_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    for (const auto& [address, weak] : open_) {
      if (const auto connection = weak.lock()) connection->Cut();
    }
  });
  EndIfEmpty();
}

void HttpServer::Stop() {
  if (!thread_.joinable()) return;
  net::post(context_, [this] { CloseAll(); });
  thread_.join();
}

}  // namespace arena::referee
