// Reads the arguments of a program, and names what is wrong with them.
#ifndef ARENA_COMMAND_LINE_READ_ARGUMENTS_H_
#define ARENA_COMMAND_LINE_READ_ARGUMENTS_H_

#include <optional>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace arena::command_line {

// The exit status of every program whose arguments are wrong.
inline constexpr int kWrongArguments = 2;

// Gives `app` and the commands that are added to it later help that fits the
// terminal. Call it first.
void UseHelpPages(CLI::App& app);

// Reads the arguments into `app`. Where the program has nothing more to do,
// because it has printed help or what is wrong, this is its exit status.
std::optional<int> ReadArguments(CLI::App& app, int argc,
                                 const char* const* argv);

// The command that was named last: of "arena match list" that is "list".
// Requires: the arguments were read.
const CLI::App& ChosenCommand(const CLI::App& app);

// "arena match list".
std::string FullName(const CLI::App& command);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_READ_ARGUMENTS_H_
