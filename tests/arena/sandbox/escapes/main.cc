// Makes one kind of attempt: `escapes KIND NAME=VALUE...`. Prints its gain and
// ends with 0, or prints "nothing" and ends with 1.
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tests/arena/sandbox/escapes/escape.h"

namespace arena::escapes {
namespace {

Escapes All() {
  Escapes all = NetworkEscapes();
  all.merge(KernelEscapes());
  all.merge(NeighbourEscapes());
  all.merge(ResourceEscapes());
  all.merge(MemoryEscapes());
  return all;
}

int Main(int argc, char** argv) {
  const Escapes all = All();
  const auto found = all.find(argc < 2 ? "" : argv[1]);
  if (found == all.end()) {
    for (const auto& [kind, escape] : all) std::printf("%s\n", kind.c_str());
    return 2;
  }
  Given given;
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const size_t sign = word.find('=');
    if (sign != std::string::npos) {
      given[word.substr(0, sign)] = word.substr(sign + 1);
    }
  }
  errno = 0;
  const std::string gained = found->second(given);
  if (gained.empty()) {
    std::printf("nothing: %s\n", std::strerror(errno));
    return 1;
  }
  std::printf("gained %s\n", gained.c_str());
  return 0;
}

}  // namespace
}  // namespace arena::escapes

int main(int argc, char** argv) { return arena::escapes::Main(argc, argv); }
