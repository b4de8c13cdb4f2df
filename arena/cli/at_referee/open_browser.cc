#include "arena/cli/at_referee/open_browser.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace arena::cli {
namespace {

bool IsSet(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

}  // namespace

absl::Status CheckPageUrl(const std::string& url) {
  const bool web = absl::StartsWith(url, "http://") ||
                   absl::StartsWith(url, "https://");
  const bool plain = absl::c_all_of(url, [](unsigned char c) {
    constexpr absl::string_view kSpecial = "\"'`\\<>$;|&()";
    return absl::ascii_isgraph(c) && !absl::StrContains(kSpecial, c);
  });
  if (web && plain) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "the referee says that the page is at \"", url,
      "\", which is no address of a page; expected http://... or https://..."));
}

bool HasDisplay() { return IsSet("DISPLAY") || IsSet("WAYLAND_DISPLAY"); }

absl::Status OpenInBrowser(const std::string& url) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  for (const int output : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    posix_spawn_file_actions_addopen(&files, output, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string program = "xdg-open";
  std::string page = url;
  const std::array<char*, 3> arguments = {program.data(), page.data(), nullptr};
  pid_t pid;
  const int error = posix_spawnp(&pid, program.c_str(), &files, &attributes,
                                 arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  if (error == 0) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(
      "xdg-open cannot be started: ", std::strerror(error),
      "; open the address above in a browser"));
}

}  // namespace arena::cli
