// Where the sources and the programs are that tests use. Only folders.cc knows
// the folders, so the tests of two clones are one entry of a compiler cache.
#ifndef TESTS_TESTING_FOLDERS_FOLDERS_H_
#define TESTS_TESTING_FOLDERS_FOLDERS_H_

#include <string>

namespace arena::testing {

// The path of a source, such as "sdk/tables/cards.json".
std::string InSources(const std::string& path);
// The path of something built, such as "bin/arena".
std::string InBuild(const std::string& path);

}  // namespace arena::testing

#endif  // TESTS_TESTING_FOLDERS_FOLDERS_H_
