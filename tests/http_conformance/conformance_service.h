// The methods that the conformance suite calls: they answer as each request tells
// them to, and tell what they saw of the request.
#ifndef TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_
#define TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_

#include "referee/calls/method.h"

namespace arena::testing {

// Metadata with the query of a request by GET, which a method cannot see.
inline constexpr char kQuery[] = "conformance-query";

// Open to all, and called by HTTP. Those that are not here are UNIMPLEMENTED, as
// the suite wants it of one of them; the others need a stream of requests.
// Thread-safe.
class ConformanceMethods final : public referee::MethodTable {
 public:
  ConformanceMethods();

  void Begin(const std::shared_ptr<referee::Call>& call,
             const referee::Method& method,
             std::shared_ptr<const google::protobuf::Message> request) override;
};

}  // namespace arena::testing

#endif  // TESTS_HTTP_CONFORMANCE_CONFORMANCE_SERVICE_H_
