// The allowed includes between folders. `path` is always relative to the root
// of the tree.
#ifndef TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
#define TESTS_ARCHITECTURE_INCLUDE_ORDER_H_

#include <map>
#include <string>
#include <vector>

namespace arena {

// Texts by path.
using Sources = std::map<std::string, std::string>;

// Returns the wrong includes of one file, one line each; nothing if all are
// allowed.
std::vector<std::string> WrongIncludes(const std::string& path,
                                       const std::string& text);

// Places where the rules of a game include protobuf. The rules are the game's
// main header, the headers that it includes and so on, and the sources of all
// these headers.
std::vector<std::string> ProtobufInRules(const Sources& sources,
                                         const std::string& game);

}  // namespace arena

#endif  // TESTS_ARCHITECTURE_INCLUDE_ORDER_H_
