// The cell of a table that names an entrant.
#ifndef ARENA_COMPETITION_REPORT_ENTRANT_CELL_H_
#define ARENA_COMPETITION_REPORT_ENTRANT_CELL_H_

#include "absl/strings/string_view.h"
#include "arena/html/html.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// How a page shows a player: by its name, or by a link to a page of its own.
using PlayerHtml = Html (*)(const v1::SeatSpec& player);
// By its name: where bots have no pages.
Html PlayerNameHtml(const v1::SeatSpec& player);

// The header cell of a row: an entrant's name, behind its place if that is not
// empty. The cell stays in view when the table is scrolled.
Html EntrantCell(absl::string_view place, absl::string_view name);
// The same of a line of standings, with its players unless they are one of the
// entrant's name, and a mark if it gets no more matches.
Html EntrantCell(const v1::CompetitionSpec& spec,
                 const v1::EntrantStanding& line, PlayerHtml player_html);
// The header cell of the column of these cells.
Html EntrantColumn();

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_REPORT_ENTRANT_CELL_H_
