#include "referee/store/sql/identity_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/memory/memory.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "arena/core/check.h"
#include "arena/core/descriptor.h"
#include "referee/store/sql/lost_data.h"

namespace arena::referee {
namespace {

constexpr char kFirstLine[] = "Pentathlon identity 1";

// The text has always the same length for one id and boot, so that it can be
// overwritten in one system call.
std::string Encode(const Identity& identity) {
  return absl::StrFormat(
      "%s\nid %s\nposition %020d\nflushed %-3s\nboot %s\n", kFirstLine,
      identity.id, identity.position, identity.flushed ? "yes" : "no",
      identity.boot);
}

// The text behind the name of the line; false if the line has another name.
bool TakeLine(absl::string_view line, absl::string_view name,
              absl::string_view& value) {
  value = line;
  return absl::ConsumePrefix(&value, name);
}

std::optional<Identity> Decode(absl::string_view text) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  absl::string_view id, position, flushed, boot;
  Identity identity;
  if (lines.size() != 6 || lines[0] != kFirstLine ||
      !TakeLine(lines[1], "id ", id) || id.empty() ||
      !TakeLine(lines[2], "position ", position) ||
      !absl::SimpleAtoi(position, &identity.position) ||
      !TakeLine(lines[3], "flushed ", flushed) ||
      (flushed != "yes" && flushed != "no ") ||
      !TakeLine(lines[4], "boot ", boot) || !lines[5].empty()) {
    return std::nullopt;
  }
  identity.id = std::string(id);
  identity.flushed = flushed == "yes";
  identity.boot = std::string(boot);
  return identity;
}

// In one system call, so that a crash leaves the old text or the new one.
bool Overwrite(int file, absl::string_view text) {
  return pwrite(file, text.data(), text.size(), 0) ==
         static_cast<ssize_t>(text.size());
}

absl::Status WriteNewFile(const std::string& path, absl::string_view bytes) {
  const Descriptor file(
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (!file.is_open()) return FileError("make", path);
  const bool done = WriteAll(file.get(), bytes) && fdatasync(file.get()) == 0;
  return done ? absl::OkStatus() : FileError("write to", path);
}

}  // namespace

std::string IdentityPath(const std::string& database) {
  return absl::StrCat(database, ".identity");
}

absl::StatusOr<std::optional<Identity>> ReadIdentity(
    const std::string& database) {
  const std::string path = IdentityPath(database);
  std::ifstream file(path, std::ios::binary);
  if (!file.is_open()) return std::optional<Identity>();
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const std::optional<Identity> identity = Decode(text);
  if (identity.has_value()) return identity;
  return absl::DataLossError(absl::StrCat(
      path, " is damaged, so nothing tells whether ", database,
      " is complete; ", HowToRestore(), ". To go on with the database as it "
      "is, move ", path, " elsewhere"));
}

absl::Status WriteIdentity(const std::string& database,
                           const Identity& identity) {
  const std::string path = IdentityPath(database);
  const std::string beside = absl::StrCat(path, ".new");
  ARENA_RETURN_IF_ERROR(WriteNewFile(beside, Encode(identity)));
  if (rename(beside.c_str(), path.c_str()) == 0) return absl::OkStatus();
  return FileError("make", path);
}

std::string CurrentBoot() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  std::getline(file, boot);
  return boot;
}

absl::StatusOr<std::unique_ptr<IdentityFile>> IdentityFile::Open(
    const std::string& database, Identity identity) {
  const std::string path = IdentityPath(database);
  if (access(path.c_str(), F_OK) != 0) {
    ARENA_RETURN_IF_ERROR(WriteIdentity(database, identity));
  }
  Descriptor opened(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (!opened.is_open()) return FileError("open", path);
  auto file = absl::WrapUnique(
      new IdentityFile(path, std::move(opened), std::move(identity)));
  ARENA_RETURN_IF_ERROR(file->Write());
  // A text of another machine may be longer.
  const auto size = static_cast<off_t>(Encode(file->identity_).size());
  if (ftruncate(file->file_.get(), size) != 0)
    return FileError("write to", path);
  return file;
}

IdentityFile::IdentityFile(std::string path, Descriptor file, Identity identity)
    : path_(std::move(path)),
      file_(std::move(file)),
      identity_(std::move(identity)) {}

absl::Status IdentityFile::Write() {
  if (Overwrite(file_.get(), Encode(identity_))) return absl::OkStatus();
  return FileError("write to", path_);
}

absl::Status IdentityFile::Note(int64_t position) {
  identity_.position = position;
  return Write();
}

absl::Status IdentityFile::NoteFlushed() {
  identity_.flushed = true;
  ARENA_RETURN_IF_ERROR(Write());
  return fdatasync(file_.get()) == 0 ? absl::OkStatus()
                                     : FileError("flush", path_);
}

}  // namespace arena::referee
