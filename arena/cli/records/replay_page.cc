#include "arena/cli/records/replay_page.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/cli/base/competition_client.h"
#include "arena/core/check.h"
#include "arena/match/entry.h"
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
  // Too many matches are refused before they are read.
  if (source.names().size() > viewer::kMostTables) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", source.names().size(), " matches, from ",
                     source.names().front(), " to ", source.names().back(),
                     "; a page shows up to ", viewer::kMostTables,
                     " that share their deals; name these one by one"));
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

absl::StatusOr<std::vector<std::string>> MatchesOfSet(
    const RefereeFlags& referee, const std::string& name) {
  const size_t slash = name.rfind('/');
  uint32_t number = 0;
  if (slash == std::string::npos ||
      !absl::SimpleAtoi(name.substr(slash + 1), &number)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", name, "\" names no set; expected COMPETITION/NUMBER, e.g. "
        "cup.ordo/0"));
  }
  const std::string competition = name.substr(0, slash);
  ARENA_ASSIGN_OR_RETURN(const auto channel, ConnectTo(referee));
  CompetitionClient client(channel);
  ARENA_ASSIGN_OR_RETURN(const CompetitionData data,
                         client.GetAll(competition));
  // A match that had to be played again has several attempts; one has a result.
  std::map<uint32_t, std::string> ids;
  for (const v1::CompetitionMatch& match : data.results) {
    if (match.set() != number || !HasResult(match.result().termination())) {
      continue;
    }
    ids[match.match()] = match.match_id();
  }
  if (ids.empty()) {
    return absl::NotFoundError(absl::StrCat(
        "no match of set ", number, " of ", competition, " has a result; ",
        data.competition.progress().sets_over(), " of its sets are over"));
  }
  std::vector<std::string> ordered;
  for (const auto& [match, id] : ids) ordered.push_back(id);
  return ordered;
}

}  // namespace arena::cli
