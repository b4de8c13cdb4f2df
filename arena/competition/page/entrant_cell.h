// The cell of a table that names an entrant.
#ifndef ARENA_COMPETITION_PAGE_ENTRANT_CELL_H_
#define ARENA_COMPETITION_PAGE_ENTRANT_CELL_H_

#include "absl/strings/string_view.h"
#include "arena/html/html.h"
#include "arena/v1/competition.pb.h"
#include "arena/v1/standings.pb.h"

namespace arena::competition {

// Shows a player on a page, as a name or as a link to the player's page.
using PlayerHtml = Html (*)(const v1::SeatSpec& player);
// The player's name, for pages without links.
Html PlayerNameHtml(const v1::SeatSpec& player);

// The header cell of a row: the entrant's place, unless empty, and its name.
// The cell stays in view when the table is scrolled.
Html EntrantCell(absl::string_view place, absl::string_view name);
// The same for a line of standings. Also shows the players, unless there is
// only one player with the entrant's name, and a mark if the entrant gets no
// more matches.
Html EntrantCell(const v1::CompetitionSpec& spec,
                 const v1::EntrantStanding& line, PlayerHtml player_html);
// The header cell of the column of these cells.
Html EntrantColumn();

}  // namespace arena::competition

#endif  // ARENA_COMPETITION_PAGE_ENTRANT_CELL_H_
