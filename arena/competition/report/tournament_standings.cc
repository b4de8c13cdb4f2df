#include "arena/competition/report/tournament_standings.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

absl::Status CheckEvents(const std::vector<Report>& events) {
  if (events.empty()) {
    return absl::InvalidArgumentError(
        "a tournament has no events; expected at least one");
  }
  const std::string& tournament =
      events.front().competition.spec().tournament();
  std::set<std::string> names;
  for (const Report& event : events) {
    const v1::CompetitionSpec& spec = event.competition.spec();
    if (spec.tournament() != tournament) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", spec.name(), "\" belongs to tournament \"",
                       spec.tournament(), "\"; expected \"", tournament, "\""));
    }
    if (!names.insert(spec.name()).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", spec.name(),
                       "\" is in the tournament twice; expected it once"));
    }
  }
  return absl::OkStatus();
}

// All entrants by name, not ranked yet.
std::vector<OverallStanding> Collect(const std::vector<Report>& events) {
  std::map<std::string, OverallStanding> by_name;
  for (size_t event = 0; event < events.size(); ++event) {
    for (const v1::EntrantStanding& line : events[event].standings.entrants()) {
      OverallStanding& overall = by_name[line.name()];
      overall.name = line.name();
      overall.rank_points.resize(events.size());
      if (line.sets() == 0) continue;
      overall.rank_points[event] = line.rank_points();
      ++overall.events;
      overall.mean += line.rank_points();
    }
  }
  std::vector<OverallStanding> lines;
  for (auto& [name, overall] : by_name) {
    if (overall.events > 0) overall.mean /= overall.events;
    lines.push_back(std::move(overall));
  }
  return lines;
}

// More is better. Means that differ by rounding errors are equal.
std::pair<int, int64_t> KeyOf(const OverallStanding& line) {
  return {line.events, std::llround(line.mean * 1e12)};
}

}  // namespace

absl::StatusOr<TournamentStandings> CombineStandings(
    std::vector<Report> events) {
  ARENA_RETURN_IF_ERROR(CheckEvents(events));
  TournamentStandings standings;
  standings.name = events.front().competition.spec().tournament();
  standings.events = std::move(events);
  std::vector<OverallStanding>& lines = standings.overall;
  lines = Collect(standings.events);
  // Names are in order already.
  absl::c_stable_sort(
      lines, [](const auto& a, const auto& b) { return KeyOf(a) > KeyOf(b); });
  const auto all = static_cast<int>(standings.events.size());
  for (size_t i = 0; i < lines.size() && lines[i].events == all; ++i) {
    const bool shared = i > 0 && KeyOf(lines[i - 1]) == KeyOf(lines[i]);
    lines[i].place = shared ? *lines[i - 1].place : static_cast<int>(i) + 1;
  }
  return standings;
}

}  // namespace arena::competition
