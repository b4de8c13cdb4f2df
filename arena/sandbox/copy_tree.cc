#include "arena/sandbox/copy_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"

namespace arena::sandbox {
namespace {

namespace fs = std::filesystem;

constexpr int kMostCopied = 100'000;
constexpr int kMostNested = 48;

absl::Status CannotDo(absl::string_view what, const std::string& name) {
  const int error = errno;
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " \"", name, "\": ", std::strerror(error)));
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

std::vector<std::string> Names(int folder) {
  std::vector<std::string> names;
  // The stream closes its descriptor, so it gets a copy.
  const int own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> stream(fdopendir(own));
  if (stream == nullptr) return names;
  while (const dirent* entry = readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

// Counts while it copies.
class Copy {
 public:
  Copy(int64_t most_bytes, uid_t owner)
      : bytes_left_(most_bytes), owner_(owner) {}

  absl::Status Folder(int from, int to, int nested) {
    if (nested > kMostNested) {
      return absl::ResourceExhaustedError(
          absl::StrCat("more than ", kMostNested, " nested folders"));
    }
    for (const std::string& name : Names(from)) {
      if (--entries_left_ < 0) {
        return absl::ResourceExhaustedError(
            absl::StrCat("more than ", kMostCopied, " files"));
      }
      ARENA_RETURN_IF_ERROR(Entry(from, to, name, nested));
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Entry(int from, int to, const std::string& name, int nested) {
    struct stat found;
    if (fstatat(from, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) {
      return CannotDo("look at", name);
    }
    if (S_ISLNK(found.st_mode)) {
      ARENA_RETURN_IF_ERROR(Link(from, to, name));
    } else if (S_ISREG(found.st_mode)) {
      ARENA_RETURN_IF_ERROR(File(from, to, name));
    } else if (S_ISDIR(found.st_mode)) {
      ARENA_RETURN_IF_ERROR(Inner(from, to, name, nested));
    } else {
      return absl::OkStatus();
    }
    if (fchownat(to, name.c_str(), owner_, owner_, AT_SYMLINK_NOFOLLOW) != 0) {
      return CannotDo("give away", name);
    }
    return absl::OkStatus();
  }

  absl::Status Link(int from, int to, const std::string& name) {
    std::array<char, PATH_MAX> target;
    const ssize_t size =
        readlinkat(from, name.c_str(), target.data(), target.size() - 1);
    if (size < 0) return CannotDo("read the link", name);
    target[size] = '\0';
    if (symlinkat(target.data(), to, name.c_str()) != 0) {
      return CannotDo("write the link", name);
    }
    return absl::OkStatus();
  }

  absl::Status Inner(int from, int to, const std::string& name, int nested) {
    constexpr int kHow = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    const Descriptor source(openat(from, name.c_str(), kHow));
    if (!source.is_open()) return CannotDo("open the folder", name);
    if (mkdirat(to, name.c_str(), 0755) != 0) {
      return CannotDo("make the folder", name);
    }
    const Descriptor target(openat(to, name.c_str(), kHow));
    if (!target.is_open()) return CannotDo("open the folder", name);
    return Folder(source.get(), target.get(), nested + 1);
  }

  absl::Status File(int from, int to, const std::string& name) {
    const Descriptor source(openat(
        from, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat found;
    if (!source.is_open() || fstat(source.get(), &found) != 0 ||
        !S_ISREG(found.st_mode)) {
      return CannotDo("read", name);
    }
    const mode_t mode = (found.st_mode & 0100) != 0 ? 0755 : 0644;
    const Descriptor target(openat(
        to, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (!target.is_open()) return CannotDo("write", name);
    return Bytes(source.get(), target.get(), name);
  }

  absl::Status Bytes(int source, int target, const std::string& name) {
    std::array<char, 64 * 1024> buffer;
    while (true) {
      const ssize_t size = read(source, buffer.data(), buffer.size());
      if (size < 0) return CannotDo("read", name);
      if (size == 0) return absl::OkStatus();
      bytes_left_ -= size;
      if (bytes_left_ < 0) {
        return absl::ResourceExhaustedError("more bytes than its folder holds");
      }
      if (write(target, buffer.data(), size) != size) {
        return CannotDo("write", name);
      }
    }
  }

  // A file with holes has more bytes than it took.
  int64_t bytes_left_;
  const uid_t owner_;
  int entries_left_ = kMostCopied;
};

}  // namespace

absl::Status CopyTree(int from, int to, int64_t most_bytes, uid_t owner) {
  return Copy(most_bytes, owner).Folder(from, to, 0);
}

absl::Status ReplaceTree(int from, const std::string& to, int64_t most_bytes) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(to, error)) {
    fs::remove_all(entry.path(), error);
  }
  const Descriptor target(open(to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!target.is_open()) return CannotDo("write the folder", to);
  return CopyTree(from, target.get(), most_bytes);
}

}  // namespace arena::sandbox
