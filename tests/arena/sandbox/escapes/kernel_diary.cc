#include "tests/arena/sandbox/escapes/kernel_diary.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace arena::escapes {
namespace {

// Every Debian 12 has this folder. No process maps all pages of its files.
constexpr char kFolder[] = "/usr/lib/x86_64-linux-gnu/";
constexpr long kPage = 4096;
constexpr char kBegin[] = "diary";
constexpr size_t kLengthBytes = 2;
constexpr size_t kMostBytes = 2000;

// ---- Bits ----

using Bits = std::vector<bool>;

void Append(size_t value, size_t count, Bits& bits) {
  for (size_t i = 0; i < count; ++i) bits.push_back((value >> i & 1) != 0);
}

// A word by which the diary is recognised, then the length and the bytes.
Bits ToBits(const std::string& bytes) {
  Bits bits;
  for (const char letter : std::string(kBegin)) {
    Append(static_cast<uint8_t>(letter), 8, bits);
  }
  Append(bytes.size(), 8 * kLengthBytes, bits);
  for (const char letter : bytes) {
    Append(static_cast<uint8_t>(letter), 8, bits);
  }
  return bits;
}

// Reads the bits of ToBits, one by one: a read may spoil the bit.
std::string FromBits(const std::function<bool(size_t number)>& bit) {
  size_t place = 0;
  const auto next = [&](size_t count) {
    size_t value = 0;
    for (size_t i = 0; i < count; ++i) {
      value |= static_cast<size_t>(bit(place++)) << i;
    }
    return value;
  };
  for (const char letter : std::string(kBegin)) {
    if (next(8) != static_cast<uint8_t>(letter)) return "";
  }
  const size_t length = std::min(next(8 * kLengthBytes), kMostBytes);
  std::string bytes;
  while (bytes.size() < length) bytes += static_cast<char>(next(8));
  return bytes;
}

// ---- Files that everybody can read ----

std::vector<std::string> FilesBySize() {
  std::vector<std::pair<off_t, std::string>> found;
  DIR* const folder = opendir(kFolder);
  while (folder != nullptr) {
    const dirent* const entry = readdir(folder);
    if (entry == nullptr) break;
    struct stat status;
    const std::string path = std::string(kFolder) + entry->d_name;
    if (lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
      found.emplace_back(-status.st_size, path);
    }
  }
  if (folder != nullptr) closedir(folder);
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  for (auto& [size, path] : found) paths.push_back(std::move(path));
  return paths;
}

// The pages of the largest file, each one bit.
class Pages {
 public:
  Pages() {
    const std::vector<std::string> files = FilesBySize();
    if (!files.empty()) file_ = open(files.front().c_str(), O_RDONLY);
    // Reading one page brings no other page with it.
    posix_fadvise(file_, 0, 0, POSIX_FADV_RANDOM);
  }
  ~Pages() { close(file_); }
  int file() const { return file_; }
  // The last pages of a library are not those that programs use.
  off_t PlaceOf(size_t number) const {
    return lseek(file_, 0, SEEK_END) / kPage * kPage -
           static_cast<off_t>(number + 1) * kPage;
  }
  bool Write(const Bits& bits) const {
    char byte;
    posix_fadvise(file_, PlaceOf(bits.size() - 1), 0, POSIX_FADV_DONTNEED);
    for (size_t i = 0; i < bits.size(); ++i) {
      if (bits[i] && pread(file_, &byte, 1, PlaceOf(i)) != 1) return false;
    }
    return true;
  }

 private:
  int file_ = -1;
};

bool IsReadAtOnce(const Pages& pages, size_t number) {
  char byte;
  const iovec place = {&byte, 1};
  return preadv2(pages.file(), &place, 1, pages.PlaceOf(number), RWF_NOWAIT) ==
         1;
}

bool IsInCore(const Pages& pages, size_t number) {
  void* const page = mmap(nullptr, kPage, PROT_READ, MAP_SHARED, pages.file(),
                          pages.PlaceOf(number));
  unsigned char in_memory = 0;
  mincore(page, kPage, &in_memory);
  munmap(page, kPage);
  return (in_memory & 1) != 0;
}

bool IsCounted(const Pages& pages, size_t number) {
  constexpr long kCacheStat = 451;
  const uint64_t range[2] = {static_cast<uint64_t>(pages.PlaceOf(number)),
                             kPage};
  uint64_t counts[5] = {};
  syscall(kCacheStat, pages.file(), range, counts, 0);
  return counts[0] > 0;
}

long BigFaults() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_majflt;
}

bool IsNoFault(const Pages& pages, size_t number) {
  void* const page = mmap(nullptr, kPage, PROT_READ, MAP_SHARED, pages.file(),
                          pages.PlaceOf(number));
  madvise(page, kPage, MADV_RANDOM);
  const long before = BigFaults();
  static_cast<void>(*static_cast<volatile char*>(page));
  const bool none = BigFaults() == before;
  munmap(page, kPage);
  return none;
}

using IsThere = bool (*)(const Pages& pages, size_t number);

std::optional<IsThere> PagesBy(const std::string& kind) {
  if (kind == "nowait") return IsReadAtOnce;
  if (kind == "mincore") return IsInCore;
  if (kind == "cachestat") return IsCounted;
  if (kind == "faults") return IsNoFault;
  return std::nullopt;
}

// ---- Keys ----

constexpr char kKey[] = "arena-diary";

bool WriteKey(const std::string& bytes) {
  return syscall(SYS_add_key, "user", kKey, bytes.data(), bytes.size(),
                 KEY_SPEC_USER_KEYRING) >= 0;
}

std::string ReadKey() {
  const long key = syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING,
                           "user", kKey, 0);
  if (key < 0) return "";
  std::string bytes(kMostBytes, ' ');
  const long size =
      syscall(SYS_keyctl, KEYCTL_READ, key, bytes.data(), bytes.size());
  bytes.resize(static_cast<size_t>(std::clamp<long>(size, 0, kMostBytes)));
  return bytes;
}

// ---- Hints ----

// One bit for each file.
bool WriteHints(const Bits& bits) {
  const std::vector<std::string> files = FilesBySize();
  for (size_t i = 0; i < bits.size() && i < files.size(); ++i) {
    const int file = open(files[i].c_str(), O_RDONLY);
    const uint64_t hint = bits[i] ? RWH_WRITE_LIFE_SHORT : RWH_WRITE_LIFE_NONE;
    const bool set = fcntl(file, F_SET_RW_HINT, &hint) == 0;
    close(file);
    if (!set) return false;
  }
  return true;
}

bool HasHint(const std::vector<std::string>& files, size_t number) {
  if (number >= files.size()) return false;
  const int file = open(files[number].c_str(), O_RDONLY);
  uint64_t hint = 0;
  fcntl(file, F_GET_RW_HINT, &hint);
  close(file);
  return hint == RWH_WRITE_LIFE_SHORT;
}

}  // namespace

std::vector<std::string> KernelDiary::Kinds() {
  return {"nowait", "mincore", "cachestat", "faults", "keyring", "hints"};
}

size_t KernelDiary::room() const {
  if (kind_ == "keyring") return kMostBytes;
  const size_t bits =
      PagesBy(kind_).has_value()
          ? static_cast<size_t>(lseek(Pages().file(), 0, SEEK_END) / kPage)
          : FilesBySize().size();
  const size_t overhead = sizeof(kBegin) + kLengthBytes;
  return std::min(kMostBytes, std::max(bits / 8, overhead) - overhead);
}

bool KernelDiary::Write(const std::string& bytes) const {
  const std::string kept = bytes.substr(0, room());
  if (PagesBy(kind_).has_value()) return Pages().Write(ToBits(kept));
  if (kind_ == "keyring") return WriteKey(kept);
  return WriteHints(ToBits(kept));
}

std::string KernelDiary::Read() const {
  if (kind_ == "keyring") return ReadKey();
  if (const std::optional<IsThere> is_there = PagesBy(kind_)) {
    const Pages pages;
    return FromBits([&](size_t number) { return (*is_there)(pages, number); });
  }
  const std::vector<std::string> files = FilesBySize();
  return FromBits([&](size_t number) { return HasHint(files, number); });
}

}  // namespace arena::escapes
