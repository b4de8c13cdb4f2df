// Hands connections over to gRPC.
#ifndef REFEREE_DOOR_GRPC_HANDOVER_H_
#define REFEREE_DOOR_GRPC_HANDOVER_H_

#include <grpcpp/server_builder.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "arena/core/descriptor.h"
#include "arena/core/mutex.h"
#include "referee/door/handover.h"

namespace boost::asio {
class thread_pool;
}

namespace arena::referee {

// gRPC serves a connection on the thread that hands it over for as long as the
// connection has something to read. Meanwhile the same acceptor takes no other
// connection, so a connection that sends without end would keep out all others.
// Therefore a handover has several threads, each with an acceptor of its own,
// and tells which connections keep the threads.
class GrpcHandover final : public Handover {
 public:
  // Call it before the server is built. `plain`: the credentials are without
  // TLS.
  GrpcHandover(grpc::ServerBuilder& builder,
               const std::shared_ptr<grpc::ServerCredentials>& credentials,
               bool plain);
  // Waits until no connection keeps a thread.
  ~GrpcHandover() override;
  GrpcHandover(const GrpcHandover&) = delete;
  GrpcHandover& operator=(const GrpcHandover&) = delete;

  void Take(Descriptor connection, const std::string& name) override;
  bool ReadsPlainHttp2() const override { return plain_; }
  // Connections that wait for a thread are closed, too.
  void Stop() override;
  std::vector<std::string> KeptSince(absl::Time then) const override;

 private:
  using GrpcAcceptor = grpc::experimental::ExternalConnectionAcceptor;
  struct Kept {
    std::string name;
    absl::Time since;
  };

  void Run(Descriptor connection, const std::string& name);

  const bool plain_;
  mutable Mutex mutex_;
  // As many as threads.
  std::vector<std::unique_ptr<GrpcAcceptor>> free_ ABSL_GUARDED_BY(mutex_);
  std::map<GrpcAcceptor*, Kept> kept_ ABSL_GUARDED_BY(mutex_);
  const std::unique_ptr<boost::asio::thread_pool> threads_;
};

}  // namespace arena::referee

#endif  // REFEREE_DOOR_GRPC_HANDOVER_H_
