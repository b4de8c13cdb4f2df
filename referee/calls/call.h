// One call of a method, the same whether it came by gRPC or by HTTP.
#ifndef REFEREE_CALLS_CALL_H_
#define REFEREE_CALLS_CALL_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/core/mutex.h"
#include "referee/base/peer.h"
#include "referee/calls/caller.h"

namespace arena::referee {

// The bytes of a message, as they go to the caller.
grpc::ByteBuffer Packed(const google::protobuf::Message& message);
// False if the bytes are no such message.
bool Unpack(grpc::ByteBuffer bytes, google::protobuf::Message& message);
std::string BytesOf(const grpc::ByteBuffer& bytes);

// Counts a stream of a caller until this object is destroyed.
class StreamPlace {
 public:
  virtual ~StreamPlace() = default;
  // A message has come, so the connection of the stream may go on sending.
  virtual void NoteMessage() = 0;
};

// A stream with which a method answers a call. One reaction to reading and one
// reaction to writing may run at the same time, on threads of the transport,
// and none runs before Begin. OnDone is the last reaction.
class CallStream : public std::enable_shared_from_this<CallStream> {
 public:
  virtual ~CallStream() = default;
  virtual void Begin() = 0;
  // The message that Call::Read asked for has come.
  virtual void OnMessage(grpc::ByteBuffer /*message*/) {}
  // The caller sends no more. Also called when the call is over.
  virtual void OnNoMore() {}
  // `ok`: the message is written. Otherwise the caller is gone.
  virtual void OnWritten(bool ok) = 0;
  // The caller has ended the call, or its time is over. Finish it.
  virtual void OnCancel() {}
  // The caller's token is no longer valid: end the call soon.
  virtual void OnRevoked(const absl::Status& why) = 0;
  virtual void OnDone() {}
};

// A call belongs to a shared_ptr, and keeps its stream until it is over. Any
// thread may answer it; Admit and Keep come before that.
class Call : public std::enable_shared_from_this<Call> {
 public:
  virtual ~Call() = default;

  // ---- The request ----

  // The last value that was sent under a name in lower case; empty: none. A
  // proxy adds its values behind the values of the caller.
  virtual absl::string_view MetadataOf(absl::string_view name) const = 0;
  // The other end as gRPC has it: "ipv4:10.0.0.1:4321", "unix:".
  virtual std::string uri() const = 0;
  // Whether it came by the address of the referee's own runners.
  virtual bool by_private_address() const { return false; }

  // ---- The caller, known when a method serves the call ----

  void Admit(Caller caller, Peer peer) {
    caller_ = std::move(caller);
    peer_ = std::move(peer);
  }
  // Keeps an object until the call is over.
  void Keep(std::shared_ptr<void> kept) { kept_ = std::move(kept); }
  const Caller& caller() const { return caller_; }
  const Peer& peer() const { return peer_; }

  // ---- The answer: Respond or Finish once ----

  // Answers with the only message, or with the last message of a stream by
  // gRPC, and ends the call. Takes the contents of the message.
  virtual void Respond(google::protobuf::Message& response) = 0;
  // Ends the call; no write may be in flight.
  virtual void Finish(const absl::Status& status) = 0;

  // ---- For streams ----

  // Begins the stream. From now on the call tells its events to the stream,
  // beginning with the events that have happened before. `place` is kept until
  // the call is over.
  void Attach(std::shared_ptr<CallStream> stream,
              std::unique_ptr<StreamPlace> place);
  // Reads the next message. One at a time, and only where callers send streams.
  virtual void Read() = 0;
  // Writes a message. One at a time.
  virtual void Write(const grpc::ByteBuffer& message) = 0;
  // Makes the write in flight fail.
  virtual void Cancel() = 0;

 protected:
  // These tell the stream an event of the transport. TellDone is called once,
  // after all others.
  void TellMessage(grpc::ByteBuffer message);
  void TellNoMore();
  void TellWritten(bool ok);
  void TellCancelled();
  void TellDone();

 private:
  Caller caller_;
  Peer peer_;
  std::shared_ptr<void> kept_;
  // Set before the first Read and Write. TellDone releases it, so that only
  // TellCancelled can run at the same time.
  std::shared_ptr<CallStream> stream_;
  std::unique_ptr<StreamPlace> place_;
  Mutex mutex_;
  bool attached_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace arena::referee

#endif  // REFEREE_CALLS_CALL_H_
