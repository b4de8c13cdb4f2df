// Things that a sandbox has left on the machine.
#ifndef TESTS_ARENA_SANDBOX_LEFTOVERS_H_
#define TESTS_ARENA_SANDBOX_LEFTOVERS_H_

#include <string>
#include <vector>

namespace arena::sandbox {

// Other processes with the word in their command line.
std::vector<std::string> ProcessesWith(const std::string& word);

// Groups of the sandbox with this work folder, except the group around them.
std::vector<std::string> GroupsOf(const std::string& work_folder);

// Lines of the mount table with the word.
std::vector<std::string> MountsWith(const std::string& word);

// Files of programs in the work folder.
std::vector<std::string> FilesIn(const std::string& work_folder);

// All of these; `word` stands in all commands and paths.
std::vector<std::string> Leftovers(const std::string& work_folder,
                                   const std::string& word);

}  // namespace arena::sandbox

#endif  // TESTS_ARENA_SANDBOX_LEFTOVERS_H_
