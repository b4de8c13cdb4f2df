// What cheats gain in simulated ladders, compared with honest twins.
#ifndef TESTS_MEASURE_COVERAGE_CHEATS_H_
#define TESTS_MEASURE_COVERAGE_CHEATS_H_

#include <string>

namespace arena::competition {

// Plays each cheat whose name begins with these words in this part of 1000 or
// 667 ladders, and the honest twin of each ladder with the same strengths and
// seeds. Prints a Markdown table: what the cheat gained with RatingsByBot, and
// what it gains now.
void PrintCheats(const std::string& words, int percent);

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_CHEATS_H_
