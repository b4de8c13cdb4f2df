#include "arena/sandbox/program_files.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "arena/sandbox/files.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

// Folders that every program sees anyway, or has its own version of.
constexpr absl::string_view kEverywhere[] = {
    "/usr",    "/bin", "/sbin", "/lib",  "/lib32", "/lib64",
    "/libx32", "/etc", "/dev",  "/proc", "/sys"};
constexpr absl::string_view kShared[] = {
    "/home",  "/root", "/tmp", "/var",  "/var/tmp", "/var/lib",
    "/run",   "/etc",  "/dev", "/proc", "/sys",     "/mnt",
    "/media", "/opt",  "/srv", "/boot", "/Users"};
// Variables with paths of files, separated by colons.
constexpr absl::string_view kVariables[] = {
    "PYTHONPATH", "LD_LIBRARY_PATH", "NODE_PATH", "CLASSPATH",
    "JAVA_HOME",  "RUBYLIB",         "PERL5LIB"};

bool IsSystem(const std::string& path) {
  return absl::c_any_of(kEverywhere, [&](absl::string_view folder) {
    return IsWithin(path, folder);
  });
}

bool IsFile(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}
bool IsFolder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}
bool IsExecutable(const fs::path& path) {
  return IsFile(path) && access(path.c_str(), X_OK) == 0;
}

std::string Real(const fs::path& path) {
  std::error_code error;
  return fs::canonical(path, error).string();
}

std::string BeginningOf(const fs::path& path, size_t size) {
  std::string bytes(size, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<size_t>(file.gcount()));
  return bytes;
}

// Collects the files, each once.
class Finder {
 public:
  explicit Finder(const CommandOrigin& origin) : origin_(origin) {}

  void AddCommand(absl::Span<const std::string> command) {
    AddProgram(Find(command[0]));
    bool has_script = !IsSystem(Find(command[0])) && !is_installed_;
    for (const std::string& word : command.subspan(1)) {
      for (const std::string& path : PathsIn(word))
        AddArgument(path, has_script);
      // A program that another program starts, as env does.
      if (!absl::StrContains(word, '/')) AddProgram(Find(word));
    }
    // A module, or a text for an interpreter.
    if (!has_script && absl::c_any_of(command, [](const std::string& word) {
          return word == "-m" || word == "-c" || word == "-e";
        })) {
      AddFolder(origin_.current_folder);
    }
    for (const absl::string_view name : kVariables) {
      for (const std::string& path : PathsIn(Variable(name))) Add(path);
    }
    // Programs that scripts start.
    for (const std::string& folder : PathsIn(Variable("PATH"))) {
      if (!IsSystem(folder)) AddHomeOf(folder + "/program");
    }
    for (const std::string& folder : origin_.readable) AddEnvironment(folder);
  }

  // The files, without files inside collected folders.
  ProgramFiles Take() {
    std::vector<std::string> all;
    for (const std::string& path : found_) {
      if (!IsInside(path)) all.push_back(path);
    }
    return {std::move(all), {installations_.begin(), installations_.end()}};
  }

 private:
  bool IsInside(const fs::path& path) const {
    for (fs::path above = path.parent_path(); above != above.parent_path();
         above = above.parent_path()) {
      if (found_.contains(above.string())) return true;
    }
    return false;
  }
  std::string Variable(absl::string_view name) const {
    const auto found = origin_.variables.find(std::string(name));
    return found == origin_.variables.end() ? "" : found->second;
  }
  std::string Home() const { return Variable("HOME"); }

  std::string Absolute(const std::string& path) const {
    return NormalPath(path, origin_.current_folder);
  }

  // The program of this name, or with this path; empty: there is none.
  std::string Find(const std::string& name) const {
    if (name.empty()) return "";
    if (absl::StrContains(name, '/')) return Absolute(name);
    for (const absl::string_view folder :
         absl::StrSplit(Variable("PATH"), ':', absl::SkipEmpty())) {
      const std::string path = Absolute(absl::StrCat(folder, "/", name));
      if (IsExecutable(path)) return path;
    }
    return "";
  }

  // The existing paths in "--model=a.bin" and "a.jar:lib/*".
  std::vector<std::string> PathsIn(absl::string_view word) const {
    const size_t sign = word.find('=');
    if (sign != absl::string_view::npos) word.remove_prefix(sign + 1);
    std::vector<std::string> paths;
    for (absl::string_view part :
         absl::StrSplit(word, ':', absl::SkipEmpty())) {
      std::error_code error;
      // All files of a folder, in Java's notation.
      absl::ConsumeSuffix(&part, "/*");
      std::string path = Absolute(std::string(part));
      if (fs::exists(path, error)) paths.push_back(std::move(path));
    }
    return paths;
  }

  // The first file is the bot's own; so are programs, which others start.
  void AddArgument(const std::string& path, bool& has_script) {
    if (IsFile(path) && (!has_script || IsExecutable(path))) {
      AddProgram(path);
      has_script = true;
    } else {
      Add(path);
    }
  }

  // A file or folder, under all its names.
  void Add(const std::string& path) {
    if (IsShared(path, Home())) return;
    for (const std::string& name : NamesOf(path)) {
      if (!IsSystem(name) && !IsShared(name, Home())) found_.insert(name);
    }
  }
  bool AddFolder(const std::string& folder) {
    if (!IsFolder(folder) || IsShared(folder, Home())) return false;
    if (IsShared(Real(folder), Home())) return false;
    Add(folder);
    return true;
  }

  // The path, the targets of its links, one after the other, and the file
  // itself.
  static std::vector<std::string> NamesOf(const std::string& path) {
    std::vector<std::string> names = {path};
    constexpr int kMostLinks = 40;
    std::error_code error;
    while (fs::is_symlink(names.back(), error) && names.size() < kMostLinks) {
      const fs::path from = names.back();
      // The folder without links, so that ".." leads to the same folder as for
      // the system.
      const fs::path folder = Real(from.parent_path());
      names.push_back(
          (folder / fs::read_symlink(from, error)).lexically_normal().string());
    }
    names.push_back(Real(path));
    return names;
  }

  void AddProgram(const std::string& program) {
    if (program.empty() || !IsFile(program)) return;
    if (!programs_.insert(program).second) return;
    for (const std::string& name : NamesOf(program)) {
      if (IsSystem(name)) continue;
      programs_.insert(name);
      Add(name);
      AddHomeOf(name);
    }
    AddInterpreter(program);
    AddModules(program);
  }

  // The installation that a program belongs to, or its folder.
  void AddHomeOf(const std::string& program) {
    const fs::path folder = fs::path(program).parent_path();
    const fs::path above = folder.parent_path();
    const bool is_shims = folder.filename() == "shims";
    const bool is_bin = folder.filename() == "bin" &&
                        (IsFolder(above / "lib") || IsFolder(above / "lib64") ||
                         IsFolder(above / "libexec"));
    if (above == fs::path(Home()) / ".cargo") {
      AddRust(above);
      installations_.insert(above.string());
      is_installed_ = true;
    } else if (is_shims || (is_bin && above != fs::path(Home()) / ".local")) {
      is_installed_ = AddInstallation(above) || is_installed_;
      AddEnvironment(above);
    } else {
      AddFolder(folder);
    }
  }

  bool AddInstallation(const std::string& folder) {
    if (!AddFolder(folder)) return false;
    for (const std::string& name : NamesOf(folder)) installations_.insert(name);
    return true;
  }

  // Adds Rust's files, but not the token with which crates are published.
  void AddRust(const fs::path& cargo) {
    for (const char* const name :
         {"bin", "registry", "git", "config", "config.toml", "env"}) {
      std::error_code error;
      if (fs::exists(cargo / name, error)) Add(cargo / name);
    }
    AddInstallation(cargo.parent_path() / ".rustup");
  }

  // A virtual environment of Python: adds its base installation, and the
  // sources that it links to.
  void AddEnvironment(const fs::path& folder) {
    std::ifstream settings(folder / "pyvenv.cfg");
    for (std::string line; std::getline(settings, line);) {
      const std::pair<std::string, std::string> setting =
          absl::StrSplit(line, absl::MaxSplits(" = ", 1));
      if (setting.first != "home") continue;
      const fs::path installation = fs::path(setting.second).parent_path();
      if (!IsSystem(installation)) AddInstallation(installation);
    }
    std::error_code error;
    for (const auto& version : fs::directory_iterator(folder / "lib", error)) {
      AddLinked(version.path() / "site-packages");
    }
  }

  // Adds packages that are installed as links to their sources.
  void AddLinked(const fs::path& packages) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(packages, error)) {
      const std::string name = entry.path().filename();
      if (!absl::EndsWith(name, ".pth") && !absl::EndsWith(name, ".egg-link") &&
          !absl::StartsWith(name, "__editable__")) {
        continue;
      }
      constexpr size_t kMostRead = 64 * 1024;
      const std::string text = BeginningOf(entry.path(), kMostRead);
      // Each path has its own line, or stands in quotes.
      for (const absl::string_view word :
           absl::StrSplit(text, absl::ByAnyChar("'\"\n"))) {
        if (absl::StartsWith(word, "/")) AddFolder(Absolute(std::string(word)));
      }
    }
  }

  // Adds the interpreter that the first line of a script names.
  void AddInterpreter(const std::string& script) {
    constexpr size_t kLongestLine = 256;
    const std::string begin = BeginningOf(script, kLongestLine);
    absl::string_view line(begin.data(), begin.find('\n') == std::string::npos
                                             ? begin.size()
                                             : begin.find('\n'));
    if (!absl::ConsumePrefix(&line, "#!")) return;
    for (const absl::string_view word :
         absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty())) {
      AddProgram(Find(std::string(word)));
    }
  }

  // Adds the folders where runtimes look for their libraries.
  void AddModules(const std::string& program) {
    const std::string name = fs::path(program).filename();
    if (absl::StartsWith(name, "python") && !Home().empty()) {
      std::error_code error;
      const fs::path users = fs::path(Home()) / ".local/lib";
      for (const auto& entry : fs::directory_iterator(users, error)) {
        const std::string version = entry.path().filename();
        if (absl::StartsWith(version, "python")) {
          AddInstallation(entry.path());
          AddLinked(entry.path() / "site-packages");
        }
      }
    }
    fs::path folder = fs::path(program).parent_path();
    for (; !IsShared(folder, Home()); folder = folder.parent_path()) {
      if (!IsFolder(folder / "node_modules")) continue;
      AddPackages(folder / "node_modules");
      if (IsFile(folder / "package.json")) Add(folder / "package.json");
    }
  }

  // Adds a folder of packages, and packages that are links to their sources.
  void AddPackages(const fs::path& packages) {
    AddInstallation(packages);
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(packages, error)) {
      if (entry.is_symlink(error)) AddFolder(Real(entry.path()));
      // The packages of one scope.
      if (entry.path().filename().string()[0] == '@') AddPackages(entry.path());
    }
  }

  const CommandOrigin& origin_;
  std::set<std::string> found_;
  std::set<std::string> programs_;
  std::set<std::string> installations_;
  bool is_installed_ = false;
};

}  // namespace

bool IsShared(const std::string& folder, const std::string& home) {
  const fs::path path(folder);
  if (path.parent_path() == path || path.parent_path() == "/home" ||
      path.parent_path() == "/Users") {
    return IsFolder(path);
  }
  if (absl::c_linear_search(kShared, folder)) return true;
  return !home.empty() &&
         (IsWithin(home, folder) || IsWithin(Real(home), folder));
}

ProgramFiles FindProgramFiles(const std::vector<std::string>& command,
                              const CommandOrigin& origin) {
  Finder finder(origin);
  finder.AddCommand(command);
  return finder.Take();
}

}  // namespace arena::sandbox
