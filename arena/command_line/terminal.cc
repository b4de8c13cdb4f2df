#include "arena/command_line/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/numbers.h"
#include "arena/command_line/wrapped_text.h"
#include "arena/core/text.h"

namespace arena::command_line {
namespace {

constexpr int kDefaultWidth = 80;
constexpr int kLeastWidth = 20;

void Write(const std::string& text, std::FILE* file) {
  std::fwrite(text.data(), 1, text.size(), file);
}

}  // namespace

std::optional<std::pair<int, int>> TerminalSize(int descriptor) {
  winsize size;
  if (isatty(descriptor) == 0 || ioctl(descriptor, TIOCGWINSZ, &size) != 0 ||
      size.ws_col == 0) {
    return std::nullopt;
  }
  return std::pair<int, int>(size.ws_col, size.ws_row);
}

int TextWidth(int descriptor) {
  const char* const columns = std::getenv("COLUMNS");
  int width = 0;
  if (columns == nullptr || !absl::SimpleAtoi(columns, &width) || width <= 0) {
    const auto size = TerminalSize(descriptor);
    width = size.has_value() ? size->first : kDefaultWidth;
  }
  return std::max(width, kLeastWidth);
}

void PrintWrapped(absl::string_view text) {
  Write(Wrapped(Printable(text), TextWidth(STDOUT_FILENO)), stdout);
}

void PrintWrappedToStderr(absl::string_view text) {
  Write(Wrapped(Printable(text), TextWidth(STDERR_FILENO)), stderr);
}

void PrintMarkdown(absl::string_view text) {
  Write(WrappedMarkdown(Printable(text), TextWidth(STDOUT_FILENO)), stdout);
}

}  // namespace arena::command_line
