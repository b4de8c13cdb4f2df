// Scripts with which shells complete a command line.
#ifndef ARENA_COMMAND_LINE_COMPLETION_H_
#define ARENA_COMMAND_LINE_COMPLETION_H_

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace arena::command_line {

// A script for bash that completes the commands and flags declared in `app`,
// values from a fixed set, and files.
std::string BashCompletion(const CLI::App& app);
// The same for zsh, which can run bash's scripts.
std::string ZshCompletion(const CLI::App& app);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_COMPLETION_H_
