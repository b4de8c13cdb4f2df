#include "arena/cli/at_referee/bot_ratings.h"

#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/cli/base/referee_channel.h"
#include "arena/core/check.h"
#include "arena/v1/competition_service.grpc.pb.h"

namespace arena::cli {
namespace {

using CompetitionStub = v1::CompetitionService::Stub;

constexpr size_t kMostCompetitions = 10;

// The entrants of the competition for which the bot plays.
std::set<uint32_t> EntrantsOf(const v1::Competition& competition,
                              const std::string& bot) {
  std::set<uint32_t> entrants;
  for (int i = 0; i < competition.spec().entrants_size(); ++i) {
    const bool plays = absl::c_any_of(
        competition.spec().entrants(i).players(),
        [&](const v1::SeatSpec& player) { return player.bot() == bot; });
    if (plays) entrants.insert(static_cast<uint32_t>(i));
  }
  return entrants;
}

// "1512 (1480 to 1544), 41 sets".
std::string FigureText(double rating, const v1::Interval& interval,
                       uint32_t sets) {
  return absl::StrFormat("%.0f (%.0f to %.0f), %d set%s", rating,
                         interval.low(), interval.high(), sets,
                         sets == 1 ? "" : "s");
}

}  // namespace

absl::StatusOr<std::vector<BotRating>> FetchBotRatings(
    const std::shared_ptr<grpc::Channel>& channel, const std::string& bot) {
  const auto stub = v1::CompetitionService::NewStub(channel);
  std::vector<std::pair<std::string, std::set<uint32_t>>> entered;
  const v1::ListCompetitionsRequest request;
  ARENA_RETURN_IF_ERROR(ForEachPage(
      *stub, &CompetitionStub::ListCompetitions, request,
      [&](const v1::ListCompetitionsResponse& page) {
        for (const v1::Competition& competition : page.competitions()) {
          std::set<uint32_t> entrants = EntrantsOf(competition, bot);
          if (entrants.empty()) continue;
          entered.emplace_back(competition.spec().name(), std::move(entrants));
        }
        return entered.size() < kMostCompetitions;
      }));
  if (entered.size() > kMostCompetitions) entered.resize(kMostCompetitions);
  std::vector<BotRating> ratings;
  for (const auto& [competition, entrants] : entered) {
    v1::GetStandingsRequest standings;
    standings.set_name(competition);
    ARENA_ASSIGN_OR_RETURN(
        const v1::GetStandingsResponse response,
        Call(*stub, &CompetitionStub::GetStandings, standings));
    for (const v1::EntrantStanding& line : response.standings().entrants()) {
      if (line.sets() == 0 || !entrants.contains(line.entrant())) continue;
      ratings.push_back({.competition = competition, .standing = line});
    }
  }
  return ratings;
}

std::string RatingsText(const std::vector<BotRating>& ratings) {
  std::string text;
  for (const auto& [competition, standing] : ratings) {
    absl::StrAppend(
        &text, "rating   ",
        FigureText(standing.rating(), standing.rating_interval(),
                   standing.sets()),
        standing.place() == 0 ? ", disqualified"
                              : absl::StrCat(", place ", standing.place()),
        " in ", competition, " as ",
        standing.name(), "\n");
    for (const v1::VersionStanding& version : standing.versions()) {
      absl::StrAppend(&text, "         version ", version.version(), ": ",
                      FigureText(version.rating(), version.rating_interval(),
                                 version.sets()),
                      "\n");
    }
  }
  return text;
}

}  // namespace arena::cli
