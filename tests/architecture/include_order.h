// Who may include whom.
#ifndef TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
#define TESTS_ARCHITECTURE_INCLUDE_ORDER_H_

#include <string>
#include <vector>

namespace arena {

// Returns what is wrong with the includes of one file, a line each; nothing if
// all is well. `path` is relative to the root of the tree.
std::vector<std::string> WrongIncludes(const std::string& path,
                                       const std::string& text);

}  // namespace arena

#endif  // TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
