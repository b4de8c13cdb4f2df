// What a command line runs, in a word.
#ifndef ARENA_PROCESS_PROGRAM_NAME_H_
#define ARENA_PROCESS_PROGRAM_NAME_H_

#include <string>
#include <vector>

namespace arena {

// "my_bot" for "./my_bot --depth 3" and for "python3 my_bot.py": the program,
// or the script that is given to an interpreter or to a program from the PATH,
// as a file name without folder and extension. Requires: a word.
std::string ProgramName(const std::vector<std::string>& command);

}  // namespace arena

#endif  // ARENA_PROCESS_PROGRAM_NAME_H_
