#include "tests/proto/schema.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "google/protobuf/descriptor.pb.h"

namespace arena {

namespace fs = std::filesystem;
namespace pb = google::protobuf;

namespace {

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

// A folder that is deleted at the end of its scope.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "schema.XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

SchemaText ReadSchema(const std::string& folder,
                      const std::string& import_folder) {
  SchemaText text;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".proto") continue;
    text[import_folder + "/" + entry.path().filename().string()] =
        Read(entry.path());
  }
  return text;
}

Schema::Schema(const SchemaText& text) {
  const TemporaryFolder folder;
  const std::string root = folder.path().string();
  std::string command = PROTOC " -I" + root + " --include_imports" +
                        " --include_source_info --descriptor_set_out=" + root +
                        "/set";
  for (const auto& [path, content] : text) {
    fs::create_directories((folder.path() / path).parent_path());
    std::ofstream(folder.path() / path) << content;
    command += " " + path;
  }
  if (std::system((command + " 2>" + root + "/errors").c_str()) != 0) {
    errors_ = "protoc: " + Read(folder.path() / "errors");
    return;
  }
  pb::FileDescriptorSet set;
  set.ParseFromString(Read(folder.path() / "set"));
  // Imports come first.
  for (const pb::FileDescriptorProto& file : set.file()) {
    const pb::FileDescriptor* built = pool_.BuildFile(file);
    if (text.contains(file.name())) files_.push_back(built);
  }
}

}  // namespace arena
