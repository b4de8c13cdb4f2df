#include "arena/cli/records/replay_page.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/core/check.h"
#include "arena/record/file.h"
#include "arena/viewer/match_document.h"
#include "arena/viewer/page.h"

namespace arena::cli {
namespace {

using viewer::SetTable;
using viewer::SetView;

absl::StatusOr<SetTable> ReadTable(const RecordSource& source,
                                   const std::string& name) {
  FoundRecord found = source.Find(name);
  ARENA_ASSIGN_OR_RETURN(Record record, ReadFound(name, found));
  return SetTable{name, std::move(record), *std::move(found.bytes)};
}

// The seat of a player at its only table.
absl::StatusOr<View> ViewOf(const SetTable& table, const SetView& view) {
  if (view.followed.empty()) return view.view;
  const auto& players = table.record.header.players();
  const auto found = std::find(players.begin(), players.end(), view.followed);
  if (found == players.end()) {
    return absl::NotFoundError(absl::StrCat(
        "no player of ", table.name, " is called \"", view.followed,
        "\"; expected one of ", absl::StrJoin(players, ", ")));
  }
  return View(static_cast<Seat>(found - players.begin()));
}

absl::StatusOr<std::string> PageOfMatch(const RecordSource& source,
                                        const SetTable& table,
                                        const SetView& view) {
  ARENA_ASSIGN_OR_RETURN(const View seen, ViewOf(table, view));
  ARENA_ASSIGN_OR_RETURN(
      const std::string document,
      seen.has_value()
          ? viewer::MatchDocument(table.record, table.bytes, seen)
          : viewer::AnnotatedDocument(table.record, table.bytes,
                                      source.Notes(table.name)));
  const v1::RecordHeader& header = table.record.header;
  const std::string title =
      absl::StrCat(header.game(), ": ", absl::StrJoin(header.players(), " - "));
  return viewer::MatchPage(header.game(), title, document);
}

absl::StatusOr<std::string> PageOfSet(const std::vector<SetTable>& tables,
                                      const SetView& view) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> documents,
                         viewer::SetDocuments(tables, view));
  const std::string& game = tables[0].record.header.game();
  return viewer::SetPage(
      game,
      absl::StrCat(game, ": ", tables.size(), " tables that share their deals"),
      documents);
}

}  // namespace

absl::Status WriteReplayPage(const RecordSource& source, const SetView& view,
                             const std::string& file) {
  std::vector<SetTable> tables;
  // Not read if it is refused anyway.
  if (source.names().size() > viewer::kMostTables) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there are ", source.names().size(), " matches, from ",
        source.names().front(), " to ", source.names().back(),
        "; a page shows up to ", viewer::kMostTables,
        " that share their deals: name those one by one"));
  }
  for (const std::string& name : source.names()) {
    ARENA_ASSIGN_OR_RETURN(tables.emplace_back(), ReadTable(source, name));
  }
  ARENA_ASSIGN_OR_RETURN(
      const std::string page,
      tables.size() == 1 ? PageOfMatch(source, tables[0], view)
                         : PageOfSet(tables, view));
  return WriteFileAtomically(file, page);
}

}  // namespace arena::cli
