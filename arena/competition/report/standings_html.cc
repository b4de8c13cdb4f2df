#include "arena/competition/report/standings_html.h"

#include "absl/strings/str_cat.h"
#include "arena/competition/report/html_sections.h"
#include "arena/competition/report/html_text.h"
#include "arena/competition/report/standings_words.h"
#include "arena/core/rng.h"

namespace arena::competition {
namespace {

std::string Sections(const Standings& standings) {
  return absl::StrCat(AboutHtml(standings), TableHtml(standings),
                      VersionsHtml(standings), MatrixHtml(standings),
                      CurvesHtml(standings), FaultsHtml(standings));
}

bool IsAnchored(const Standings& standings) {
  return !standings.competition.spec().anchor().empty();
}

// The commitment that proves that the deals were not chosen afterwards; empty
// if it is not known.
std::string CommitmentHtml(const Standings& standings) {
  const std::string& commitment = standings.competition.seed_commitment();
  if (commitment.empty()) return "";
  const auto* bytes = reinterpret_cast<const uint8_t*>(commitment.data());
  return absl::StrCat(
      "<p>", Escaped(standings.competition.spec().name()),
      ": SHA-256 of the seed of all deals, known before the first match: ",
      ToHex(absl::MakeSpan(bytes, commitment.size())), "</p>\n");
}

}  // namespace

std::string StandingsHtml(const Standings& standings) {
  const v1::CompetitionSpec& spec = standings.competition.spec();
  const std::string tournament =
      spec.tournament().empty()
          ? ""
          : absl::StrCat("<p class=\"about\">", Escaped(spec.tournament()),
                         "</p>\n");
  return HtmlPage(
      spec.name(),
      absl::StrCat("<header>\n", tournament, "<h1>", Escaped(spec.name()),
                   "</h1>\n</header>\n", Sections(standings),
                   HowToReadHtml(IsAnchored(standings)), "<footer>",
                   CommitmentHtml(standings), "</footer>\n"));
}

std::string StandingsHtml(const TournamentStandings& standings) {
  std::string links;
  std::string events;
  std::string commitments;
  bool anchored = false;
  for (size_t i = 0; i < standings.events.size(); ++i) {
    const Standings& event = standings.events[i];
    const std::string name = Escaped(EventName(event.competition.spec()));
    absl::StrAppend(&links, "<a href=\"#event-", i, "\">", name, "</a>\n");
    absl::StrAppend(&events, "<h2 id=\"event-", i, "\">", name, "</h2>\n",
                    Sections(event));
    absl::StrAppend(&commitments, CommitmentHtml(event));
    anchored = anchored || IsAnchored(event);
  }
  return HtmlPage(standings.name,
                  absl::StrCat("<header>\n<h1>", Escaped(standings.name),
                               "</h1>\n", "<nav>", links, "</nav>\n</header>\n",
                               OverallHtml(standings), events,
                               HowToReadHtml(anchored), "<footer>",
                               commitments, "</footer>\n"));
}

}  // namespace arena::competition
