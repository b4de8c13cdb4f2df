#include "referee/site/pages/match_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/html/table.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// A link to the set. Empty before the match's end: until then nobody is told
// which matches have the same deals.
Html SetOfMatch(const v1::Match& match) {
  const v1::CompetitionPlace& place = match.competition();
  if (!place.has_set()) return {};
  return SetLink(place.competition(), place.set(), absl::StrCat(place.set()));
}

// The time by which readers search the list: the end, or else the beginning.
const google::protobuf::Timestamp& TimeOf(const v1::Match& match) {
  if (match.has_end_time()) return match.end_time();
  return match.has_start_time() ? match.start_time() : match.create_time();
}

// A link to the match, with its result or its progress.
Html ResultLink(const v1::Match& match, bool spoilers) {
  const std::string result = spoilers ? ResultText(match) : "";
  return MatchLink(
      match, result.empty() ? Html(StateText(match)) : ForeignText(result));
}

// The reason why a match has not begun.
Html WaitsFor(const v1::Match& match) {
  if (match.waits_for().empty()) return {};
  return Joined({" for: ", ForeignText(match.waits_for())});
}

Html MatchRow(const v1::Match& match, const MatchTableForm& form) {
  Html row = Joined(
      {Cell(PlayersHtml(match)),
       Cell(Joined({ResultLink(match, form.spoilers), WaitsFor(match)}))});
  if (form.with_game) row += Cell(GameLink(match.game()));
  if (form.with_competition) {
    row += Cell(match.has_competition()
                    ? CompetitionLink(match.competition().competition())
                    : Html());
  }
  if (form.with_set) row += Cell(SetOfMatch(match));
  row += Cell(TimeHtml(TimeOf(match)));
  return Element("tr", {row});
}

}  // namespace

Html MatchTable(const MatchList& matches, const MatchTableForm& form) {
  if (matches.empty()) return Element("p", {"There are none."});
  Html columns = Joined({Column("Players"), Column("Match")});
  if (form.with_game) columns += Column("Game");
  if (form.with_competition) columns += Column("Competition");
  if (form.with_set) columns += Column("Set");
  columns += Column("Time");
  Html rows;
  for (const v1::Match& match : matches) rows += MatchRow(match, form);
  return ScrollingTable(form.caption, columns, rows);
}

}  // namespace arena::referee
