// What is wrong with the arguments of a program, in words.
#ifndef ARENA_COMMAND_LINE_COMPLAINT_H_
#define ARENA_COMMAND_LINE_COMPLAINT_H_

#include <CLI/CLI.hpp>
#include <string>

#include "absl/types/span.h"

namespace arena::command_line {

// What the arguments themselves show, whatever CLI11 makes of them: one that no
// command knows, or a flag in the place of a value. Empty if there is nothing.
std::string Complaint(const CLI::App& app, absl::Span<const char* const> given);

// The same for arguments in which CLI11 has found an error.
std::string Complaint(const CLI::App& app, absl::Span<const char* const> given,
                      const CLI::ParseError& error);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_COMPLAINT_H_
