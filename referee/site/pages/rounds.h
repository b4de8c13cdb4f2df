// Which entrants met in which round of a Swiss tournament or a knockout.
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
  // How many matches each of them won alone, in the same order.
  std::vector<int> wins;
  int matches = 0;
  // The last of the matches that have a record.
  std::string match_id;
};

// The encounters of each round, in the order of the schedule. An encounter is
// in the first round behind the earlier encounters of all its entrants: that is
// its round, because nobody meets two opponents in one round.
std::vector<std::vector<RoundEncounter>> RoundsOf(
    const google::protobuf::RepeatedPtrField<v1::CompetitionMatch>& results);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_ROUNDS_H_
