// The files of a machine that a command needs to read, besides the system.
#ifndef ARENA_SANDBOX_PROGRAM_FILES_H_
#define ARENA_SANDBOX_PROGRAM_FILES_H_

#include <map>
#include <string>
#include <vector>

namespace arena::sandbox {

// The folder and the variables with which a command starts, and the folders
// that it may always read.
struct CommandOrigin {
  std::string current_folder;
  std::map<std::string, std::string> variables;
  std::vector<std::string> readable;
};

struct ProgramFiles {
  // Absolute paths of files and folders that are there, sorted.
  std::vector<std::string> readable;
  // Folders among or below these in which programs are installed. They belong
  // to no bot, and may be large.
  std::vector<std::string> installations;
};

// Finds the program with its folder or its installation; its script with the
// script's folder; the interpreter of a script and the interpreter's
// environment; the other files and folders that the command, PYTHONPATH and
// similar variables name; the programs on the PATH, which scripts start; and
// the parts of an environment among the readable folders. A file that is
// reached by links is listed under the link's name and under its own name. From
// a home, /tmp or another shared folder (see IsShared) only files are listed.
ProgramFiles FindProgramFiles(const std::vector<std::string>& command,
                              const CommandOrigin& origin);

// Whether a folder holds unrelated things: a home, /tmp, /var and so on, or a
// folder above one of them.
bool IsShared(const std::string& folder, const std::string& home);

}  // namespace arena::sandbox

#endif  // ARENA_SANDBOX_PROGRAM_FILES_H_
