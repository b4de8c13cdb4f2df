#include "arena/submission/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "arena/core/text.h"

namespace arena::submission {
namespace {

// Checks the entries of one archive, one after the other. Not thread-safe.
class EntryRules {
 public:
  // For an archive of that many bytes.
  EntryRules(const ArchiveLimits& limits, int64_t packed_bytes)
      : limits_(limits), packed_bytes_(packed_bytes) {}

  // The next entry. Returns its path below the bot's folder, without "./" and
  // without a slash at the end; empty for the folder itself.
  absl::StatusOr<std::string> CheckPath(absl::string_view path);
  // `type` as in stat's st_mode.
  static absl::Status CheckType(absl::string_view path, mode_t type);
  // Checks that the target of a link at `path` is inside, as far as names tell.
  static absl::Status CheckLink(absl::string_view path,
                                absl::string_view target);
  // Counts further unpacked bytes.
  absl::Status CountBytes(int64_t bytes);

 private:
  const ArchiveLimits limits_;
  const int64_t packed_bytes_;
  int64_t unpacked_bytes_ = 0;
  int entries_ = 0;
};

absl::Status Refuse(absl::string_view path, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat("\"", Printable(Shortened(path)), "\" ", why));
}

std::string InMib(int64_t bytes) { return absl::StrCat(bytes >> 20, " MiB"); }

absl::string_view KindOf(mode_t type) {
  switch (type) {
    case S_IFIFO:
      return "a pipe";
    case S_IFSOCK:
      return "a socket";
    case S_IFCHR:
    case S_IFBLK:
      return "a device";
    default:
      return "of an unknown kind";
  }
}

absl::StatusOr<std::string> EntryRules::CheckPath(absl::string_view path) {
  if (++entries_ > limits_.most_entries) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the archive has more than ", limits_.most_entries, " entries"));
  }
  if (path.size() > limits_.longest_path) {
    return Refuse(
        path, absl::StrCat("has a path of ", path.size(),
                           " bytes; expected at most ", limits_.longest_path));
  }
  if (absl::StartsWith(path, "/")) {
    return Refuse(path,
                  "has an absolute path; expected one in the bot's folder");
  }
  if (absl::StrContains(path, '\\')) {
    return Refuse(path, "has a backslash in its path; folders end with /");
  }
  if (path.empty() || Printable(path) != path ||
      absl::StrContains(path, '\n') || absl::StrContains(path, '\t')) {
    return Refuse(path, "is no name of a file in UTF-8 that can be shown");
  }
  std::vector<absl::string_view> parts;
  for (const absl::string_view part : absl::StrSplit(path, '/')) {
    if (part == "..") return Refuse(path, "leads out of the bot's folder");
    if (!part.empty() && part != ".") parts.push_back(part);
  }
  if (static_cast<int>(parts.size()) > limits_.most_folders_deep) {
    return Refuse(path, absl::StrCat("is more than ", limits_.most_folders_deep,
                                     " folders deep"));
  }
  return absl::StrJoin(parts, "/");
}

absl::Status EntryRules::CheckType(absl::string_view path, mode_t type) {
  if (type == S_IFREG || type == S_IFDIR || type == S_IFLNK) {
    return absl::OkStatus();
  }
  return Refuse(path, absl::StrCat("is ", KindOf(type),
                                   "; expected files, folders and links"));
}

absl::Status EntryRules::CheckLink(absl::string_view path,
                                   absl::string_view target) {
  namespace fs = std::filesystem;
  const fs::path leads_to{std::string(target)};
  const fs::path inside =
      (fs::path(std::string(path)).parent_path() / leads_to).lexically_normal();
  if (!target.empty() && !leads_to.is_absolute() && *inside.begin() != "..") {
    return absl::OkStatus();
  }
  return Refuse(path,
                absl::StrCat("is a link to \"", Printable(Shortened(target)),
                             "\", outside of the bot's folder"));
}

absl::Status EntryRules::CountBytes(int64_t bytes) {
  unpacked_bytes_ += bytes;
  if (unpacked_bytes_ > limits_.most_unpacked_bytes) {
    return absl::InvalidArgumentError(
        absl::StrCat("the archive unpacks to more than ",
                     InMib(limits_.most_unpacked_bytes)));
  }
  if (unpacked_bytes_ > limits_.ratio_from &&
      unpacked_bytes_ / limits_.most_ratio > packed_bytes_) {
    return absl::InvalidArgumentError(
        absl::StrCat("the archive unpacks to more than ", limits_.most_ratio,
                     " times its size of ", packed_bytes_, " bytes"));
  }
  return absl::OkStatus();
}

namespace fs = std::filesystem;

constexpr size_t kBlock = 64 * 1024;

struct FreeReader {
  void operator()(struct archive* reader) const { archive_read_free(reader); }
};
struct FreeWriter {
  void operator()(struct archive* writer) const { archive_write_free(writer); }
};
struct FreeEntry {
  void operator()(struct archive_entry* entry) const {
    archive_entry_free(entry);
  }
};
using Reader = std::unique_ptr<struct archive, FreeReader>;
using Writer = std::unique_ptr<struct archive, FreeWriter>;
using Entry = std::unique_ptr<struct archive_entry, FreeEntry>;

absl::Status Broken(struct archive* archive) {
  const char* reason = archive_error_string(archive);
  return absl::InvalidArgumentError(absl::StrCat(
      "the archive cannot be read (",
      Printable(reason == nullptr ? "no reason given" : reason),
      "); expected a .tar.gz, .tar.zst or .zip"));
}

absl::Status DiskError(absl::string_view what, absl::string_view path) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " ", path, ": ", strerror(errno)));
}

absl::Status CheckPackedSize(int64_t bytes, const ArchiveLimits& limits) {
  if (bytes <= limits.most_packed_bytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the archive has ", bytes, " bytes; expected at most ",
                   limits.most_packed_bytes));
}

// ---- Unpacking ----

// Puts entries into a folder. Links come last, so that nothing is ever written
// through one.
class Unpacker {
 public:
  Unpacker(const std::string& folder, const ArchiveLimits& limits,
           int64_t packed_bytes)
      : folder_(folder), rules_(limits, packed_bytes) {}

  absl::Status Run(struct archive* reader) {
    while (true) {
      struct archive_entry* entry = nullptr;
      const int result = archive_read_next_header(reader, &entry);
      if (result == ARCHIVE_EOF) return MakeLinks();
      if (result != ARCHIVE_OK) return Broken(reader);
      ARENA_RETURN_IF_ERROR(Take(reader, entry));
    }
  }

 private:
  struct Link {
    std::string path;
    std::string target;
  };

  absl::Status Take(struct archive* reader, struct archive_entry* entry) {
    ARENA_ASSIGN_OR_RETURN(const std::string path,
                           rules_.CheckPath(NameOf(entry)));
    const mode_t type = archive_entry_filetype(entry);
    if (FormOf(entry, archive_entry_hardlink_utf8, archive_entry_hardlink) !=
        nullptr) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", path, "\" is a hard link; expected files, folders and links"));
    }
    ARENA_RETURN_IF_ERROR(EntryRules::CheckType(path, type));
    if (type == S_IFDIR) return MakeFolder(path);
    if (path.empty()) return absl::InvalidArgumentError("a file has no name");
    ARENA_RETURN_IF_ERROR(MakeFolder(fs::path(path).parent_path()));
    if (type == S_IFREG) return MakeFile(reader, entry, path);
    const char* target =
        FormOf(entry, archive_entry_symlink_utf8, archive_entry_symlink);
    links_.push_back({path, target == nullptr ? "" : target});
    return EntryRules::CheckLink(path, links_.back().target);
  }

  static std::string NameOf(struct archive_entry* entry) {
    const char* name =
        FormOf(entry, archive_entry_pathname_utf8, archive_entry_pathname);
    return name == nullptr ? "" : name;
  }

  // In the locale "C" a name that is not ASCII has only one form: UTF-8, or
  // plain bytes. Null: the name has neither form.
  using Form = const char* (*)(struct archive_entry*);
  static const char* FormOf(struct archive_entry* entry, Form utf8,
                            Form bytes) {
    const char* text = utf8(entry);
    return text == nullptr ? bytes(entry) : text;
  }

  absl::Status MakeFolder(const fs::path& path) {
    std::error_code error;
    fs::create_directories(folder_ / path, error);
    if (!error) return absl::OkStatus();
    if (error == std::errc::not_a_directory ||
        error == std::errc::file_exists) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", path.string(), "\" is a file and a folder at once"));
    }
    return absl::UnavailableError(absl::StrCat("cannot make the folder ",
                                               path.string(), ": ",
                                               error.message()));
  }

  absl::Status MakeFile(struct archive* reader, struct archive_entry* entry,
                        const std::string& path) {
    const bool executable = (archive_entry_perm(entry) & 0111) != 0;
    const Descriptor file(open((folder_ / path).c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW |
                                   O_CLOEXEC,
                               executable ? 0755 : 0644));
    if (!file.is_open() && errno == EEXIST) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", path, "\" is there twice"));
    }
    if (!file.is_open()) return DiskError("make", path);
    std::vector<char> block(kBlock);
    while (true) {
      const la_ssize_t count =
          archive_read_data(reader, block.data(), block.size());
      if (count == 0) return absl::OkStatus();
      if (count < 0) return Broken(reader);
      ARENA_RETURN_IF_ERROR(rules_.CountBytes(count));
      if (!WriteAll(file.get(), absl::string_view(block.data(), count))) {
        return DiskError("write", path);
      }
    }
  }

  absl::Status MakeLinks() {
    for (const Link& link : links_) {
      if (symlink(link.target.c_str(), (folder_ / link.path).c_str()) == 0) {
        continue;
      }
      if (errno != EEXIST) return DiskError("make the link", link.path);
      return absl::InvalidArgumentError(
          absl::StrCat("\"", link.path, "\" is there twice"));
    }
    // Done last, because links may lead through each other.
    const fs::path root = fs::canonical(folder_);
    for (const Link& link : links_) {
      std::error_code error;
      const fs::path end = fs::weakly_canonical(folder_ / link.path, error);
      const fs::path inside = end.lexically_relative(root);
      if (error || inside.empty() || *inside.begin() == "..") {
        return absl::InvalidArgumentError(
            absl::StrCat("\"", link.path, "\" is a link to \"",
                         Printable(Shortened(link.target)),
                         "\", which ends outside of the bot's folder"));
      }
    }
    return absl::OkStatus();
  }

  const fs::path folder_;
  EntryRules rules_;
  std::vector<Link> links_;
};

void Empty(const std::string& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    fs::remove_all(entry.path(), ignored);
  }
}

// ---- Packing ----

// Everything below a folder, ascending by path, without entries that are left
// out.
absl::StatusOr<std::vector<fs::path>> EntriesOf(
    const std::string& folder, const std::vector<std::string>& left_out) {
  std::error_code error;
  std::vector<fs::path> paths;
  fs::recursive_directory_iterator it(folder, error);
  for (; !error && it != fs::recursive_directory_iterator();
       it.increment(error)) {
    if (absl::c_linear_search(left_out, it->path().filename().string())) {
      it.disable_recursion_pending();
    } else {
      paths.push_back(it->path());
    }
  }
  if (error) {
    return absl::NotFoundError(
        absl::StrCat("cannot read the folder ", folder, ": ", error.message()));
  }
  absl::c_sort(paths);
  return paths;
}

la_ssize_t Append(struct archive* /*writer*/, void* packed, const void* bytes,
                  size_t count) {
  static_cast<std::string*>(packed)->append(static_cast<const char*>(bytes),
                                            count);
  return static_cast<la_ssize_t>(count);
}

absl::StatusOr<std::string> ContentsOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream contents;
  contents << file.rdbuf();
  if (file.is_open() && !file.bad()) return std::move(contents).str();
  return absl::UnavailableError(
      absl::StrCat("cannot read ", path.string(), ": ", strerror(errno)));
}

// Adds one file, folder or link.
absl::Status Add(struct archive* writer, const fs::path& path,
                 const fs::path& folder, EntryRules& rules) {
  ARENA_ASSIGN_OR_RETURN(
      const std::string name,
      rules.CheckPath(path.lexically_relative(folder).string()));
  struct stat status = {};
  if (lstat(path.c_str(), &status) != 0) return DiskError("read", name);
  const mode_t type = status.st_mode & S_IFMT;
  ARENA_RETURN_IF_ERROR(EntryRules::CheckType(name, type));
  const Entry entry(archive_entry_new());
  archive_entry_set_pathname(entry.get(), name.c_str());
  archive_entry_set_filetype(entry.get(), type);
  const bool executable = type == S_IFDIR || (status.st_mode & 0111) != 0;
  archive_entry_set_perm(entry.get(), executable ? 0755 : 0644);
  std::string contents;
  if (type == S_IFLNK) {
    const std::string target = fs::read_symlink(path).string();
    ARENA_RETURN_IF_ERROR(EntryRules::CheckLink(name, target));
    archive_entry_set_symlink(entry.get(), target.c_str());
  } else if (type == S_IFREG) {
    ARENA_ASSIGN_OR_RETURN(contents, ContentsOf(path));
    ARENA_RETURN_IF_ERROR(
        rules.CountBytes(static_cast<int64_t>(contents.size())));
  }
  archive_entry_set_size(entry.get(), static_cast<int64_t>(contents.size()));
  // The library warns of names that are not ASCII, and writes their bytes.
  if (archive_write_header(writer, entry.get()) < ARCHIVE_WARN ||
      archive_write_data(writer, contents.data(), contents.size()) < 0) {
    return Broken(writer);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status Unpack(absl::string_view archive, const std::string& folder,
                    const ArchiveLimits& limits) {
  const auto packed_bytes = static_cast<int64_t>(archive.size());
  ARENA_RETURN_IF_ERROR(CheckPackedSize(packed_bytes, limits));
  const Reader reader(archive_read_new());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_zstd(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_zip(reader.get());
  if (archive_read_open_memory(reader.get(), archive.data(), archive.size()) !=
      ARCHIVE_OK) {
    return Broken(reader.get());
  }
  absl::Cleanup leave_nothing = [&folder] { Empty(folder); };
  ARENA_RETURN_IF_ERROR(
      Unpacker(folder, limits, packed_bytes).Run(reader.get()));
  std::move(leave_nothing).Cancel();
  return absl::OkStatus();
}

absl::StatusOr<std::string> Pack(const std::string& folder,
                                 const ArchiveLimits& limits,
                                 const std::vector<std::string>& left_out) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<fs::path> paths,
                         EntriesOf(folder, left_out));
  std::string packed;
  const Writer writer(archive_write_new());
  archive_write_add_filter_zstd(writer.get());
  archive_write_set_format_pax_restricted(writer.get());
  // No zeros behind the end, which the reader of zstd takes for a broken frame.
  archive_write_set_bytes_in_last_block(writer.get(), 1);
  archive_write_open(writer.get(), &packed, nullptr, &Append, nullptr);
  // A high ratio of compression is harmless here.
  ArchiveLimits honest = limits;
  honest.ratio_from = limits.most_unpacked_bytes;
  EntryRules rules(honest, 1);
  for (const fs::path& path : paths) {
    ARENA_RETURN_IF_ERROR(Add(writer.get(), path, folder, rules));
  }
  if (archive_write_close(writer.get()) != ARCHIVE_OK) {
    return Broken(writer.get());
  }
  ARENA_RETURN_IF_ERROR(
      CheckPackedSize(static_cast<int64_t>(packed.size()), limits));
  return packed;
}

}  // namespace arena::submission
