// Matches that do not go as they should.
#ifndef TESTS_ARENA_VIEWER_RECORDS_ENDINGS_H_
#define TESTS_ARENA_VIEWER_RECORDS_ENDINGS_H_

#include <vector>

#include "tests/arena/record/golden.h"

namespace arena::testing {

// With faults, times and substitutes, ended by forfeit, by the referee and on
// request, before they began, and with names that attack a page.
std::vector<GoldenMatch> Endings();

}  // namespace arena::testing

#endif  // TESTS_ARENA_VIEWER_RECORDS_ENDINGS_H_
