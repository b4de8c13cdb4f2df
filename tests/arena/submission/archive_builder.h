// Makes archives as strangers may make them.
#ifndef TESTS_ARENA_SUBMISSION_ARCHIVE_BUILDER_H_
#define TESTS_ARENA_SUBMISSION_ARCHIVE_BUILDER_H_

#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>

#include <string>

namespace arena::submission {

class ArchiveBuilder {
 public:
  enum class Kind { kTarGz, kTarZst, kZip, k7Zip, kSecretZip };

  explicit ArchiveBuilder(Kind kind = Kind::kTarGz)
      : writer_(archive_write_new()) {
    if (kind == Kind::kTarGz) archive_write_add_filter_gzip(writer_);
    if (kind == Kind::kTarZst) archive_write_add_filter_zstd(writer_);
    if (kind == Kind::kTarGz || kind == Kind::kTarZst) {
      archive_write_set_format_pax_restricted(writer_);
    } else if (kind == Kind::k7Zip) {
      archive_write_set_format_7zip(writer_);
    } else {
      archive_write_set_format_zip(writer_);
    }
    if (kind == Kind::kSecretZip) {
      archive_write_set_passphrase(writer_, "secret");
      archive_write_set_options(writer_, "zip:encryption=traditional");
    }
    archive_write_set_bytes_in_last_block(writer_, 1);
    archive_write_open(writer_, &bytes_, nullptr, &Append, nullptr);
  }
  ~ArchiveBuilder() { archive_write_free(writer_); }
  ArchiveBuilder(const ArchiveBuilder&) = delete;
  ArchiveBuilder& operator=(const ArchiveBuilder&) = delete;

  ArchiveBuilder& File(const std::string& path, const std::string& contents,
                       int mode = 0644) {
    return Add(path, S_IFREG, mode, contents);
  }
  ArchiveBuilder& Folder(const std::string& path) {
    return Add(path, S_IFDIR, 0755, "");
  }
  ArchiveBuilder& Link(const std::string& path, const std::string& target) {
    link_ = target;
    return Add(path, S_IFLNK, 0777, "");
  }
  ArchiveBuilder& HardLink(const std::string& path, const std::string& target) {
    hard_link_ = target;
    return Add(path, S_IFREG, 0644, "");
  }
  ArchiveBuilder& Special(const std::string& path, mode_t type) {
    return Add(path, type, 0644, "");
  }

  std::string Bytes() {
    archive_write_close(writer_);
    return bytes_;
  }

 private:
  static la_ssize_t Append(struct archive* /*writer*/, void* bytes,
                           const void* more, size_t count) {
    static_cast<std::string*>(bytes)->append(static_cast<const char*>(more),
                                             count);
    return static_cast<la_ssize_t>(count);
  }

  ArchiveBuilder& Add(const std::string& path, mode_t type, int mode,
                      const std::string& contents) {
    struct archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, path.c_str());
    archive_entry_set_filetype(entry, type);
    archive_entry_set_perm(entry, mode);
    archive_entry_set_size(entry, static_cast<int64_t>(contents.size()));
    if (!link_.empty()) archive_entry_set_symlink(entry, link_.c_str());
    if (!hard_link_.empty()) {
      archive_entry_set_hardlink(entry, hard_link_.c_str());
    }
    archive_write_header(writer_, entry);
    archive_write_data(writer_, contents.data(), contents.size());
    archive_entry_free(entry);
    link_.clear();
    hard_link_.clear();
    return *this;
  }

  struct archive* const writer_;
  std::string bytes_;
  std::string link_;
  std::string hard_link_;
};

}  // namespace arena::submission

#endif  // TESTS_ARENA_SUBMISSION_ARCHIVE_BUILDER_H_
