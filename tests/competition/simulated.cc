#include "tests/competition/simulated.h"

#include <cmath>
#include <map>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "tests/competition/simulation.h"

namespace arena::competition {

v1::CompetitionSpec SimulatedSpec(v1::Format format, int sides,
                                  const std::vector<std::string>& names) {
  v1::CompetitionSpec spec;
  spec.set_name("simulated");
  spec.set_game(sides == 2 ? "ordo" : "octrix");
  spec.set_seats(static_cast<uint32_t>(sides));
  spec.set_format(format);
  spec.set_seed(std::string(32, 's'));
  for (const std::string& name : names) {
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(name);
    entrant.add_players()->set_bot(name);
  }
  return spec;
}

v1::CompetitionMatch Simulation::Play(const GameForm& form,
                                      const PlannedMatch& match) const {
  v1::CompetitionMatch played = match.ToMessage();
  v1::MatchResult& result = *played.mutable_result();
  Rng rng(absl::StrCat(match.set, ".", match.match, ".", match.attempt));
  const bool is_void = static_cast<int>(match.set) == void_set ||
                       rng.Below(100) < static_cast<uint32_t>(void_percent);
  result.set_termination(is_void ? v1::TERMINATION_INFRASTRUCTURE
                                 : v1::TERMINATION_NORMAL);
  std::vector<int64_t> returns(form.seats);
  for (const std::vector<Seat>& side : form.sides) {
    const double mean = strengths[match.entrants[side.front()]];
    const int64_t score = std::llround(mean + luck * Normal(rng));
    for (const Seat seat : side) returns[seat] = score;
  }
  for (Seat seat = 0; seat < form.seats; ++seat) {
    if (rng.Below(100) < static_cast<uint32_t>(fault_percent)) {
      v1::Fault& fault = *result.add_faults();
      fault.set_seat(static_cast<uint32_t>(seat));
      fault.set_kind(static_cast<v1::FaultKind>(1 + rng.Below(4)));
      fault.set_decision(rng.Below(40));
    }
    if (is_void) continue;
    result.add_returns(returns[seat]);
    result.add_ranks(
        1 + static_cast<uint32_t>(absl::c_count_if(returns, [&](int64_t other) {
          return other > returns[seat];
        })));
  }
  return played;
}

std::vector<v1::CompetitionMatch> Simulate(const v1::CompetitionSpec& spec,
                                           const Simulation& simulation,
                                           int most_matches) {
  auto scheduler = Scheduler::Create(spec);
  ARENA_CHECK(scheduler.ok(), scheduler.status().ToString());
  std::vector<v1::CompetitionMatch> results;
  while (static_cast<int>(results.size()) < most_matches) {
    const auto planned = scheduler->Next(1000);
    ARENA_CHECK(planned.ok(), planned.status().ToString());
    if (planned->empty()) break;
    for (const PlannedMatch& match : *planned) {
      results.push_back(simulation.Play(scheduler->form(), match));
      const absl::Status added = scheduler->Add(results.back());
      ARENA_CHECK(added.ok(), added.ToString());
    }
  }
  return results;
}

v1::Competition FinishedCompetition(const v1::CompetitionSpec& spec) {
  v1::Competition competition;
  *competition.mutable_spec() = spec;
  competition.set_state(v1::Competition::STATE_FINISHED);
  return competition;
}

}  // namespace arena::competition
