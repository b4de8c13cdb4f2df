// The health that a referee reports.
#ifndef TESTS_TESTING_HEALTH_H_
#define TESTS_TESTING_HEALTH_H_

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <future>
#include <memory>
#include <string>

namespace arena::testing {

// Whether the referee reports SERVING for a service, or for itself. Calls
// grpc.health.v1 by hand: the name is field 1; the answer is two bytes: field
// 1, SERVING is 1.
inline bool IsServing(const std::shared_ptr<grpc::Channel>& channel,
                      const std::string& service = "") {
  grpc::ClientContext context;
  const grpc::Slice asked(
      service.empty()
          ? ""
          : "\x0a" + std::string(1, static_cast<char>(service.size())) +
                service);
  grpc::ByteBuffer request(&asked, 1), response;
  std::promise<grpc::Status> done;
  grpc::GenericStub(channel).UnaryCall(
      &context, "/grpc.health.v1.Health/Check", grpc::StubOptions(), &request,
      &response, [&](const grpc::Status& status) { done.set_value(status); });
  if (!done.get_future().get().ok()) return false;
  grpc::Slice slice;
  return response.TrySingleSlice(&slice).ok() &&
         std::string(slice.begin(), slice.end()) == "\x08\x01";
}

}  // namespace arena::testing

#endif  // TESTS_TESTING_HEALTH_H_
