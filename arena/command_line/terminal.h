// The size of the terminal, and text for people on it.
#ifndef ARENA_COMMAND_LINE_TERMINAL_H_
#define ARENA_COMMAND_LINE_TERMINAL_H_

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace arena::command_line {

// Columns and rows of the terminal behind a descriptor; empty if there is none.
std::optional<std::pair<int, int>> TerminalSize(int descriptor);

// The width of text for people on this descriptor: the variable COLUMNS, else
// the width of the terminal, else 80. At least 20.
int TextWidth(int descriptor);

// Writes text for people to stdout or stderr, wrapped and with control
// characters escaped.
void PrintWrapped(absl::string_view text);
void PrintWrappedToStderr(absl::string_view text);
// Writes a document to stdout, likewise.
void PrintMarkdown(absl::string_view text);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_TERMINAL_H_
