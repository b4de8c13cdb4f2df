// Secrets on disk: one line, mode 600, replaced atomically.
#include "sdk/cpp/base/token_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "absl/strings/ascii.h"

namespace pentathlon {
namespace {

constexpr size_t kLongestToken = 4096;

std::string Failure(const std::string& doing, const std::string& path) {
  return "cannot " + doing + " " + path + ": " + std::strerror(errno);
}

}  // namespace

bool IsToken(const std::string& text) {
  return !text.empty() && text.size() <= kLongestToken &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return '!' <= c && c <= '~'; });
}

std::optional<std::string> ReadTokenFile(const std::string& path) {
  // Refuses devices, which would be replaced, too.
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status)) {
    return std::nullopt;
  }
  // One byte more than the longest token with its line feed.
  std::string text(kLongestToken + 2, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  const std::string token(absl::StripAsciiWhitespace(text));
  if (token.empty()) return "";
  if (!IsToken(token)) return std::nullopt;
  return token;
}

std::string WriteTokenFile(const std::string& path, const std::string& token) {
  // The process id keeps apart two bots that share a file by mistake.
  const std::string draft = path + "." + std::to_string(getpid()) + ".tmp";
  unlink(draft.c_str());  // Left by a crash, perhaps with another mode.
  const int file =
      open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return Failure("create", draft);
  const std::string line = token + "\n";
  const bool written = write(file, line.data(), line.size()) ==
                           static_cast<ssize_t>(line.size()) &&
                       fsync(file) == 0;
  std::string failure = written ? "" : Failure("write", draft);
  close(file);
  if (written && rename(draft.c_str(), path.c_str()) != 0) {
    failure = Failure("replace", path);
  }
  if (!failure.empty()) unlink(draft.c_str());
  return failure;
}

}  // namespace pentathlon
