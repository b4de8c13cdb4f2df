#include "tests/arena/competition/made_up.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/competition/planning/duplicate.h"
#include "arena/core/check.h"

namespace arena::competition {
namespace {

// Ranks sides by points; equal points share a place.
void FillRanks(const GameForm& form, v1::MatchResult& result) {
  for (Seat seat = 0; seat < form.seats; ++seat) {
    const auto better = absl::c_count_if(result.returns(), [&](int64_t other) {
      return other > result.returns(seat);
    });
    result.add_ranks(static_cast<uint32_t>(better) + 1);
  }
}

}  // namespace

const std::vector<NamedForm>& Forms() {
  static const auto& forms = *new std::vector<NamedForm>{
      {"two", "ordo", 2, {}, 2},
      {"three", "octrix", 3, {}, 3},
      {"four", "octrix", 4, {}, 4},
      {"partners", "octrix", 4, {{"variant", "partners"}}, 2},
      {"solo", "ordago", 3, {}, 2},
  };
  return forms;
}

const NamedForm& FormNamed(const std::string& name) {
  return *absl::c_find_if(
      Forms(), [&](const NamedForm& form) { return name == form.name; });
}

v1::Entrant EntrantOf(int index) {
  v1::Entrant entrant;
  entrant.set_name(absl::StrCat("a", index));
  entrant.add_players()->set_bot(absl::StrCat("a", index));
  return entrant;
}

v1::CompetitionSpec SpecOf(const NamedForm& form, v1::Format format,
                           int entrants) {
  v1::CompetitionSpec spec;
  spec.set_name("test");
  spec.set_game(form.game);
  spec.set_seats(form.seats);
  *spec.mutable_options() = {form.options.begin(), form.options.end()};
  spec.set_format(format);
  spec.set_seed(std::string(32, 's'));
  for (int i = 0; i < entrants; ++i) *spec.add_entrants() = EntrantOf(i);
  return spec;
}

v1::CompetitionMatch MadeUp::Play(const Scheduler& scheduler,
                                  const PlannedMatch& match) const {
  const GameForm& form = scheduler.form();
  v1::CompetitionMatch played = match.ToMessage();
  v1::MatchResult& result = *played.mutable_result();
  Rng rng(absl::StrCat(match.set, ".", match.match, ".", match.attempt));
  const bool is_void = static_cast<int>(match.set) == void_set ||
                       rng.Below(100) < static_cast<uint32_t>(void_percent);
  result.set_termination(is_void ? v1::TERMINATION_INFRASTRUCTURE
                                 : v1::TERMINATION_NORMAL);
  std::map<uint32_t, int64_t> points;
  for (const uint32_t entrant : BySide(form, match.entrants)) {
    points[entrant] =
        always_ties ? 0 : int64_t{rng.Below(12)} - int64_t{entrant};
  }
  for (Seat seat = 0; seat < form.seats; ++seat) {
    if (rng.Below(100) < static_cast<uint32_t>(fault_percent)) {
      result.add_faults()->set_seat(static_cast<uint32_t>(seat));
    }
    if (!is_void) result.add_returns(points[match.entrants[seat]]);
  }
  if (!is_void) FillRanks(form, result);
  return played;
}

Log PlayAll(Scheduler& scheduler, const MadeUp& made_up, Rng& rng, int most,
            int max_open_sets) {
  Log log;
  std::vector<PlannedMatch> open;
  while (static_cast<int>(log.size()) < most) {
    const auto planned = scheduler.Next(max_open_sets);
    ARENA_CHECK(planned.ok(), planned.status().ToString());
    open.insert(open.end(), planned->begin(), planned->end());
    if (open.empty()) break;
    std::swap(open[rng.Below(static_cast<uint32_t>(open.size()))], open.back());
    log.push_back(made_up.Play(scheduler, open.back()));
    open.pop_back();
    const absl::Status added = scheduler.Add(log.back());
    ARENA_CHECK(added.ok(), added.ToString());
  }
  return log;
}

std::string TableOf(const Scheduler& scheduler) {
  std::string table;
  for (const Standing& line : scheduler.standings()) {
    absl::StrAppend(&table, line.place, ". ", line.entrant, " ", line.sets,
                    " sets ", line.half_points, " ", line.buchholz, " ",
                    line.round, " ", line.total.half_points, "/",
                    line.total.comparisons, " ", line.total.difference_12,
                    "\n");
  }
  return table;
}

std::string LineOf(const v1::CompetitionMatch& match) {
  return absl::StrCat(match.set(), ".", match.match(), ".", match.attempt(),
                      " ", absl::StrJoin(match.entrants(), ","));
}

std::vector<std::string> LinesOf(const Log& log) {
  std::vector<std::string> lines;
  for (const v1::CompetitionMatch& match : log) lines.push_back(LineOf(match));
  absl::c_sort(lines);
  return lines;
}

std::vector<std::string> LinesOf(const std::vector<PlannedMatch>& matches) {
  Log log;
  for (const PlannedMatch& match : matches) log.push_back(match.ToMessage());
  return LinesOf(log);
}

}  // namespace arena::competition
