// The door of every method: finds the caller, or refuses the call.
#ifndef REFEREE_ACCESS_ADMISSION_H_
#define REFEREE_ACCESS_ADMISSION_H_

#include <memory>
#include <vector>

#include "referee/access/access.h"
#include "referee/access/silent_streams.h"
#include "referee/calls/method.h"

namespace arena::referee {

// A table of methods that checks each caller before the method is served, and
// counts a stream among the streams of its caller. The constructor's arguments
// must outlive this object. Thread-safe.
class Admission final : public MethodTable {
 public:
  Admission(Access& access, SilentStreams& streams, std::vector<Method> methods)
      : MethodTable(std::move(methods)), access_(access), streams_(streams) {}

  void Begin(const std::shared_ptr<Call>& call, const Method& method,
             std::shared_ptr<const google::protobuf::Message> request) override;

 private:
  void OpenStream(const std::shared_ptr<Call>& call, const Method& method,
                  const google::protobuf::Message* request);

  Access& access_;
  SilentStreams& streams_;
};

}  // namespace arena::referee

#endif  // REFEREE_ACCESS_ADMISSION_H_
