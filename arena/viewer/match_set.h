// Matches that share their deals, as documents for one page.
#ifndef ARENA_VIEWER_MATCH_SET_H_
#define ARENA_VIEWER_MATCH_SET_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "arena/match/step_maker.h"
#include "arena/record/record.h"

namespace arena::viewer {

// The most matches of a page. More tables would be too small side by side, and
// the file too large.
inline constexpr size_t kMostTables = 12;

// A match of a set.
struct SetTable {
  // For errors: the file or the id of the match.
  std::string name;
  Record record;
  // The bytes of the record.
  std::string bytes;
};

// OK if the matches can be compared deal by deal: the same game, rules, seats,
// options and seed. The players may differ. INVALID_ARGUMENT names the first
// match that does not fit, the difference, and what would be right; or says
// that there are too few or too many matches, or a match twice.
absl::Status CheckSet(absl::Span<const SetTable> tables);

// The view on the matches of a set.
struct SetView {
  // The same at all tables.
  View view = kTableView;
  // If not empty, the name of a player, whose first seat is the view at every
  // table. A table without this player has the public view.
  std::string followed = "";
};

// A document of each match (see match_document.h), in their order. The document
// of a seat has the public view as well, so that tables can be compared.
//
// Each document follows only from its own view of its own match. Together the
// documents show the hands of all these seats, which are nearly all hands: such
// a file is for people, and for matches that are over.
//
// Errors of CheckSet and MatchDocument; NOT_FOUND if the followed player sits
// nowhere, with the names of the players.
absl::StatusOr<std::vector<std::string>> SetDocuments(
    absl::Span<const SetTable> tables, const SetView& view,
    absl::Span<const Game> games = AllGames());

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_MATCH_SET_H_
