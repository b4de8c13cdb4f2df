#include "arena/cli/competitions/tournament_bots.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/cli/base/output.h"
#include "arena/competition/planning/spec.h"
#include "arena/competition/planning/spec_form.h"

namespace arena::cli {
namespace {

// The most seats that a bot has in a match of a competition.
int MostSeats(const v1::CompetitionSpec& spec, const std::string& bot) {
  const absl::StatusOr<competition::GameForm> form = competition::FormOf(spec);
  if (!form.ok()) return 0;
  const int entrants = competition::EncounterSize(spec, *form);
  const int sides = (form->side_count() + entrants - 1) / entrants;
  int seats = 0;
  for (const v1::Entrant& entrant : spec.entrants()) {
    const int named = static_cast<int>(absl::c_count_if(
        entrant.players(),
        [&](const v1::SeatSpec& player) { return player.bot() == bot; }));
    const int side = static_cast<int>(form->sides[0].size());
    seats += sides * side * named / entrant.players_size();
  }
  return std::min(seats, form->seats);
}

}  // namespace

void TellWhatWasThere(absl::Span<const CompetitionData> events) {
  const v1::Progress sum = SumOf(events);
  if (absl::c_any_of(events, [](const CompetitionData& event) {
        return event.competition.stopped();
      })) {
    return;
  }
  if (AreOver(events)) {
    PrintMessage(
        "all matches were played before; for new matches choose another "
        "name, or another folder with --data");
  } else if (sum.matches_over() > 0) {
    PrintMessage(absl::StrCat("goes on after ", sum.matches_over(), " of ",
                              sum.matches_total(), " matches"));
  }
}

std::map<std::string, std::vector<BotFault>> FaultsByBot(
    absl::Span<const CompetitionData> events) {
  std::map<std::string, std::vector<BotFault>> faults;
  for (const CompetitionData& event : events) {
    const v1::CompetitionSpec& spec = event.competition.spec();
    const absl::StatusOr<competition::GameForm> form =
        competition::FormOf(spec);
    if (!form.ok()) continue;
    for (const v1::CompetitionMatch& match : event.results) {
      if (match.result().faults().empty()) continue;
      const std::vector<v1::SeatSpec> seats = competition::PlayersBySeat(
          spec, *form,
          std::vector<uint32_t>(match.entrants().begin(),
                                match.entrants().end()));
      for (const v1::Fault& fault : match.result().faults()) {
        faults[seats[fault.seat()].bot()].push_back(
            {match.match_id(), fault.kind()});
      }
    }
  }
  return faults;
}

BotSurroundings ProcessesFor(absl::Span<const CompetitionData> events,
                             const std::string& bot, int at_once) {
  BotSurroundings processes;
  int seats = 1;
  for (const CompetitionData& event : events) {
    const v1::CompetitionSpec& spec = event.competition.spec();
    const int of_event = MostSeats(spec, bot);
    if (of_event == 0 || spec.isolation() == v1::ISOLATION_NONE) continue;
    seats = std::max(seats, of_event);
    processes.one_match |= spec.isolation() == v1::ISOLATION_MATCHES;
  }
  processes.processes = processes.one_match ? seats * (at_once + 1) : seats;
  processes.at_once = at_once;
  return processes;
}

}  // namespace arena::cli
