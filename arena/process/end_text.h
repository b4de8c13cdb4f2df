// How a program has ended that ran inside another one.
#ifndef ARENA_PROCESS_END_TEXT_H_
#define ARENA_PROCESS_END_TEXT_H_

#include <string>

namespace arena {

// How a program has ended if a shell, or bubblewrap, in which it ran has ended
// as `end` says (see Process::EndText): these tell of a signal by their status.
std::string EndInShell(const std::string& end);

}  // namespace arena

#endif  // ARENA_PROCESS_END_TEXT_H_
