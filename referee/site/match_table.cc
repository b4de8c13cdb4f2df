#include "referee/site/match_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "arena/html/table.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// Empty before the end, when nobody is told which matches have the same deals.
Html SetOfMatch(const v1::Match& match) {
  const v1::CompetitionPlace& place = match.competition();
  if (!place.has_set()) return {};
  return SetLink(place.competition(), place.set(), absl::StrCat(place.set()));
}

Html MatchRow(const v1::Match& match, const MatchTableForm& form) {
  const std::string result = ResultText(match);
  // The time by which the list is read: the end, or else the beginning.
  const auto& time = match.has_end_time()     ? match.end_time()
                     : match.has_start_time() ? match.start_time()
                                              : match.create_time();
  Html row = Joined(
      {Cell(MatchLink(match, TimeText(time))), Cell(PlayersHtml(match))});
  if (form.with_game) row += Cell(GameLink(match.game()));
  if (form.with_competition) {
    row += Cell(match.has_competition()
                    ? CompetitionLink(match.competition().competition())
                    : Html());
  }
  if (form.with_set) row += Cell(SetOfMatch(match));
  Html outcome = StateText(match);
  if (!result.empty() && form.spoilers) outcome = ForeignText(result);
  row += Cell(outcome);
  return Element("tr", {row});
}

}  // namespace

Html MatchTable(const Matches& matches, const MatchTableForm& form) {
  if (matches.empty()) return Element("p", {"There are none."});
  Html head = Joined({Column("Match"), Column("Players")});
  if (form.with_game) head += Column("Game");
  if (form.with_competition) head += Column("Competition");
  if (form.with_set) head += Column("Set");
  head += Column("Result");
  Html rows;
  for (const v1::Match& match : matches) rows += MatchRow(match, form);
  return ScrollingTable(form.caption, head, rows);
}

}  // namespace arena::referee
