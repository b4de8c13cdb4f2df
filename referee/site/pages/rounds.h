// Encounters of entrants by the rounds of a Swiss tournament or a knockout.
#ifndef REFEREE_SITE_PAGES_ROUNDS_H_
#define REFEREE_SITE_PAGES_ROUNDS_H_

#include <string>
#include <vector>

#include "arena/v1/competition_service.pb.h"

namespace arena::referee {

// All matches between the same entrants.
struct RoundEncounter {
  // Indices of entrants, ascending.
  std::vector<uint32_t> entrants;
  // How many matches each entrant won alone, in the same order.
  std::vector<int> wins;
  int matches = 0;
  // The last match that has a record.
  std::string match_id;
};

// The encounters of each round, in the order of the schedule. Nobody meets two
// opponents in one round, so the round of an encounter is the first round after
// all earlier encounters of its entrants.
std::vector<std::vector<RoundEncounter>> RoundsOf(
    const google::protobuf::RepeatedPtrField<v1::CompetitionMatch>& results);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_ROUNDS_H_
