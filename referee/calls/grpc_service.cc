#include "referee/calls/grpc_service.h"

#include <iterator>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/text.h"
#include "arena/rpc/grpc_status.h"

namespace arena::referee {
namespace {

using Reactor = grpc::ServerGenericBidiReactor;
using Context = grpc::GenericCallbackServerContext;

// A call of a method that exists.
class GrpcCall final : public Call, public Reactor {
 public:
  GrpcCall(MethodTable& table, const Method& method, Context& context)
      : table_(table), method_(method), context_(context) {}

  void Start() {
    self_ = std::static_pointer_cast<GrpcCall>(shared_from_this());
    if (!method_.descriptor->client_streaming()) return Read();
    begun_ = true;
    table_.Begin(self_, method_, nullptr);
  }

  // ---- As a call ----

  absl::string_view MetadataOf(absl::string_view name) const override {
    const auto [begin, end] =
        context_.client_metadata().equal_range({name.data(), name.size()});
    if (begin == end) return "";
    const grpc::string_ref& value = std::prev(end)->second;
    return {value.data(), value.size()};
  }
  std::string uri() const override { return context_.peer(); }
  bool by_private_address() const override {
    return IsByPrivateAddress(context_);
  }
  void Respond(google::protobuf::Message& response) override {
    written_ = Packed(response);
    StartWriteAndFinish(&written_, grpc::WriteOptions(), grpc::Status::OK);
  }
  void Finish(const absl::Status& status) override {
    Reactor::Finish(ToGrpc(status));
  }
  void Read() override { StartRead(&read_); }
  void Write(const grpc::ByteBuffer& message) override {
    written_ = message;
    StartWrite(&written_);
  }
  void Cancel() override { context_.TryCancel(); }

 private:
  // ---- As a reactor ----

  void OnReadDone(bool ok) override {
    if (!begun_) return BeginWithRequest(ok);
    grpc::ByteBuffer message;
    message.Swap(&read_);
    ok ? TellMessage(std::move(message)) : TellNoMore();
  }
  void OnWriteDone(bool ok) override {
    written_.Clear();
    TellWritten(ok);
  }
  void OnCancel() override { TellCancelled(); }
  void OnDone() override {
    TellDone();
    self_.reset();
  }

  void BeginWithRequest(bool ok) {
    begun_ = true;
    std::shared_ptr<google::protobuf::Message> request = NewRequest(method_);
    if (ok && Unpack(read_, *request)) {
      read_.Clear();
      return table_.Begin(self_, method_, std::move(request));
    }
    Finish(absl::InvalidArgumentError(
        ok ? absl::StrCat("the bytes of the request are no ",
                          method_.descriptor->input_type()->name())
           : "the call ended without a request"));
  }

  MethodTable& table_;
  const Method& method_;
  Context& context_;
  grpc::ByteBuffer read_;
  grpc::ByteBuffer written_;
  // Whether the table has begun the call.
  bool begun_ = false;
  // Keeps the call until gRPC calls no more.
  std::shared_ptr<GrpcCall> self_;
};

// Ends a call of a method that does not exist.
class NoMethod final : public Reactor {
 public:
  explicit NoMethod(const std::string& path) {
    Finish(ToGrpc(absl::UnimplementedError(absl::StrCat(
        "there is no method \"", Shortened(Printable(path)),
        "\"; expected one such as /arena.v1.CatalogueService/ListGames"))));
  }
  void OnDone() override { delete this; }
};

}  // namespace

grpc::ServerGenericBidiReactor* GrpcService::CreateReactor(Context* context) {
  const Method* const method = table_.Find(context->method());
  if (method == nullptr) return new NoMethod(context->method());
  const auto call = std::make_shared<GrpcCall>(table_, *method, *context);
  call->Start();
  return call.get();
}

}  // namespace arena::referee
