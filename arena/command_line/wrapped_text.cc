#include "arena/command_line/wrapped_text.h"

#include <algorithm>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace arena::command_line {
namespace {

constexpr size_t kIndentOfCode = 4;

// Characters, not bytes, of UTF-8.
int WidthOf(absl::string_view text) {
  return static_cast<int>(
      absl::c_count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

size_t IndentOf(absl::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// The length of the spaces at the beginning of the line, and of the sign of a
// list entry.
size_t HeadOf(absl::string_view line) {
  const size_t indent = IndentOf(line);
  const absl::string_view rest = line.substr(indent);
  if (absl::StartsWith(rest, "- ") || absl::StartsWith(rest, "* ")) {
    return indent + 2;
  }
  const size_t digits = std::min(rest.find_first_not_of("0123456789"),
                                 rest.size());
  const bool numbered =
      digits > 0 && absl::StartsWith(rest.substr(digits), ". ");
  return numbered ? indent + digits + 2 : indent;
}

bool StaysAsItIs(absl::string_view line) {
  const size_t indent = IndentOf(line);
  return absl::StartsWith(line, "|") || absl::StartsWith(line, "\t") ||
         (indent >= kIndentOfCode && HeadOf(line) == indent);
}

void AppendWrapped(absl::string_view line, int width, std::string& out) {
  if (WidthOf(line) <= width || StaysAsItIs(line)) {
    absl::StrAppend(&out, line);
    return;
  }
  const size_t head = HeadOf(line);
  const std::string indent(head, ' ');
  std::string current(line.substr(0, head));
  bool empty = true;
  for (const absl::string_view word :
       absl::StrSplit(line.substr(head), ' ')) {
    if (!empty && WidthOf(current) + 1 + WidthOf(word) > width) {
      absl::StrAppend(&out, absl::StripTrailingAsciiWhitespace(current), "\n");
      current = indent;
      empty = true;
    }
    absl::StrAppend(&current, empty ? "" : " ", word);
    empty = false;
  }
  absl::StrAppend(&out, current);
}

// Whether the line goes on with the paragraph or entry before it.
bool GoesOn(absl::string_view before, absl::string_view line) {
  const auto ends_paragraph = [](absl::string_view text) {
    return absl::StripAsciiWhitespace(text).empty() ||
           absl::StartsWith(text, "#") || absl::StartsWith(text, "|");
  };
  if (ends_paragraph(before) || ends_paragraph(line)) return false;
  const bool code = StaysAsItIs(line) && HeadOf(before) < IndentOf(line);
  return !code && !StaysAsItIs(before) && HeadOf(line) == IndentOf(line);
}

}  // namespace

std::string Wrapped(absl::string_view text, int width) {
  std::string out;
  bool first = true;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!first) out += '\n';
    AppendWrapped(line, width, out);
    first = false;
  }
  return out;
}

std::string WrappedMarkdown(absl::string_view text, int width) {
  std::vector<std::string> lines;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!lines.empty() && GoesOn(lines.back(), line)) {
      absl::StrAppend(&lines.back(), " ", absl::StripAsciiWhitespace(line));
    } else {
      lines.emplace_back(line);
    }
  }
  return Wrapped(absl::StrJoin(lines, "\n"), width);
}

}  // namespace arena::command_line
