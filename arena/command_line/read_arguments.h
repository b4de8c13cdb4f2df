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

// Reads the arguments into `app`. Returns an exit status if the program has
// nothing more to do, because help or an error was printed.
std::optional<int> ReadArguments(CLI::App& app, int argc,
                                 const char* const* argv);

// The command that was named last: "list" for "arena match list". Requires: the
// arguments were read.
const CLI::App& ChosenCommand(const CLI::App& app);

// "arena match list".
std::string FullName(const CLI::App& command);

}  // namespace arena::command_line

#endif  // ARENA_COMMAND_LINE_READ_ARGUMENTS_H_
