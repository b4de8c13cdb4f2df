#include "tests/arena/competition/report/score_sheet.h"

#include <utility>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/results.h"
#include "arena/core/check.h"

namespace arena::competition {

ScoreSheet::ScoreSheet(v1::Format format, uint32_t seats,
                       const std::vector<std::string>& names) {
  competition.set_state(v1::Competition::STATE_FINISHED);
  v1::CompetitionSpec& spec = *competition.mutable_spec();
  spec.set_name("friends");
  spec.set_game(seats == 2 ? "ordo" : "octrix");
  spec.set_seats(seats);
  spec.set_format(format);
  for (const std::string& name : names) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(name);
    entrant.add_players()->set_bot(name);
  }
}

v1::CompetitionMatch& ScoreSheet::Play(uint32_t set, uint32_t match,
                                       const std::vector<uint32_t>& entrants,
                                       const std::vector<int64_t>& returns) {
  v1::CompetitionMatch& played = results.emplace_back();
  played.set_set(set);
  played.set_match(match);
  played.mutable_entrants()->Add(entrants.begin(), entrants.end());
  v1::MatchResult& result = *played.mutable_result();
  result.set_termination(v1::TERMINATION_NORMAL);
  for (const int64_t own : returns) {
    result.add_returns(own);
    result.add_ranks(1 + static_cast<uint32_t>(absl::c_count_if(
                             returns, [&](int64_t o) { return o > own; })));
  }
  return played;
}

void ScoreSheet::Duel(uint32_t set, uint32_t a, uint32_t b,
                      const std::vector<int64_t>& first,
                      const std::vector<int64_t>& second) {
  Play(set, 0, {a, b}, first);
  Play(set, 1, {b, a}, {second[1], second[0]});
}

void ScoreSheet::Void(uint32_t set, const std::vector<uint32_t>& entrants) {
  for (uint32_t attempt = 0; attempt < kMaxAttempts; ++attempt) {
    v1::CompetitionMatch& match = Play(set, 0, entrants, {});
    match.set_attempt(attempt);
    match.mutable_result()->set_termination(v1::TERMINATION_INFRASTRUCTURE);
  }
}

void ScoreSheet::AddFault(v1::CompetitionMatch& match, uint32_t seat,
                          v1::FaultKind kind, uint32_t decision) {
  v1::Fault& fault = *match.mutable_result()->add_faults();
  fault.set_seat(seat);
  fault.set_kind(kind);
  fault.set_decision(decision);
}

Report ScoreSheet::Compute() const {
  auto standings = ComputeStandings(competition, results);
  ARENA_CHECK(standings.ok(), standings.status().ToString());
  return {competition, *std::move(standings)};
}

ScoreSheet ThreeFriends() {
  ScoreSheet sheet(v1::FORMAT_ROUND_ROBIN, 2, {"ann", "bob", "cid"});
  sheet.Duel(0, 0, 1, {3, 1}, {2, 2});
  sheet.Duel(1, 0, 2, {0, 4}, {5, 1});
  sheet.Duel(2, 1, 2, {2, 0}, {3, 0});
  return sheet;
}

const v1::EntrantStanding& LineOf(const v1::Standings& standings,
                                  const std::string& name) {
  const auto line = absl::c_find_if(standings.entrants(), [&](const auto& own) {
    return own.name() == name;
  });
  ARENA_CHECK(line != standings.entrants().end(), name);
  return *line;
}

}  // namespace arena::competition
