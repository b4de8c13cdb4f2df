#include "referee/calls/method.h"

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

using google::protobuf::DescriptorPool;
using google::protobuf::MethodDescriptor;

}  // namespace

std::string Method::Name() const {
  return absl::StrCat(descriptor->service()->name(), ".", descriptor->name());
}

std::string Method::Path() const {
  return absl::StrCat("/", descriptor->service()->full_name(), "/",
                      descriptor->name());
}

const MethodDescriptor* MethodNamed(absl::string_view name) {
  const DescriptorPool& pool = *DescriptorPool::generated_pool();
  const MethodDescriptor* method =
      pool.FindMethodByName(absl::StrCat("arena.v1.", name));
  if (method == nullptr) method = pool.FindMethodByName(std::string(name));
  ARENA_CHECK(method != nullptr, name);
  return method;
}

void EndUnary(Call& call, const absl::Status& status,
              google::protobuf::Message* response) {
  if (!status.ok()) return call.Finish(status);
  // Lists, texts and numbers of entrants are limited so that this does not
  // happen. A client would not report it so well.
  const size_t bytes = response->ByteSizeLong();
  if (bytes <= kMaxResponseBytes) return call.Respond(*response);
  call.Finish(absl::ResourceExhaustedError(
      absl::StrCat("the response has ", bytes, " bytes; at most ",
                   kMaxResponseBytes, " are sent")));
}

MethodTable::MethodTable(std::vector<Method> methods) {
  for (Method& method : methods) {
    const std::string path = method.Path();
    ARENA_CHECK(methods_.emplace(path, std::move(method)).second, path);
  }
}

const Method* MethodTable::Find(absl::string_view path) const {
  const auto found = methods_.find(path);
  return found == methods_.end() ? nullptr : &found->second;
}

std::unique_ptr<google::protobuf::Message> NewRequest(const Method& method) {
  return std::unique_ptr<google::protobuf::Message>(
      google::protobuf::MessageFactory::generated_factory()
          ->GetPrototype(method.descriptor->input_type())
          ->New());
}

}  // namespace arena::referee
