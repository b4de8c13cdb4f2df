#include "arena/competition/page/standings_html.h"

#include "absl/strings/str_cat.h"
#include "arena/competition/page/calibration_section.h"
#include "arena/competition/page/html_page.h"
#include "arena/competition/page/html_sections.h"
#include "arena/competition/page/matrix_section.h"
#include "arena/competition/page/table_section.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/rng.h"

namespace arena::competition {
namespace {

Html Sections(const Report& report) {
  const v1::Standings& standings = report.standings;
  return Joined({AboutHtml(report), TableHtml(report), VersionsHtml(standings),
                 MatrixHtml(standings), CurvesHtml(standings),
                 UnevenHtml(standings), SeatsHtml(standings),
                 CalibrationHtml(standings), FaultsHtml(standings)});
}

bool IsAnchored(const Report& report) {
  return !report.competition.spec().anchor().empty();
}

// The commitment that proves that the deals were not chosen afterwards; empty
// if it is not known.
Html CommitmentHtml(const Report& report) {
  const std::string& commitment = report.competition.seed_commitment();
  if (commitment.empty()) return {};
  const auto* bytes = reinterpret_cast<const uint8_t*>(commitment.data());
  return Element(
      "p",
      {ForeignText(report.competition.spec().name()),
       ": SHA-256 of the seed of all deals, known before the first match: ",
       ToHex(absl::MakeSpan(bytes, commitment.size()))});
}

}  // namespace

std::string StandingsHtml(const Report& report) {
  const v1::CompetitionSpec& spec = report.competition.spec();
  Html tournament;
  if (!spec.tournament().empty()) {
    tournament =
        Element("p", {{"class", "about"}}, {ForeignText(spec.tournament())});
  }
  return HtmlPage(
      spec.name(),
      Joined({Element("header",
                      {tournament, Element("h1", {ForeignText(spec.name())})}),
              Sections(report), HowToReadHtml(IsAnchored(report)),
              Element("footer", {CommitmentHtml(report)})}));
}

std::string StandingsHtml(const TournamentStandings& standings) {
  Html links;
  Html events;
  Html commitments;
  bool anchored = false;
  for (size_t i = 0; i < standings.events.size(); ++i) {
    const Report& event = standings.events[i];
    const Html name = ForeignText(EventName(event.competition.spec()));
    const std::string id = absl::StrCat("event-", i);
    links += Element("a", {{"href", absl::StrCat("#", id)}}, {name});
    events += Element("h1", {{"class", "event"}, {"id", id}}, {name});
    events += Sections(event);
    commitments += CommitmentHtml(event);
    anchored = anchored || IsAnchored(event);
  }
  return HtmlPage(
      standings.name,
      Joined({Element("header", {Element("h1", {ForeignText(standings.name)}),
                                 Element("nav", {links})}),
              OverallHtml(standings), events, HowToReadHtml(anchored),
              Element("footer", {commitments})}));
}

}  // namespace arena::competition
