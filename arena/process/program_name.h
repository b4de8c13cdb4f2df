// The name of the program that a command line runs.
#ifndef ARENA_PROCESS_PROGRAM_NAME_H_
#define ARENA_PROCESS_PROGRAM_NAME_H_

#include <string>
#include <vector>

namespace arena {

// "./my_bot" of "./my_bot --depth 3", "my_bot.py" of "python3 my_bot.py": the
// program, or the script that is given to an interpreter or to a program from
// the PATH. Requires: a word.
std::string ProgramFile(const std::vector<std::string>& command);

// The program's name without folder and extension. An ending with a digit is a
// version, not an extension: "my_bot-2.0".
std::string ProgramName(const std::vector<std::string>& command);

}  // namespace arena

#endif  // ARENA_PROCESS_PROGRAM_NAME_H_
