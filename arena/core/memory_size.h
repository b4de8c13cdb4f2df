// Amounts of memory as people write them: 512MiB, 4GiB.
#ifndef ARENA_CORE_MEMORY_SIZE_H_
#define ARENA_CORE_MEMORY_SIZE_H_

#include <cstdint>
#include <string>

namespace arena {

// Returns what is wrong with a value on the command line, or the empty text.
std::string CheckMemorySize(const std::string& text);
// In bytes. Requires: CheckMemorySize finds nothing wrong.
int64_t ToMemorySize(const std::string& text);

}  // namespace arena

#endif  // ARENA_CORE_MEMORY_SIZE_H_
