// The table of standings as a part of a page.
#ifndef ARENA_COMPETITION_PAGE_TABLE_SECTION_H_
#define ARENA_COMPETITION_PAGE_TABLE_SECTION_H_

#include "arena/competition/page/entrant_cell.h"
#include "arena/competition/report/standings.h"
#include "arena/html/html.h"

namespace arena::competition {

// Requires: an entrant.
Html TableHtml(const Report& report, PlayerHtml player_html = PlayerNameHtml);

// "1512 ± 40", as the table shows it.
Html RatingHtml(double rating, const v1::Interval& interval);

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_TABLE_SECTION_H_
