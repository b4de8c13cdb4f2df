// Secrets on disk: one line, mode 600, replaced atomically.
#include "sdk/cpp/token_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace pentathlon {
namespace {

std::string Failure(const std::string& doing, const std::string& path) {
  return "cannot " + doing + " " + path + ": " + std::strerror(errno);
}

}  // namespace

std::string ReadTokenFile(const std::string& path) {
  std::string token;
  std::ifstream(path) >> token;
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
