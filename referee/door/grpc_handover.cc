#include "referee/door/grpc_handover.h"

#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <utility>

#include "absl/time/clock.h"

namespace arena::referee {
namespace {

constexpr int kThreads = 8;

}  // namespace

GrpcHandover::GrpcHandover(
    grpc::ServerBuilder& builder,
    const std::shared_ptr<grpc::ServerCredentials>& credentials, bool plain)
    : plain_(plain),
      threads_(std::make_unique<boost::asio::thread_pool>(kThreads)) {
  using Type = grpc::ServerBuilder::experimental_type::ExternalConnectionType;
  for (int i = 0; i < kThreads; ++i) {
    free_.push_back(builder.experimental().AddExternalConnectionAcceptor(
        Type::FROM_FD, credentials));
  }
}

GrpcHandover::~GrpcHandover() {
  Stop();
  threads_->join();
}

void GrpcHandover::Take(Descriptor connection, const std::string& name) {
  boost::asio::post(*threads_,
                    [this, name, taken = std::move(connection)]() mutable {
                      Run(std::move(taken), name);
                    });
}

void GrpcHandover::Stop() { threads_->stop(); }

std::vector<std::string> GrpcHandover::KeptSince(absl::Time then) const {
  MutexLock lock(mutex_);
  std::vector<std::string> names;
  for (const auto& [acceptor, kept] : kept_) {
    if (kept.since <= then) names.push_back(kept.name);
  }
  return names;
}

void GrpcHandover::Run(Descriptor connection, const std::string& name) {
  std::unique_ptr<GrpcAcceptor> acceptor;
  {
    MutexLock lock(mutex_);
    acceptor = std::move(free_.back());
    free_.pop_back();
    kept_[acceptor.get()] = {.name = name, .since = absl::Now()};
  }
  GrpcAcceptor::NewConnectionParameters parameters;
  parameters.fd = connection.Release();
  acceptor->HandleNewConnection(&parameters);
  MutexLock lock(mutex_);
  kept_.erase(acceptor.get());
  free_.push_back(std::move(acceptor));
}

}  // namespace arena::referee
