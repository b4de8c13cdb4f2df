// Text in lines that fit a width.
#ifndef ARENA_COMMAND_LINE_WRAPPED_TEXT_H_
#define ARENA_COMMAND_LINE_WRAPPED_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace arena::command_line {

// Breaks lines that are longer than `width` characters at spaces. The rest of a
// broken line is indented like the line; in a list, like the text of the entry.
// Tables, words that are too long, and lines outside of lists that are indented
// by four or more stay unchanged.
std::string Wrapped(absl::string_view text, int width);

// The same for Markdown, whose paragraphs may be broken anywhere: they are
// filled anew.
std::string WrappedMarkdown(absl::string_view text, int width);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_WRAPPED_TEXT_H_
