// What cheats gain in simulated ladders, compared with honest twins.
#ifndef TESTS_MEASURE_COVERAGE_CHEATS_H_
#define TESTS_MEASURE_COVERAGE_CHEATS_H_

#include <string>

namespace arena::competition {

// Plays each cheat whose name begins with these words in many ladders, and the
// honest twin of each ladder with the same strengths and seeds. Prints a
// Markdown table. `by_bot` as RatingsByBot.
void PrintCheats(const std::string& words, bool by_bot);

}  // namespace arena::competition

#endif  // TESTS_MEASURE_COVERAGE_CHEATS_H_
