#include "arena/competition/page/entrant_cell.h"

#include <string>

#include "absl/strings/str_join.h"
#include "arena/competition/report/standings_words.h"

namespace arena::competition {
namespace {

Html CellOf(absl::string_view place, absl::string_view name, const Html& shown,
            const Html& behind) {
  Html content;
  if (!place.empty()) content += Element("span", {{"class", "place"}}, {place});
  content +=
      Element("span", {{"class", "name"}, {"title", PlainLine(name)}}, {shown});
  content += behind;
  return Element("th", {{"scope", "row"}, {"class", "who"}}, {content});
}

Html MarkHtml(const v1::EntrantStanding& line) {
  if (line.disqualified() != v1::CompetitionChange::RULING_UNSPECIFIED) {
    return Element(
        "span", {{"class", "mark"}, {"title", RulingText(line.disqualified())}},
        {"disqualified"});
  }
  if (!line.benched()) return {};
  return Element(
      "span",
      {{"class", "mark"},
       {"title", "gets no more matches: benched, retired, or it has left"}},
      {"out"});
}

Html PlayersHtml(const v1::CompetitionSpec& spec,
                 const v1::EntrantStanding& line, PlayerHtml player_html) {
  // Standings may be newer than the specification.
  if (line.entrant() >= static_cast<uint32_t>(spec.entrants_size())) {
    return ForeignText(absl::StrJoin(line.players(), ", "));
  }
  Html players;
  const auto index = static_cast<int>(line.entrant());
  for (const v1::SeatSpec& player : spec.entrants(index).players()) {
    if (!players.empty()) players += ", ";
    players += player_html(player);
  }
  return players;
}

}  // namespace

Html PlayerNameHtml(const v1::SeatSpec& player) {
  return ForeignText(player.has_bot() ? player.bot() : player.built_in());
}

Html EntrantCell(absl::string_view place, absl::string_view name) {
  return CellOf(place, name, ForeignText(name), {});
}

Html EntrantCell(const v1::CompetitionSpec& spec,
                 const v1::EntrantStanding& line, PlayerHtml player_html) {
  const Html players = PlayersHtml(spec, line, player_html);
  const Html mark = MarkHtml(line);
  const std::string place = PlaceOf(line);
  if (PlayersText(line).empty()) {
    return CellOf(place, line.name(), players, mark);
  }
  return CellOf(place, line.name(), ForeignText(line.name()),
                Joined({mark, Element("small", {players})}));
}

Html EntrantColumn() {
  return Element("th", {{"scope", "col"}, {"class", "who"}}, {"Entrant"});
}

}  // namespace arena::competition
