#include "arena/cli/bench_engine.h"

#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "arena/core/game_of.h"
#include "arena/match/table.h"
#include "arena/record/record.h"
#include "arena/record/verify.h"

namespace arena::cli {
namespace {

Action ChooseAction(const AnyState& state, Seat seat, Rng& rng,
                    ActionList& actions) {
  state->LegalActions(seat, actions);
  return actions[rng.Below(static_cast<uint32_t>(actions.size()))];
}

// A whole match of random choices, as a table keeps it.
absl::StatusOr<Table> PlayTable(const Setup& setup, const Seed& seed,
                                Rng& rng) {
  ARENA_ASSIGN_OR_RETURN(Table table, Table::Create({.game = setup.game,
                                                     .seats = setup.seats,
                                                     .options = setup.options,
                                                     .seed = seed}));
  ActionList actions;
  while (!table.over()) {
    if (const auto chance = table.NextChance()) {
      table.Apply(*chance);
      continue;
    }
    const Seat seat = table.Owing().first();
    table.Apply({.kind = EntryKind::kChoice,
                 .seat = seat,
                 .action = ChooseAction(table.state(), seat, rng, actions)});
  }
  return table;
}

absl::Status MeasurePlayouts(const Setup& setup, const Seed& seed,
                             absl::Duration time, EngineFigures& figures) {
  ARENA_ASSIGN_OR_RETURN(const AnyState start,
                         setup.game->create(setup.seats, setup.options));
  Rng rng(seed);
  AnyState(start)->PlayOut(rng);  // Fills the caches.
  int64_t plies = 0;
  int64_t matches = 0;
  const absl::Time began = absl::Now();
  absl::Duration elapsed;
  do {
    AnyState state = start;
    plies += state->PlayOut(rng);
    ++matches;
    elapsed = absl::Now() - began;
  } while (elapsed < time);
  figures.plies_per_match = static_cast<double>(plies) / matches;
  figures.playout_ns_per_ply =
      absl::ToDoubleNanoseconds(elapsed) / static_cast<double>(plies);
  return absl::OkStatus();
}

absl::Status MeasureRecords(const Setup& setup, const Seed& seed,
                            absl::Duration time, EngineFigures& figures) {
  constexpr uint64_t kEnoughMatches = 100;
  Rng rng(seed);
  int64_t plies = 0;
  int64_t bytes = 0;
  absl::Duration verifying;
  const absl::Time deadline = absl::Now() + time;
  for (uint64_t match = 0;
       match == 0 || (match < kEnoughMatches && absl::Now() < deadline);
       ++match) {
    ARENA_ASSIGN_OR_RETURN(const Table table,
                           PlayTable(setup, DeriveSeed(seed, match), rng));
    ARENA_ASSIGN_OR_RETURN(const std::string record,
                           WriteRecord(RecordOf(table, {})));
    const absl::Time began = absl::Now();
    const VerifyReport report = VerifyRecord(record);
    verifying += absl::Now() - began;
    ARENA_RETURN_IF_ERROR(report.status);
    plies += report.plies;
    bytes += static_cast<int64_t>(record.size());
  }
  figures.record_bytes_per_ply =
      static_cast<double>(bytes) / static_cast<double>(plies);
  figures.verify_plies_per_second =
      static_cast<double>(plies) / absl::ToDoubleSeconds(verifying);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<EngineFigures> MeasureEngine(const Setup& setup,
                                            const Seed& seed,
                                            absl::Duration time) {
  EngineFigures figures = {};
  ARENA_RETURN_IF_ERROR(MeasurePlayouts(setup, seed, time, figures));
  ARENA_RETURN_IF_ERROR(MeasureRecords(setup, seed, time, figures));
  return figures;
}

}  // namespace arena::cli
