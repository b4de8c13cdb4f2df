// Competitions as a table.
#ifndef REFEREE_SITE_PAGES_COMPETITION_LIST_H_
#define REFEREE_SITE_PAGES_COMPETITION_LIST_H_

#include <google/protobuf/repeated_field.h>

#include "arena/html/html.h"
#include "arena/v1/competition_service.pb.h"

namespace arena::referee {

// The competitions that are under way, or all others.
Html CompetitionTable(
    const google::protobuf::RepeatedPtrField<v1::Competition>& competitions,
    bool running);

bool IsUnderWay(const v1::Competition& competition);

// "12 of 40 matches".
std::string ProgressText(const v1::Progress& progress);

}  // namespace arena::referee

#endif  // REFEREE_SITE_PAGES_COMPETITION_LIST_H_
