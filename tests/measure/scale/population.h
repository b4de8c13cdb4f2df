// An arena with many submitted bots.
#ifndef TESTS_MEASURE_SCALE_POPULATION_H_
#define TESTS_MEASURE_SCALE_POPULATION_H_

#include <string>

#include "absl/status/status.h"
#include "arena/v1/competition.pb.h"
#include "referee/store/store.h"

namespace arena::scale {

// Bots are named "bot-00000" and so on. Each bot has an author of its own, and
// an active version whose archive has so many bytes.
std::string NameOfBot(int number);
// Submits so many bots.
absl::Status Submit(referee::Store& store, int bots, int archive_bytes);
// Returns the SQL that makes more bots like bot-00000, until there are `bots`.
// Submitting each bot would take an hour. Requires: the first `submitted` bots
// exist.
std::string MultiplySql(int submitted, int bots);

// Returns a ladder of all bots that plays so many sets at a time.
v1::CompetitionSpec LadderOf(int bots, const std::string& game,
                             int concurrent_sets);

}  // namespace arena::scale

#endif  // TESTS_MEASURE_SCALE_POPULATION_H_
