// Who may include whom. `path` is always relative to the root of the tree.
#ifndef TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
#define TESTS_ARCHITECTURE_INCLUDE_ORDER_H_

#include <map>
#include <string>
#include <vector>

namespace arena {

// Texts by path.
using Sources = std::map<std::string, std::string>;

// Returns what is wrong with the includes of one file, a line each; nothing if
// all is well.
std::vector<std::string> WrongIncludes(const std::string& path,
                                       const std::string& text);

// Where the rules of a game see protobuf. The rules are the game's main header,
// what it includes and so on, and the sources of all of these.
std::vector<std::string> ProtobufInRules(const Sources& sources,
                                         const std::string& game);

}  // namespace arena

#endif  // TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
