#include "referee/runner/runtimes.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace arena::runner {
namespace {

namespace fs = std::filesystem;
using submission::Runtime;

constexpr char kSystemPath[] = "/usr/local/bin:/usr/bin:/bin";

// A runtime, and the program that it requires.
struct Known {
  Runtime runtime;
  const char* program;
};
constexpr Known kKnown[] = {
    {Runtime::kCpp, "c++"},     {Runtime::kPython, "python3"},
    {Runtime::kNode, "node"},   {Runtime::kGo, "go"},
    {Runtime::kRust, "cargo"},  {Runtime::kJava, "java"},
    {Runtime::kBridge, "arena"}, {Runtime::kBinary, "true"},
};

bool IsProgram(absl::string_view folder, absl::string_view program) {
  return access(absl::StrCat(folder, "/", program).c_str(), X_OK) == 0;
}

bool IsInstalled(absl::string_view program) {
  for (const absl::string_view folder : absl::StrSplit(kSystemPath, ':')) {
    if (IsProgram(folder, program)) return true;
  }
  return false;
}

// Whether the folder contains the runtime itself, for machines without it.
bool Brings(const std::string& folder, absl::string_view runtime) {
  for (const Known& known : kKnown) {
    if (WordOf(known.runtime) == runtime) {
      return IsProgram(folder + "/bin", known.program);
    }
  }
  return false;
}

// The folders that an environment of Python names in .pth files: packages that
// are installed as links to their sources.
std::vector<std::string> LinkedFolders(const fs::path& environment) {
  std::vector<std::string> folders;
  std::error_code error;
  for (const auto& version :
       fs::directory_iterator(environment / "lib", error)) {
    const fs::path packages = version.path() / "site-packages";
    for (const auto& file : fs::directory_iterator(packages, error)) {
      if (file.path().extension() != ".pth") continue;
      std::ifstream lines(file.path());
      for (std::string line; std::getline(lines, line);) {
        if (fs::path(line).is_absolute() && fs::is_directory(line, error)) {
          folders.push_back(line);
        }
      }
    }
  }
  return folders;
}

}  // namespace

Runtimes Runtimes::Find() {
  Runtimes found;
  for (const Known& known : kKnown) {
    if (IsInstalled(known.program)) {
      found.folders_[std::string(WordOf(known.runtime))];
    }
  }
  return found;
}

Runtimes Runtimes::InImages(std::map<std::string, std::string> images,
                            bool any_image) {
  Runtimes found;
  if (any_image) found.folders_[std::string(WordOf(Runtime::kImage))];
  for (const auto& [word, image] : images) found.folders_[word];
  found.images_ = std::move(images);
  return found;
}

absl::Status Runtimes::Offer(absl::string_view runtime,
                             const std::string& folder) {
  if (!images_.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--offer ", runtime, "=", folder,
        ": bots do not see this machine; put libraries into their image"));
  }
  if (Brings(folder, runtime)) folders_[std::string(runtime)];
  const auto known = folders_.find(std::string(runtime));
  if (known == folders_.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", runtime, "\" is no runtime of this machine, which has ",
        absl::StrJoin(words(), ", "), ", and not in ", folder, "/bin"));
  }
  std::error_code error;
  const fs::path path = fs::canonical(folder, error);
  if (error || !fs::is_directory(path, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", folder, "\" is no folder"));
  }
  known->second.push_back(path);
  for (std::string& linked : LinkedFolders(path)) {
    known->second.push_back(std::move(linked));
  }
  return absl::OkStatus();
}

std::vector<std::string> Runtimes::words() const {
  std::vector<std::string> words;
  for (const auto& [word, folders] : folders_) words.push_back(word);
  return words;
}

void Runtimes::AddTo(submission::Runtime runtime, sandbox::Job& job) const {
  const auto image = images_.find(std::string(WordOf(runtime)));
  if (job.image.empty() && image != images_.end()) job.image = image->second;
  const auto found = folders_.find(std::string(WordOf(runtime)));
  if (found == folders_.end() || found->second.empty()) return;
  std::string path;
  for (const std::string& folder : found->second) {
    job.readable.push_back(folder);
    absl::StrAppend(&path, folder, "/bin:");
  }
  job.variables.emplace_back("PATH", absl::StrCat(path, kSystemPath));
  job.variables.emplace_back("CMAKE_PREFIX_PATH",
                             absl::StrJoin(found->second, ":"));
  // The places of packages for Node and Java in such a folder.
  job.variables.emplace_back("NODE_PATH",
                             absl::StrCat(found->second[0], "/node_modules"));
  job.variables.emplace_back("CLASSPATH",
                             absl::StrCat(".:", found->second[0], "/java/*"));
}

}  // namespace arena::runner
