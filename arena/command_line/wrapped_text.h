// Text in lines that fit a width.
#ifndef ARENA_COMMAND_LINE_WRAPPED_TEXT_H_
#define ARENA_COMMAND_LINE_WRAPPED_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::command_line {

// Breaks lines that are longer than `width` characters at spaces. What follows a
// break is indented like its line, and in a list like the text of its entry.
// Tables, words that are too long, and lines that are indented by four or more
// and belong to no list stay as they are.
std::string Wrapped(absl::string_view text, int width);

// The same for Markdown, whose paragraphs may be broken anywhere: they are
// filled anew.
std::string WrappedMarkdown(absl::string_view text, int width);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_WRAPPED_TEXT_H_
