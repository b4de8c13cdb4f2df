// The parts of a released schema that a newer one breaks, on the wire and in
// source code.
#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/text_format.h"
#include "tests/proto/schema.h"

namespace arena {
namespace {

namespace pb = google::protobuf;

std::string TypeOf(const pb::FieldDescriptor& field) {
  if (field.message_type() != nullptr) return field.message_type()->full_name();
  if (field.enum_type() != nullptr) return field.enum_type()->full_name();
  return field.type_name();
}

std::string TextOf(const pb::FileOptions& options,
                   const pb::FieldDescriptor& option) {
  std::string text;
  pb::TextFormat::PrintFieldValueToString(options, &option, -1, &text);
  return text;
}

// "repeated", "optional" or "", and the oneof, if any.
std::string LabelOf(const pb::FieldDescriptor& field) {
  if (field.is_repeated()) return "repeated";
  if (field.real_containing_oneof() != nullptr) {
    return "oneof " + field.real_containing_oneof()->name();
  }
  return field.has_presence() && field.message_type() == nullptr ? "optional"
                                                                 : "singular";
}

class Comparison {
 public:
  explicit Comparison(const Schema& schema) : pool_(schema.pool()) {}

  void CompareFile(const pb::FileDescriptor& old) {
    const pb::FileDescriptor* now = pool_.FindFileByName(old.name());
    if (now == nullptr) {
      Add(old.name(), "was removed or renamed");
    } else {
      CompareOptions(old, *now);
    }
    for (int i = 0; i < old.message_type_count(); ++i) {
      CompareMessage(*old.message_type(i));
    }
    for (int i = 0; i < old.enum_type_count(); ++i) {
      CompareEnum(*old.enum_type(i));
    }
    for (int i = 0; i < old.service_count(); ++i) {
      CompareService(*old.service(i));
    }
  }

  std::vector<std::string> TakeBreaks() { return std::move(breaks_); }

 private:
  void Add(const std::string& where, const std::string& what) {
    breaks_.push_back(where + ": " + what);
  }
  void NeedEqual(const std::string& where, const std::string& what,
                 const std::string& old, const std::string& now) {
    if (old != now) Add(where, what + " was " + old + ", is " + now);
  }

  // The options name things in generated code: packages, classes, namespaces.
  void CompareOptions(const pb::FileDescriptor& old,
                      const pb::FileDescriptor& now) {
    std::vector<const pb::FieldDescriptor*> set;
    const pb::FileOptions& before = old.options();
    before.GetReflection()->ListFields(before, &set);
    for (const pb::FieldDescriptor* option : set) {
      NeedEqual(old.name(), option->name(), TextOf(before, *option),
                TextOf(now.options(), *option));
    }
  }

  // A file is a module of its own in most languages.
  template <typename Descriptor>
  void NeedSameFile(const Descriptor& old, const Descriptor& now) {
    NeedEqual(old.full_name(), "file", old.file()->name(), now.file()->name());
  }

  void CompareMessage(const pb::Descriptor& old) {
    const pb::Descriptor* now = pool_.FindMessageTypeByName(old.full_name());
    if (now == nullptr) return Add(old.full_name(), "was removed");
    NeedSameFile(old, *now);
    for (int i = 0; i < old.field_count(); ++i) {
      CompareField(*old.field(i), *now);
    }
    for (int i = 0; i < old.reserved_range_count(); ++i) {
      const pb::Descriptor::ReservedRange& range = *old.reserved_range(i);
      for (int number = range.start; number < range.end; ++number) {
        if (!now->IsReservedNumber(number)) {
          Add(old.full_name(),
              "number " + std::to_string(number) + " was reserved");
        }
      }
    }
    for (int i = 0; i < old.nested_type_count(); ++i) {
      CompareMessage(*old.nested_type(i));
    }
    for (int i = 0; i < old.enum_type_count(); ++i) {
      CompareEnum(*old.enum_type(i));
    }
  }

  void CompareField(const pb::FieldDescriptor& old, const pb::Descriptor& now) {
    const std::string& name = old.full_name();
    const pb::FieldDescriptor* same = now.FindFieldByName(old.name());
    if (same == nullptr) return Add(name, "was removed or renamed");
    NeedEqual(name, "number", std::to_string(old.number()),
              std::to_string(same->number()));
    NeedEqual(name, "type", TypeOf(old), TypeOf(*same));
    NeedEqual(name, "label", LabelOf(old), LabelOf(*same));
  }

  void CompareEnum(const pb::EnumDescriptor& old) {
    const pb::EnumDescriptor* now = pool_.FindEnumTypeByName(old.full_name());
    if (now == nullptr) return Add(old.full_name(), "was removed");
    NeedSameFile(old, *now);
    for (int i = 0; i < old.value_count(); ++i) {
      const pb::EnumValueDescriptor& value = *old.value(i);
      const pb::EnumValueDescriptor* same = now->FindValueByName(value.name());
      if (same == nullptr) {
        Add(value.full_name(), "was removed or renamed");
      } else {
        NeedEqual(value.full_name(), "number", std::to_string(value.number()),
                  std::to_string(same->number()));
      }
    }
    for (int i = 0; i < old.reserved_range_count(); ++i) {
      const pb::EnumDescriptor::ReservedRange& range = *old.reserved_range(i);
      for (int64_t number = range.start; number <= range.end; ++number) {
        if (!now->IsReservedNumber(static_cast<int>(number))) {
          Add(old.full_name(),
              "number " + std::to_string(number) + " was reserved");
        }
      }
    }
  }

  void CompareService(const pb::ServiceDescriptor& old) {
    const pb::ServiceDescriptor* now = pool_.FindServiceByName(old.full_name());
    if (now == nullptr) return Add(old.full_name(), "was removed");
    NeedSameFile(old, *now);
    for (int i = 0; i < old.method_count(); ++i) {
      const pb::MethodDescriptor& rpc = *old.method(i);
      const std::string& name = rpc.full_name();
      const pb::MethodDescriptor* same = now->FindMethodByName(rpc.name());
      if (same == nullptr) {
        Add(name, "was removed or renamed");
        continue;
      }
      NeedEqual(name, "request", rpc.input_type()->full_name(),
                same->input_type()->full_name());
      NeedEqual(name, "response", rpc.output_type()->full_name(),
                same->output_type()->full_name());
      if (rpc.client_streaming() != same->client_streaming() ||
          rpc.server_streaming() != same->server_streaming()) {
        Add(name, "streams otherwise than before");
      }
    }
  }

  const pb::DescriptorPool& pool_;
  std::vector<std::string> breaks_;
};

}  // namespace

std::vector<std::string> BreaksOf(const Schema& released,
                                  const Schema& schema) {
  Comparison comparison(schema);
  for (const pb::FileDescriptor* file : released.files()) {
    comparison.CompareFile(*file);
  }
  return comparison.TakeBreaks();
}

}  // namespace arena
