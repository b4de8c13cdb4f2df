// A protobuf schema from text, its style, and its breaks of an older schema.
#ifndef TESTS_PROTO_SCHEMA_H_
#define TESTS_PROTO_SCHEMA_H_

#include <map>
#include <string>
#include <vector>

#include "google/protobuf/descriptor.h"

namespace arena {

// The text of every file by its import path.
using SchemaText = std::map<std::string, std::string>;

// The .proto files of a folder, as if it were `import_folder`.
SchemaText ReadSchema(const std::string& folder,
                      const std::string& import_folder);

// Files as protoc reads them, with their comments. Well-known types may be
// imported.
class Schema {
 public:
  explicit Schema(const SchemaText& text);

  // The files by path. Requires: errors().empty().
  const std::vector<const google::protobuf::FileDescriptor*>& files() const {
    return files_;
  }
  const google::protobuf::DescriptorPool& pool() const { return pool_; }
  // The reason why the text is not a schema, in protoc's words.
  const std::string& errors() const { return errors_; }

 private:
  std::string errors_;
  google::protobuf::DescriptorPool pool_;
  std::vector<const google::protobuf::FileDescriptor*> files_;
};

// Violations of the protocol's style, one line each: package and file names,
// names and prefixes, a separate request and response for every RPC, a comment
// on everything.
std::vector<std::string> LintSchema(const Schema& schema);

// Everything in `released` that no longer works with `schema`, one line each.
std::vector<std::string> BreaksOf(const Schema& released, const Schema& schema);

}  // namespace arena

#endif  // TESTS_PROTO_SCHEMA_H_
