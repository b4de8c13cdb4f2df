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

// More would be too small to look at beside each other, and the file too large.
inline constexpr size_t kMostTables = 12;

// A match of a set.
struct SetTable {
  // For errors: the file or the id of the match.
  std::string name;
  Record record;
  // What the record was read from.
  std::string bytes;
};

// OK if the matches can be compared deal by deal: the same game, rules, seats,
// options and seed. Who plays may differ. INVALID_ARGUMENT names the first
// match that does not belong to the others, what differs in it, and what would
// be right; or says that there are too few or too many, or one of them twice.
absl::Status CheckSet(absl::Span<const SetTable> tables);

// Whose eyes see the matches of a set.
struct SetView {
  // The same at all tables.
  View view = kTableView;
  // If not empty, the name of a player: its first seat at every table. Where it
  // has none, what everybody sees.
  std::string followed = "";
};

// A document of each match (see match_document.h), in their order. That of a
// seat has the public view as well, by which tables are compared.
//
// Each follows from what its view was shown of its own match. Together they
// tell what a bot that sat in all these seats was shown, which is nearly all
// hands: such a file is for people, and for matches that are over.
//
// Errors of CheckSet and MatchDocument; NOT_FOUND if the followed player sits
// nowhere, with the names of those who do.
absl::StatusOr<std::vector<std::string>> SetDocuments(
    absl::Span<const SetTable> tables, const SetView& view,
    absl::Span<const Game> games = AllGames());

}  // namespace arena::viewer

#endif  // ARENA_VIEWER_MATCH_SET_H_
