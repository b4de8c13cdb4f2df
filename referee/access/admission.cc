#include "referee/access/admission.h"

#include <utility>

namespace arena::referee {

void Admission::Begin(const std::shared_ptr<Call>& call, const Method& method,
                      std::shared_ptr<const google::protobuf::Message> request) {
  const Peer peer = access_.PeerOf(*call);
  // Streams of callers begin before anything of them is read.
  if (method.descriptor->client_streaming()) call->Keep(streams_.Arrive(peer));
  access_.Admit(method, call->MetadataOf("authorization"), peer,
                [this, call, &method, peer, request = std::move(request)](
                    const absl::StatusOr<Caller>& caller) {
                  if (!caller.ok()) return call->Finish(caller.status());
                  call->Admit(*caller, peer);
                  method.serve != nullptr
                      ? method.serve(call, *request)
                      : OpenStream(call, method, request.get());
                });
}

void Admission::OpenStream(const std::shared_ptr<Call>& call,
                           const Method& method,
                           const google::protobuf::Message* request) {
  std::shared_ptr<CallStream> stream = method.open(call, request);
  absl::StatusOr<std::unique_ptr<StreamPlace>> place = access_.OpenStream(
      call->caller(), call->peer(),
      [stream = std::weak_ptr(stream)](const absl::Status& why) {
        if (const auto open = stream.lock()) open->OnRevoked(why);
      });
  if (!place.ok()) return call->Finish(place.status());
  call->Attach(std::move(stream), *std::move(place));
}

}  // namespace arena::referee
