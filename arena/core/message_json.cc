#include "arena/core/message_json.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/type_resolver_util.h>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena {
namespace {

// The prefix under which protobuf's JSON looks up types; nothing is fetched.
constexpr char kTypes[] = "type.googleapis.com";

}  // namespace

std::string BytesOf(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream out(&stream);
  out.SetSerializationDeterministic(true);
  ARENA_CHECK(message.SerializeToCodedStream(&out));
  out.Trim();
  return bytes;
}

absl::StatusOr<std::string> MessageJson(
    const google::protobuf::Message& message, Defaults defaults) {
  static auto& resolver =
      *google::protobuf::util::NewTypeResolverForDescriptorPool(
          kTypes, google::protobuf::DescriptorPool::generated_pool());
  const std::string type =
      absl::StrCat(kTypes, "/", message.GetDescriptor()->full_name());
  google::protobuf::util::JsonPrintOptions options;
  options.always_print_primitive_fields = defaults == Defaults::kWritten;
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      &resolver, type, BytesOf(message), &json, options);
  if (status.ok()) return json;
  return absl::InternalError(absl::StrCat(
      "a ", message.GetDescriptor()->name(), " cannot be told as JSON: ",
      absl::string_view(status.message().data(), status.message().size())));
}

}  // namespace arena
