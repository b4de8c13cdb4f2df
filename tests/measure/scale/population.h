// An arena with many submitted bots.
#ifndef TESTS_MEASURE_SCALE_POPULATION_H_
#define TESTS_MEASURE_SCALE_POPULATION_H_

#include <string>

#include "absl/status/status.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/store.h"

namespace arena::scale {

// Bots are named "bot-00000", ..., each of an author of its own, with an active
// version whose archive has so many bytes.
std::string NameOfBot(int number);
// Submits the first of them.
absl::Status Submit(referee::Store& store, int bots, int archive_bytes);
// SQL that makes the others up to `bots`, which are like the first one: one by
// one would take an hour. Requires: `submitted` are there.
std::string MultiplySql(int submitted, int bots);

// A ladder of all of them, with so many sets at a time.
v1::CompetitionSpec LadderOf(int bots, const std::string& game,
                             int concurrent_sets);

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_POPULATION_H_
