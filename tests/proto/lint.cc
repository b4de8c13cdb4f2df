// The style of the protocol, in the manner of Buf's STANDARD and COMMENTS
// rules.
#include <cctype>
#include <regex>
#include <set>
#include <utility>

#include "google/protobuf/descriptor.pb.h"
#include "google/protobuf/text_format.h"
#include "tests/proto/schema.h"

namespace arena {
namespace {

namespace pb = google::protobuf;

constexpr char kPackage[] = "arena.v1";

bool IsSnakeCase(const std::string& name) {
  static const std::regex pattern("[a-z][a-z0-9]*(_[a-z0-9]+)*");
  return std::regex_match(name, pattern);
}
bool IsCapWords(const std::string& name) {
  static const std::regex pattern("([A-Z][a-z0-9]*)+");
  return std::regex_match(name, pattern);
}

// Makes "FAULT_KIND_" of "v1::FaultKind".
std::string PrefixOf(const std::string& enum_name) {
  std::string prefix;
  for (const char c : enum_name) {
    if (c >= 'A' && c <= 'Z' && !prefix.empty()) prefix += '_';
    prefix += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return prefix + "_";
}

// Makes "PlayService" of "play_service".
std::string CapWordsOf(const std::string& snake_case) {
  std::string name;
  for (size_t i = 0; i < snake_case.size(); ++i) {
    if (snake_case[i] == '_') continue;
    const bool first = i == 0 || snake_case[i - 1] == '_';
    const auto letter = static_cast<unsigned char>(snake_case[i]);
    name += static_cast<char>(first ? std::toupper(letter) : letter);
  }
  return name;
}

// The options of a file, which tell generators of other languages the place of
// its code. Java makes a class for every file, and no message may have the name
// of that class.
std::string OptionsOf(const std::string& stem) {
  return R"(csharp_namespace: "Pentathlon.Arena.V1"
go_package: "pentathlon/arena/v1;arenav1"
java_multiple_files: true
java_outer_classname: ")" +
         CapWordsOf(stem) + R"(Proto"
java_package: "pentathlon.arena.v1"
objc_class_prefix: "PTN"
php_namespace: "Pentathlon\\Arena\\V1"
ruby_package: "Pentathlon::Arena::V1")";
}

// Names that some language would change in a field.
const std::set<std::string>& Keywords() {
  static const std::set<std::string> names = {
      // Python.
      "and", "as", "assert", "async", "await", "break", "class", "continue",
      "def", "del", "elif", "else", "except", "finally", "for", "from",
      "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
      "pass", "raise", "return", "try", "while", "with", "yield",
      // Likely words of C++, C#, Go, Java, Ruby, Rust and TypeScript that are
      // not in the list yet.
      "begin", "bool", "case", "char", "const", "default", "delete", "do",
      "end", "enum", "extern", "false", "float", "fn", "func", "go", "goto",
      "int", "interface", "long", "loop", "map", "namespace", "new", "nil",
      "null", "object", "operator", "package", "private", "protected", "public",
      "range", "register", "self", "short", "signed", "static", "string",
      "struct", "super", "switch", "template", "this", "throw", "true", "type",
      "typeof", "union", "unsigned", "until", "using", "var", "virtual", "void",
      "volatile", "when", "where"};
  return names;
}

// Types that every file of a language sees. A message of that name would hide
// the type.
const std::set<std::string>& GlobalTypes() {
  static const std::set<std::string> names = {
      "Array",  "Boolean",   "Class",    "Date",    "Duration",  "Error",
      "Event",  "Exception", "Function", "Map",     "Number",    "Object",
      "Option", "Promise",   "Record",   "Request", "Response",  "Result",
      "Set",    "String",    "Symbol",   "Thread",  "Timestamp", "Type"};
  return names;
}

// Collects problems while it walks through a schema.
class Linter {
 public:
  void LintFile(const pb::FileDescriptor& file) {
    if (file.package() != kPackage) {
      Add(file.name(), "package is " + file.package() + ", not " + kPackage);
    }
    if (file.syntax() != pb::FileDescriptor::SYNTAX_PROTO3) {
      Add(file.name(), "syntax is not proto3");
    }
    static const std::regex path("arena/v1/([a-z0-9_]+)\\.proto");
    std::smatch match;
    if (!std::regex_match(file.name(), match, path) || !IsSnakeCase(match[1])) {
      Add(file.name(), "the path is not arena/v1/snake_case.proto");
    }
    LintOptions(file, match[1]);
    for (int i = 0; i < file.message_type_count(); ++i) {
      LintMessage(*file.message_type(i));
    }
    for (int i = 0; i < file.enum_type_count(); ++i) {
      LintEnum(*file.enum_type(i));
    }
    for (int i = 0; i < file.service_count(); ++i) {
      LintService(*file.service(i));
    }
  }

  std::vector<std::string> TakeProblems() { return std::move(problems_); }

 private:
  void Add(const std::string& where, const std::string& what) {
    problems_.push_back(where + ": " + what);
  }

  template <typename Descriptor>
  void NeedComment(const Descriptor& thing) {
    pb::SourceLocation place;
    if (!thing.GetSourceLocation(&place) || place.leading_comments.empty()) {
      Add(thing.full_name(), "has no comment above it");
    }
  }

  void LintOptions(const pb::FileDescriptor& file, const std::string& stem) {
    pb::FileOptions expected;
    if (!pb::TextFormat::ParseFromString(OptionsOf(stem), &expected) ||
        file.options().SerializeAsString() != expected.SerializeAsString()) {
      Add(file.name(), "the file options are not those of all files: " +
                           expected.ShortDebugString());
    }
    const std::string outer = file.options().java_outer_classname();
    if (file.FindMessageTypeByName(outer) != nullptr ||
        file.FindEnumTypeByName(outer) != nullptr ||
        file.FindServiceByName(outer) != nullptr) {
      Add(file.name(), outer + " is called like its class in Java");
    }
  }

  void LintMessage(const pb::Descriptor& message) {
    if (message.options().map_entry()) return;
    NeedComment(message);
    if (GlobalTypes().contains(message.name())) {
      Add(message.full_name(), "hides a type of some language");
    }
    if (!IsCapWords(message.name())) {
      Add(message.full_name(), "is not CapWords");
    }
    for (int i = 0; i < message.field_count(); ++i) {
      LintField(*message.field(i));
    }
    for (int i = 0; i < message.real_oneof_decl_count(); ++i) {
      NeedComment(*message.oneof_decl(i));
      NeedSnakeCase(*message.oneof_decl(i));
    }
    for (int i = 0; i < message.nested_type_count(); ++i) {
      LintMessage(*message.nested_type(i));
    }
    for (int i = 0; i < message.enum_type_count(); ++i) {
      LintEnum(*message.enum_type(i));
    }
  }

  void LintField(const pb::FieldDescriptor& field) {
    NeedComment(field);
    NeedSnakeCase(field);
    if (Keywords().contains(field.name())) {
      Add(field.full_name(), "is a keyword of some language");
    }
    if (field.cpp_type() == pb::FieldDescriptor::CPPTYPE_INT64 ||
        field.cpp_type() == pb::FieldDescriptor::CPPTYPE_UINT64) {
      Add(field.full_name(), "has 64 bits, which is a string in JSON");
    }
  }

  template <typename Descriptor>
  void NeedSnakeCase(const Descriptor& thing) {
    if (!IsSnakeCase(thing.name())) {
      Add(thing.full_name(), "is not snake_case");
    }
  }

  void LintEnum(const pb::EnumDescriptor& type) {
    NeedComment(type);
    if (!IsCapWords(type.name())) Add(type.full_name(), "is not CapWords");
    const std::string prefix = PrefixOf(type.name());
    for (int i = 0; i < type.value_count(); ++i) {
      const pb::EnumValueDescriptor& value = *type.value(i);
      NeedComment(value);
      if (value.name().rfind(prefix, 0) != 0) {
        Add(value.full_name(), "does not begin with " + prefix);
      }
      if (value.number() == 0 && value.name() != prefix + "UNSPECIFIED") {
        Add(value.full_name(), "is zero and not " + prefix + "UNSPECIFIED");
      }
    }
  }

  void LintService(const pb::ServiceDescriptor& service) {
    NeedComment(service);
    static const std::regex name("([A-Z][a-z0-9]*)+Service");
    if (!std::regex_match(service.name(), name)) {
      Add(service.full_name(), "is not CapWords with Service at the end");
    }
    for (int i = 0; i < service.method_count(); ++i) {
      const pb::MethodDescriptor& rpc = *service.method(i);
      NeedComment(rpc);
      if (!IsCapWords(rpc.name())) Add(rpc.full_name(), "is not CapWords");
      NeedOwnMessage(rpc, *rpc.input_type(), "Request");
      NeedOwnMessage(rpc, *rpc.output_type(), "Response");
    }
  }

  // The message is named RpcRequest or ServiceRpcRequest, and belongs to no
  // other RPC.
  void NeedOwnMessage(const pb::MethodDescriptor& rpc,
                      const pb::Descriptor& message, const std::string& end) {
    if (message.name() != rpc.name() + end &&
        message.name() != rpc.service()->name() + rpc.name() + end) {
      Add(rpc.full_name(), message.name() + " should be " + rpc.name() + end);
    }
    if (!rpc_messages_.insert(message.full_name()).second) {
      Add(rpc.full_name(), message.name() + " belongs to another RPC");
    }
  }

  std::vector<std::string> problems_;
  std::set<std::string> rpc_messages_;
};

}  // namespace

std::vector<std::string> LintSchema(const Schema& schema) {
  Linter linter;
  for (const pb::FileDescriptor* file : schema.files()) linter.LintFile(*file);
  return linter.TakeProblems();
}

}  // namespace arena
