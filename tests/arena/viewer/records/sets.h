// Matches that share their deals.
#ifndef TESTS_ARENA_VIEWER_RECORDS_SETS_H_
#define TESTS_ARENA_VIEWER_RECORDS_SETS_H_

#include <vector>

#include "tests/arena/record/golden.h"

namespace arena::testing {

// Of every game a duplicate set, "sets/<game>-1" and so on: as many matches as
// seats, with the players one seat further in each. All players act alike but
// for one, who sometimes does something else: so the matches part where it sits.
std::vector<GoldenMatch> DuplicateSets();

}  // namespace arena::testing

#endif  // TESTS_ARENA_VIEWER_RECORDS_SETS_H_
