#include "referee/site/pages/bot_form.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/competition/page/table_section.h"
#include "arena/competition/report/standings_words.h"
#include "arena/html/table.h"
#include "referee/site/visit.h"
#include "referee/site/words.h"

namespace arena::referee {
namespace {

// The outcome of a match for the bot with these seats.
Tally OutcomeFor(const std::set<int>& seats, const v1::MatchResult& result) {
  Tally tally = {.played = 1};
  bool first = false;
  bool shared = false;
  for (int seat = 0; seat < result.ranks_size(); ++seat) {
    if (result.ranks(seat) != 1) continue;
    (seats.contains(seat) ? first : shared) = true;
  }
  if (first) (shared ? tally.drawn : tally.won) = 1;
  return tally;
}

void Add(const Tally& more, Tally& tally) {
  tally.played += more.played;
  tally.won += more.won;
  tally.drawn += more.drawn;
}

// Each competition costs the reader two calls.
constexpr size_t kRatedCompetitions = 8;

// The competitions of these matches, newest first.
std::vector<std::string> CompetitionsOf(const MatchList& matches) {
  std::set<std::string> seen;
  std::vector<std::string> names;
  for (const v1::Match& match : matches) {
    const std::string& name = match.competition().competition();
    if (!name.empty() && seen.insert(name).second) names.push_back(name);
  }
  return names;
}

bool PlaysFor(const std::string& bot, const v1::Entrant& entrant) {
  for (const v1::SeatSpec& player : entrant.players()) {
    if (player.bot() == bot || player.built_in() == bot) return true;
  }
  return false;
}

Html RatingRow(const Html& competition, const Html& game,
               absl::string_view version, double rating,
               const v1::Interval& interval, double share, uint32_t sets) {
  return Element("tr",
                 {Cell(competition), Cell(game), Cell(ForeignText(version)),
                  NumberCell(competition::RatingHtml(rating, interval)),
                  NumberCell(absl::StrCat(competition::Percent(share), " %")),
                  NumberCell(absl::StrCat(sets))});
}

// A link to competitions that the page does not show.
Html LeftOutHtml(const std::string& bot, size_t left_out) {
  if (left_out == 0) return {};
  return Element(
      "p",
      {absl::StrCat("Older competitions that are not shown: ", left_out, ". "),
       Link(absl::StrCat("/matches?bot=", AddressPart(bot)), "All matches"),
       " lead there."});
}

}  // namespace

BotForm FormOfBot(absl::string_view bot, const MatchList& matches) {
  BotForm form;
  for (const v1::Match& match : matches) {
    const v1::MatchResult& result = match.result();
    std::set<int> seats;
    std::set<std::string> opponents;
    for (int seat = 0; seat < match.players_size(); ++seat) {
      const std::string& name = match.players(seat).name();
      if (name == bot) {
        seats.insert(seat);
      } else {
        opponents.insert(name);
      }
    }
    for (const v1::Fault& fault : result.faults()) {
      if (seats.contains(static_cast<int>(fault.seat()))) {
        ++form.faults[fault.kind()];
      }
    }
    if (seats.empty() || result.ranks().empty()) continue;
    const Tally outcome = OutcomeFor(seats, result);
    Add(outcome, form.by_game[match.game()]);
    for (const std::string& name : opponents) {
      Add(outcome, form.by_opponent[name]);
    }
  }
  return form;
}

net::awaitable<BotRatings> ReadRatings(SiteRequest& request, std::string bot,
                                       const MatchList& matches) {
  BotRatings found;
  std::vector<std::string> names = CompetitionsOf(matches);
  if (names.size() > kRatedCompetitions) {
    found.left_out = names.size() - kRatedCompetitions;
    names.resize(kRatedCompetitions);
  }
  for (const std::string& name : names) {
    v1::GetCompetitionRequest named;
    named.set_name(name);
    const auto got = co_await request.referee.Ask<v1::GetCompetitionResponse>(
        "CompetitionService/GetCompetition", named);
    v1::GetStandingsRequest of;
    of.set_name(name);
    const auto standings =
        co_await request.referee.Ask<v1::GetStandingsResponse>(
            "CompetitionService/GetStandings", of);
    // A competition that cannot be shown, e.g. a quarantined one, must not hide
    // others.
    if (!got.ok() || !standings.ok()) continue;
    const v1::CompetitionSpec& spec = got->competition().spec();
    for (const auto& line : standings->standings().entrants()) {
      const auto index = static_cast<int>(line.entrant());
      if (index < spec.entrants_size() && PlaysFor(bot, spec.entrants(index))) {
        found.ratings.push_back({spec, line});
      }
    }
  }
  co_return found;
}

Html RatingsHtml(const std::string& bot, const BotRatings& ratings) {
  Html rows;
  for (const auto& [spec, line] : ratings.ratings) {
    const Html competition = CompetitionLink(spec.name());
    const Html game = GameLink(spec.game());
    rows += RatingRow(competition, game, "all", line.rating(),
                      line.rating_interval(), line.rank_points(), line.sets());
    for (const v1::VersionStanding& version : line.versions()) {
      rows += RatingRow(competition, game, version.version(), version.rating(),
                        version.rating_interval(), version.rank_points(),
                        version.sets());
    }
  }
  if (rows.empty()) {
    return Card("Ratings", Element("p", {"It has played in no competition "
                                         "lately."}));
  }
  const Html table =
      ScrollingTable("Ratings",
                     Joined({Column("Competition"), Column("Game"),
                             Column("Version"), NumberColumn("Rating"),
                             NumberColumn("Share"), NumberColumn("Sets")}),
                     rows);
  return Card("Ratings", Joined({table, LeftOutHtml(bot, ratings.left_out)}));
}

}  // namespace arena::referee
