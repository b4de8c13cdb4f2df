// The page of standings: well-formed, self-contained, and all text escaped.
#include "arena/competition/page/standings_html.h"

#include <regex>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "arena/competition/page/table_section.h"
#include "gmock/gmock.h"
#include "tests/arena/competition/report/score_sheet.h"

namespace arena::competition {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// The fault in the nesting of elements; empty if there is none. A bare < or &
// in a text is a fault.
std::string FaultOf(const std::string& page) {
  static const std::regex kTag(
      R"(<(/?)([A-Za-z][A-Za-z0-9]*)((?:\s+[A-Za-z][A-Za-z0-9:-]*="[^"<]*")*)\s*(/?)>)");
  static const std::regex kEntity("&(?!(amp|lt|gt|quot|#39);)");
  std::smatch match;
  if (std::regex_search(page, match, kEntity)) {
    return absl::StrCat("bare & before ", match.suffix().str().substr(0, 20));
  }
  std::vector<std::string> open;
  std::string rest = page.substr(page.find('\n') + 1);  // After the doctype.
  for (size_t at = rest.find('<'); at != std::string::npos;
       at = rest.find('<', at + 1)) {
    const std::string tag = rest.substr(at, rest.find('>', at) - at + 1);
    if (!std::regex_match(tag, match, kTag)) return absl::StrCat("bad ", tag);
    if (match[4] == "/") continue;
    if (match[1] != "/") {
      open.push_back(match[2]);
    } else if (open.empty() || open.back() != match[2]) {
      return absl::StrCat("unexpected ", tag);
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : absl::StrCat("never closed: ", open.back());
}

Report WithFaults() {
  ScoreSheet sheet = ThreeFriends();
  ScoreSheet::AddFault(sheet.results[0], 1, v1::FAULT_KIND_LATE, 17);
  sheet.Void(3, {0, 1});
  sheet.competition.add_benched(1);
  sheet.competition.set_seed_commitment(std::string(32, '\x5a'));
  return sheet.Compute();
}

constexpr char kEvil[] = "\"'><script>alert(1)</script>&";

// Every text that comes from outside is evil.
Report Evil() {
  Report report = WithFaults();
  v1::CompetitionSpec& spec = *report.competition.mutable_spec();
  spec.set_name(kEvil);
  spec.set_tournament(kEvil);
  spec.set_game(kEvil);
  spec.set_anchor(kEvil);
  (*spec.mutable_options())[kEvil] = kEvil;
  for (v1::EntrantStanding& line : *report.standings.mutable_entrants()) {
    line.set_name(kEvil);
    line.set_players(0, kEvil);
    line.add_players(kEvil);
  }
  for (v1::Entrant& entrant : *spec.mutable_entrants()) {
    entrant.mutable_players(0)->set_bot(kEvil);
    entrant.add_players()->set_built_in(kEvil);
  }
  return report;
}

TEST(StandingsHtmlTest, IsWellFormed) {
  EXPECT_EQ(FaultOf(StandingsHtml(WithFaults())), "");
}
TEST(StandingsHtmlTest, IsWellFormedWithoutResults) {
  const ScoreSheet sheet(v1::FORMAT_LADDER, 4, {"a", "b", "c", "d"});
  EXPECT_EQ(FaultOf(StandingsHtml(sheet.Compute())), "");
}
TEST(StandingsHtmlTest, OfSwissAndKnockoutIsWellFormed) {
  for (const v1::Format format : {v1::FORMAT_SWISS, v1::FORMAT_KNOCKOUT}) {
    ScoreSheet sheet(format, 2, {"ann", "bob"});
    sheet.Duel(0, 0, 1, {1, 0}, {1, 0});
    EXPECT_EQ(FaultOf(StandingsHtml(sheet.Compute())), "") << format;
  }
}
TEST(StandingsHtmlTest, OfATournamentIsWellFormed) {
  const auto tournament = CombineStandings({WithFaults()});
  EXPECT_EQ(FaultOf(StandingsHtml(*tournament)), "");
}

TEST(StandingsHtmlTest, EveryTextFromOutsideIsEscaped) {
  EXPECT_THAT(StandingsHtml(Evil()), Not(HasSubstr("<script")));
  EXPECT_EQ(FaultOf(StandingsHtml(Evil())), "");
}
TEST(StandingsHtmlTest, EveryTextOfATournamentIsEscaped) {
  const std::string page = StandingsHtml(*CombineStandings({Evil()}));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_EQ(FaultOf(page), "");
}
// A name that turns the direction of writing turns only itself.
TEST(StandingsHtmlTest, NamesTurnNoOtherText) {
  constexpr char kTurned[] = "eve\u202Etac";
  Report report = WithFaults();
  report.competition.mutable_spec()->set_name(kTurned);
  for (v1::EntrantStanding& line : *report.standings.mutable_entrants()) {
    line.set_name(kTurned);
  }
  std::string page = StandingsHtml(report);
  absl::StrReplaceAll({{absl::StrCat("<bdi>", kTurned, "</bdi>"), ""}}, &page);
  EXPECT_THAT(page, Not(HasSubstr("\u202E")));
}
TEST(StandingsHtmlTest, ShowsPairsWithTheirPlayers) {
  Report report = ThreeFriends().Compute();
  v1::CompetitionSpec& spec = *report.competition.mutable_spec();
  for (v1::EntrantStanding& line : *report.standings.mutable_entrants()) {
    if (line.name() != "ann") continue;
    line.add_players("greedy");
    spec.mutable_entrants(static_cast<int>(line.entrant()))
        ->add_players()
        ->set_built_in("greedy");
  }
  const auto link = [](const v1::SeatSpec& player) {
    return Element("a", {{"href", absl::StrCat("/", player.bot())}},
                   {PlayerNameHtml(player)});
  };
  const std::string table = TableHtml(report, link).markup();
  EXPECT_THAT(table, HasSubstr("<bdi>ann</bdi></span><small><a href=\"/ann\">"
                               "<bdi>ann</bdi></a>, <a href=\"/\">"
                               "<bdi>greedy</bdi></a></small>"));
  EXPECT_THAT(table, HasSubstr("title=\"bob\"><a href=\"/bob\">"
                               "<bdi>bob</bdi></a></span></th>"));
}
// A page may ask for a competition just before an entrant joins.
TEST(StandingsHtmlTest, AnEntrantThatHasJustJoinedIsShown) {
  Report report = ThreeFriends().Compute();
  report.competition.mutable_spec()->mutable_entrants()->RemoveLast();
  EXPECT_THAT(StandingsHtml(report), HasSubstr("<bdi>cid</bdi>"));
}
TEST(StandingsHtmlTest, NeedsNothingFromElsewhere) {
  std::string page = StandingsHtml(WithFaults());
  for (const char* outside : {"src=", "url(", "@import", "<link", "<script"}) {
    EXPECT_THAT(page, Not(HasSubstr(outside)));
  }
}
TEST(StandingsHtmlTest, SaysWhatItIsOrderedBy) {
  EXPECT_THAT(StandingsHtml(WithFaults()),
              HasSubstr("Ordered by rank points, then score difference."));
}
TEST(StandingsHtmlTest, SaysWhatIs1500) {
  ScoreSheet sheet = ThreeFriends();
  EXPECT_THAT(StandingsHtml(sheet.Compute()),
              HasSubstr("interval; the mean of all is 1500"));
  sheet.competition.mutable_spec()->set_anchor("cid");
  const std::string html = StandingsHtml(sheet.Compute());
  EXPECT_THAT(html, HasSubstr("interval; cid is 1500"));
  EXPECT_THAT(html, Not(HasSubstr("the mean of all is 1500")));
  EXPECT_THAT(html,
              HasSubstr("distances to the anchor <bdi>cid</bdi>, which has"));
}
TEST(StandingsHtmlTest, ShowsWhoIsBenched) {
  EXPECT_THAT(StandingsHtml(WithFaults()), HasSubstr(">out<"));
}
TEST(StandingsHtmlTest, ShowsFaultsWithTheirPlace) {
  EXPECT_THAT(StandingsHtml(WithFaults()),
              HasSubstr("set 0, match 0, decision 17"));
}
TEST(StandingsHtmlTest, ShowsTheCommitmentToTheSeed) {
  EXPECT_THAT(StandingsHtml(WithFaults()), HasSubstr("5a5a5a5a"));
}
TEST(StandingsHtmlTest, ShowsWhatWasPlayedInVain) {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob"});
  sheet.Void(0, {0, 1});
  v1::CompetitionMatch& cancelled = sheet.Play(1, 0, {0, 1}, {});
  cancelled.mutable_result()->set_termination(v1::TERMINATION_CANCELLED);
  const std::string html = StandingsHtml(sheet.Compute());
  EXPECT_THAT(html, HasSubstr("void sets"));
  EXPECT_THAT(html, HasSubstr("matches played again"));
  EXPECT_THAT(html, HasSubstr("matches cancelled"));
}
TEST(StandingsHtmlTest, ManyCurvesHaveEightNames) {
  std::vector<std::string> names;
  for (int i = 0; i < 12; ++i) names.push_back(absl::StrCat("bot", i));
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, names);
  for (uint32_t i = 0; i < 11; ++i) sheet.Duel(i, i, i + 1, {2, 1}, {2, 1});
  EXPECT_THAT(StandingsHtml(sheet.Compute()),
              HasSubstr("The best 8 are named"));
}

}  // namespace
}  // namespace arena::competition
