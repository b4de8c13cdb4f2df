// Standings for spreadsheets.
#ifndef ARENA_COMPETITION_REPORT_STANDINGS_CSV_H_
#define ARENA_COMPETITION_REPORT_STANDINGS_CSV_H_

#include <string>

#include "absl/types/span.h"
#include "arena/competition/report/standings.h"

namespace arena::competition {

// RFC 4180: a header, then one row for every entrant of every event; lines end
// with CR LF. A cell without a value is empty.
std::string StandingsCsv(absl::Span<const Report> events);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_STANDINGS_CSV_H_
