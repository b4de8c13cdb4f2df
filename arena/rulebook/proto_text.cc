#include "arena/rulebook/proto_text.h"

#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace arena::rulebook {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

// The name in "repeated uint32 cards = 1;"; empty if the line declares nothing.
std::string DeclaredName(absl::string_view line) {
  const size_t equals = line.find(" = ");
  if (equals == absl::string_view::npos) return "";
  const std::vector<std::string> words =
      absl::StrSplit(line.substr(0, equals), ' ', absl::SkipEmpty());
  return words.empty() || words[0] == "option" ? "" : words.back();
}

// Writes messages and enums, and remembers those that they lead to.
class Writer {
 public:
  explicit Writer(const ProtoComments& comments) : comments_(comments) {}

  std::string Write(const Descriptor& root) {
    messages_.push_back(&root);
    for (size_t i = 0; i < messages_.size(); ++i) WriteMessage(*messages_[i]);
    for (const EnumDescriptor* descriptor : enums_) WriteEnum(*descriptor);
    return std::move(text_);
  }

 private:
  void WriteComment(const std::string& name, absl::string_view indent) {
    std::string comment = comments_.Of(name);
    if (comment.empty()) comment = "(undocumented)";
    absl::StrAppend(&text_, indent,
                    absl::StrReplaceAll(
                        comment, {{"\n", absl::StrCat("\n", indent)}}),
                    "\n");
  }

  void WriteMessage(const Descriptor& message) {
    absl::StrAppend(&text_, "\n", message.name(), "\n");
    WriteComment(message.name(), "  ");
    for (int i = 0; i < message.field_count(); ++i) {
      const FieldDescriptor& field = *message.field(i);
      const OneofDescriptor* group = field.real_containing_oneof();
      if (group != nullptr && group->field(0) == &field) {
        absl::StrAppend(&text_, "  one of these:\n");
      }
      const absl::string_view indent = group == nullptr ? "  " : "    ";
      absl::StrAppend(&text_, indent, field.name(), ": ", TypeOf(field), "\n");
      WriteComment(absl::StrCat(message.name(), ".", field.name()),
                   absl::StrCat(indent, "    "));
    }
  }

  void WriteEnum(const EnumDescriptor& descriptor) {
    absl::StrAppend(&text_, "\n", descriptor.name(), "\n");
    WriteComment(descriptor.name(), "  ");
    for (int i = 0; i < descriptor.value_count(); ++i) {
      const auto& value = *descriptor.value(i);
      absl::StrAppend(&text_, "  ", value.name(), " = ", value.number(), "\n");
      WriteComment(absl::StrCat(descriptor.name(), ".", value.name()),
                   "      ");
    }
  }

  std::string TypeOf(const FieldDescriptor& field) {
    std::string name = field.type_name();
    if (field.message_type() != nullptr) {
      name = field.message_type()->name();
      Remember(field.message_type(), messages_);
    } else if (field.enum_type() != nullptr) {
      name = field.enum_type()->name();
      Remember(field.enum_type(), enums_);
    }
    if (field.is_repeated()) return absl::StrCat("list of ", name);
    return field.has_optional_keyword() ? absl::StrCat("optional ", name)
                                        : name;
  }

  template <typename T>
  static void Remember(const T* descriptor, std::vector<const T*>& known) {
    if (!absl::c_linear_search(known, descriptor)) known.push_back(descriptor);
  }

  const ProtoComments& comments_;
  std::vector<const Descriptor*> messages_;
  std::vector<const EnumDescriptor*> enums_;
  std::string text_;
};

}  // namespace

ProtoComments::ProtoComments(absl::string_view proto) {
  std::string scope;
  std::string comment;
  for (absl::string_view line : absl::StrSplit(proto, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (absl::ConsumePrefix(&line, "//")) {
      absl::StrAppend(&comment, comment.empty() ? "" : "\n",
                      absl::StripPrefix(line, " "));
      continue;
    }
    if (absl::StartsWith(line, "syntax ")) {
      head_ = comment;
    } else if (absl::ConsumePrefix(&line, "message ") ||
               absl::ConsumePrefix(&line, "enum ")) {
      scope = std::string(line.substr(0, line.find(' ')));
      comments_[scope] = comment;
    } else if (const std::string name = DeclaredName(line); !name.empty()) {
      comments_[absl::StrCat(scope, ".", name)] = comment;
    }
    // A declaration may go on in the next line.
    const bool goes_on = !line.empty() && line.back() != ';' &&
                         line.back() != '{' && line.back() != '}';
    if (!goes_on) comment.clear();
  }
}

std::string ProtoComments::Of(const std::string& name) const {
  const auto it = comments_.find(name);
  return it == comments_.end() ? "" : it->second;
}

std::string MessageText(const Descriptor& message,
                        const ProtoComments& comments) {
  return Writer(comments).Write(message);
}

}  // namespace arena::rulebook
