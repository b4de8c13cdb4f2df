#include "referee/bench/planning_bench.h"

#include <time.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "arena/competition/planning/scheduler.h"
#include "arena/core/check.h"
#include "arena/games/registry.h"

namespace arena::referee {
namespace {

// As a referee has by default.
constexpr int kOpenSets = 64;
constexpr v1::Format kFormats[] = {v1::FORMAT_ROUND_ROBIN, v1::FORMAT_GAUNTLET,
                                   v1::FORMAT_SWISS, v1::FORMAT_KNOCKOUT,
                                   v1::FORMAT_LADDER};

// Processor time of this thread: planning waits for nothing.
absl::Duration ProcessorTime() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return absl::DurationFromTimespec(time);
}

// "round robin"
std::string NameOf(v1::Format format) {
  std::string name = v1::Format_Name(format).substr(sizeof("FORMAT_") - 1);
  for (char& c : name) {
    c = c == '_' ? ' ' : static_cast<char>(std::tolower(c));
  }
  return name;
}

// The entrant with the lower index is better, and wins.
v1::CompetitionMatch ResultOf(const competition::PlannedMatch& planned) {
  v1::CompetitionMatch match = planned.ToMessage();
  v1::MatchResult& result = *match.mutable_result();
  result.set_termination(v1::TERMINATION_NORMAL);
  for (const uint32_t entrant : planned.entrants) {
    result.add_returns(-static_cast<int>(entrant));
    result.add_ranks(entrant + 1);
  }
  return match;
}

v1::CompetitionSpec SpecFor(const Game& game, v1::Format format,
                            const PlanningOptions& options, int sets) {
  v1::CompetitionSpec spec;
  spec.set_name("bench");
  spec.set_game(std::string(game.info->name));
  spec.set_format(format);
  spec.set_seed(std::string(sizeof(Seed), 'b'));
  for (int i = 0; i < options.entrants; ++i) {
    const std::string name = absl::StrCat("bot-", i);
    v1::Entrant& entrant = *spec.add_entrants();
    entrant.set_name(name);
    entrant.add_players()->set_bot(name);
  }
  if (format == v1::FORMAT_LADDER) {
    spec.set_max_sets(static_cast<uint32_t>(sets));
  } else {
    spec.set_sets(1);
  }
  return spec;
}

// Lets every encounter have as many sets as make about `sets` in all.
absl::StatusOr<competition::Scheduler> SchedulerOf(
    const Game& game, v1::Format format, const PlanningOptions& options,
    int sets) {
  v1::CompetitionSpec spec = SpecFor(game, format, options, sets);
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler once,
                         competition::Scheduler::Create(spec));
  if (format == v1::FORMAT_LADDER) return once;
  const auto encounters = static_cast<int>(once.progress().sets_total());
  spec.set_sets(static_cast<uint32_t>(std::max(1, sets / encounters)));
  return competition::Scheduler::Create(spec);
}

struct Played {
  double microseconds = 0;
  std::vector<v1::CompetitionMatch> log;
};

absl::StatusOr<Played> PlayThrough(competition::Scheduler scheduler) {
  Played played;
  std::deque<competition::PlannedMatch> open;
  const absl::Duration began = ProcessorTime();
  while (!scheduler.finished()) {
    // As a host does whenever a match is over.
    ARENA_ASSIGN_OR_RETURN(const auto planned, scheduler.Next(kOpenSets));
    open.insert(open.end(), planned.begin(), planned.end());
    ARENA_CHECK(!open.empty(), "nothing is open, and it is not over");
    played.log.push_back(ResultOf(open.front()));
    open.pop_front();
    ARENA_RETURN_IF_ERROR(scheduler.Add(played.log.back()));
    scheduler.progress();
  }
  played.microseconds = absl::ToDoubleMicroseconds(ProcessorTime() - began) /
                        static_cast<double>(played.log.size());
  return played;
}

absl::StatusOr<double> TakeInAgain(competition::Scheduler scheduler,
                                   const Played& played) {
  const absl::Duration began = ProcessorTime();
  for (const v1::CompetitionMatch& match : played.log) {
    ARENA_RETURN_IF_ERROR(scheduler.Add(match));
  }
  return absl::ToDoubleMicroseconds(ProcessorTime() - began) /
         static_cast<double>(played.log.size());
}

struct Figures {
  std::vector<double> plan;
  std::vector<double> restart;
};

absl::Status MeasureOnce(const Game& game, v1::Format format,
                         const PlanningOptions& options, int sets,
                         Figures& figures) {
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler scheduler,
                         SchedulerOf(game, format, options, sets));
  ARENA_ASSIGN_OR_RETURN(const Played played,
                         PlayThrough(std::move(scheduler)));
  figures.plan.push_back(played.microseconds);
  ARENA_ASSIGN_OR_RETURN(competition::Scheduler again,
                         SchedulerOf(game, format, options, sets));
  ARENA_ASSIGN_OR_RETURN(figures.restart.emplace_back(),
                         TakeInAgain(std::move(again), played));
  return absl::OkStatus();
}

// A knockout is for two sides.
bool CanBePlayed(const Game& game, v1::Format format,
                 const PlanningOptions& options) {
  return competition::Scheduler::Create(SpecFor(game, format, options, 1)).ok();
}

}  // namespace

absl::StatusOr<std::vector<Measurement>> MeasurePlanning(
    const PlanningOptions& options) {
  std::vector<Measurement> lines;
  for (const Game& game : AllGames()) {
    for (const v1::Format format : kFormats) {
      if (!CanBePlayed(game, format, options)) continue;
      Figures longer, shorter;
      for (int round = 0; round < options.rounds; ++round) {
        ARENA_RETURN_IF_ERROR(
            MeasureOnce(game, format, options, options.sets / 4, shorter));
        ARENA_RETURN_IF_ERROR(
            MeasureOnce(game, format, options, options.sets, longer));
      }
      const std::string name =
          absl::StrCat(std::string(game.info->name), ", ", NameOf(format));
      lines.push_back(Measured(absl::StrCat(name, ": planning"), "us",
                               longer.plan, shorter.plan));
      lines.push_back(Measured(absl::StrCat(name, ": after a restart"), "us",
                               longer.restart, shorter.restart));
    }
  }
  return lines;
}

}  // namespace arena::referee
