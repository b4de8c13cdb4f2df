#include "referee/calls/call.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>

#include <vector>

namespace arena::referee {

grpc::ByteBuffer Packed(const google::protobuf::Message& message) {
  const size_t size = message.ByteSizeLong();
  const grpc::Slice bytes(size);
  message.SerializeWithCachedSizesToArray(const_cast<uint8_t*>(bytes.begin()));
  return {&bytes, 1};
}

bool Unpack(grpc::ByteBuffer bytes, google::protobuf::Message& message) {
  grpc::ProtoBufferReader reader(&bytes);
  return reader.status().ok() && message.ParseFromZeroCopyStream(&reader);
}

std::string BytesOf(const grpc::ByteBuffer& bytes) {
  std::vector<grpc::Slice> slices;
  std::string all;
  if (!bytes.Dump(&slices).ok()) return all;
  all.reserve(bytes.Length());
  for (const grpc::Slice& slice : slices) {
    all.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return all;
}

void Call::Attach(std::shared_ptr<CallStream> stream,
                  std::unique_ptr<StreamPlace> place) {
  stream_ = stream;
  place_ = std::move(place);
  stream->Begin();
  bool cancelled = false;
  {
    // Until now the stream could not be told.
    MutexLock lock(mutex_);
    attached_ = true;
    cancelled = cancelled_;
  }
  if (cancelled) stream->OnCancel();
}

void Call::TellMessage(grpc::ByteBuffer message) {
  if (place_ != nullptr) place_->NoteMessage();
  stream_->OnMessage(std::move(message));
}

void Call::TellNoMore() { stream_->OnNoMore(); }

void Call::TellWritten(bool ok) { stream_->OnWritten(ok); }

void Call::TellCancelled() {
  {
    MutexLock lock(mutex_);
    cancelled_ = true;
    if (!attached_) return;
  }
  stream_->OnCancel();
}

void Call::TellDone() {
  if (stream_ != nullptr) stream_->OnDone();
  place_.reset();
  kept_.reset();
  stream_.reset();
}

}  // namespace arena::referee
