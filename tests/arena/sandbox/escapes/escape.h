// Attempts to get out of a sandbox, or to do harm from the inside.
#ifndef TESTS_ARENA_SANDBOX_ESCAPES_ESCAPE_H_
#define TESTS_ARENA_SANDBOX_ESCAPES_ESCAPE_H_

#include <map>
#include <string>

namespace arena::escapes {

// The facts for an attempt, by name: paths, ports, processes.
using Given = std::map<std::string, std::string>;

// Makes an attempt. Returns the gain; an empty text: no gain.
using Escape = std::string (*)(const Given& given);

// The attempts by kind.
using Escapes = std::map<std::string, Escape>;

Escapes NetworkEscapes();
Escapes KernelEscapes();
Escapes NeighbourEscapes();
Escapes ResourceEscapes();
Escapes MemoryEscapes();

}  // namespace arena::escapes

#endif  // TESTS_ARENA_SANDBOX_ESCAPES_ESCAPE_H_
