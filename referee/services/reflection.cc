#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/text.h"
#include "referee/base/reflection.pb.h"
#include "referee/services/services.h"

namespace arena::referee {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::DescriptorPool;
using google::protobuf::FieldDescriptor;
using google::protobuf::FileDescriptor;
using grpc::reflection::v1alpha::ServerReflectionRequest;
using grpc::reflection::v1alpha::ServerReflectionResponse;

const DescriptorPool& Pool() { return *DescriptorPool::generated_pool(); }

// Adds the file after its imports, each once.
void AddFile(const FileDescriptor& file, std::set<const FileDescriptor*>& added,
             ServerReflectionResponse& response) {
  if (!added.insert(&file).second) return;
  google::protobuf::FileDescriptorProto message;
  file.CopyTo(&message);
  response.mutable_file_descriptor_response()->add_file_descriptor_proto(
      message.SerializeAsString());
  for (int i = 0; i < file.dependency_count(); ++i) {
    AddFile(*file.dependency(i), added, response);
  }
}

// The file that a request asks for; null if there is none.
const FileDescriptor* FileOf(const ServerReflectionRequest& request) {
  if (request.has_file_by_filename()) {
    return Pool().FindFileByName(request.file_by_filename());
  }
  if (request.has_file_containing_symbol()) {
    return Pool().FindFileContainingSymbol(request.file_containing_symbol());
  }
  const auto& asked = request.file_containing_extension();
  const Descriptor* const type =
      Pool().FindMessageTypeByName(asked.containing_type());
  const FieldDescriptor* const extension =
      type == nullptr
          ? nullptr
          : Pool().FindExtensionByNumber(type, asked.extension_number());
  return extension == nullptr ? nullptr : extension->file();
}

// False if there is no such type.
bool AddExtensions(const std::string& name,
                   ServerReflectionResponse& response) {
  const Descriptor* const type = Pool().FindMessageTypeByName(name);
  if (type == nullptr) return false;
  std::vector<const FieldDescriptor*> extensions;
  Pool().FindAllExtensions(type, &extensions);
  auto& numbers = *response.mutable_all_extension_numbers_response();
  numbers.set_base_type_name(name);
  for (const FieldDescriptor* extension : extensions) {
    numbers.add_extension_number(extension->number());
  }
  return true;
}

// False if the schema has no answer.
bool Fill(const std::vector<std::string>& services,
          ServerReflectionResponse& response) {
  const ServerReflectionRequest& request = response.original_request();
  if (request.has_list_services()) {
    auto& list = *response.mutable_list_services_response();
    for (const std::string& name : services) list.add_service()->set_name(name);
    return true;
  }
  if (request.has_all_extension_numbers_of_type()) {
    return AddExtensions(request.all_extension_numbers_of_type(), response);
  }
  const FileDescriptor* const file = FileOf(request);
  if (file == nullptr) return false;
  std::set<const FileDescriptor*> added;
  AddFile(*file, added, response);
  return true;
}

ServerReflectionResponse Answer(const std::vector<std::string>& services,
                                ServerReflectionRequest request) {
  ServerReflectionResponse response;
  response.set_valid_host(request.host());
  *response.mutable_original_request() = std::move(request);
  if (!Fill(services, response)) {
    auto& error = *response.mutable_error_response();
    error.set_error_code(static_cast<int>(absl::StatusCode::kNotFound));
    error.set_error_message(absl::StrCat(
        "the schema has nothing for ",
        Shortened(response.original_request().ShortDebugString())));
  }
  return response;
}

// Answers each question when the answer before has been written.
class ReflectionStream final : public CallStream {
 public:
  ReflectionStream(const std::vector<std::string>& services,
                   std::shared_ptr<Call> call)
      : services_(services), call_(std::move(call)) {}

  void Begin() override { call_->Read(); }
  void OnMessage(grpc::ByteBuffer message) override {
    ServerReflectionRequest request;
    if (!Unpack(std::move(message), request)) {
      return call_->Finish(absl::InvalidArgumentError(
          "the bytes of a request are no ServerReflectionRequest"));
    }
    call_->Write(Packed(Answer(services_, std::move(request))));
  }
  void OnNoMore() override { call_->Finish(absl::OkStatus()); }
  void OnWritten(bool ok) override {
    ok ? call_->Read() : call_->Finish(absl::CancelledError("cancelled"));
  }
  // No token opened it.
  void OnRevoked(const absl::Status&) override {}

 private:
  const std::vector<std::string> services_;
  const std::shared_ptr<Call> call_;
};

}  // namespace

std::vector<Method> ReflectionMethods(
    const std::vector<std::string>& services) {
  return {BidiStream(
      "grpc.reflection.v1alpha.ServerReflection.ServerReflectionInfo",
      kEverybody, [services](const std::shared_ptr<Call>& call) {
        return std::make_shared<ReflectionStream>(services, call);
      })};
}

}  // namespace arena::referee
