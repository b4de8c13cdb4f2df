// What a command needs to read of a machine, beside its system.
#ifndef ARENA_SANDBOX_PROGRAM_FILES_H_
#define ARENA_SANDBOX_PROGRAM_FILES_H_

#include <map>
#include <string>
#include <vector>

namespace arena::sandbox {

// Where a command starts, with which variables, and which folders it may read
// in any case.
struct CommandOrigin {
  std::string current_folder;
  std::map<std::string, std::string> variables;
  std::vector<std::string> readable;
};

struct ProgramFiles {
  // Absolute paths of files and folders that are there, sorted.
  std::vector<std::string> readable;
  // Folders in these, or one of them, in which programs are installed: they
  // belong to no bot, and may be large.
  std::vector<std::string> installations;
};

// Finds the program with its folder, or the installation that it belongs to;
// the script that it is given, with its folder; the interpreter of a script,
// and its environment; the other files and folders that the command or
// PYTHONPATH and the like name; the programs on the PATH, which scripts start;
// and what an environment among the readable folders is made of. All of them
// have the name that leads to them and, where links do, their own. Of a home,
// /tmp or another folder that holds things of nobody's bot (see IsShared),
// there are only files.
ProgramFiles FindProgramFiles(const std::vector<std::string>& command,
                              const CommandOrigin& origin);

// Whether a folder is for things that do not belong together: a home, /tmp,
// /var and so on, and what holds one of them.
bool IsShared(const std::string& folder, const std::string& home);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_PROGRAM_FILES_H_
