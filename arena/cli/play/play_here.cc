// Matches between built-in players, in this process.
#include "arena/cli/play/series.h"
#include "arena/core/check.h"
#include "arena/match/local.h"
#include "arena/process/signal_waiter.h"
#include "arena/record/record.h"

namespace arena::cli {

Seed SeedOfMatch(const SeriesPlan& plan, int number) {
  return plan.matches == 1 ? plan.seed : DeriveSeed(plan.seed, number);
}

absl::Status PlayHere(const SeriesPlan& plan, const OnMatch& on_match) {
  const SignalWaiter signals;
  std::vector<std::string> names;
  for (const BotSpec& bot : plan.bots) names.push_back(bot.name);
  for (int number = 0; number < plan.matches; ++number) {
    ARENA_RETURN_IF_ERROR(signals.Wait(absl::ZeroDuration()));
    const TableConfig config{.game = plan.setup.game,
                             .seats = plan.setup.seats,
                             .options = plan.setup.options,
                             .seed = SeedOfMatch(plan, number),
                             .max_faults = plan.max_faults};
    ARENA_ASSIGN_OR_RETURN(const Table table, PlayLocally(config, names));
    PlayedMatch played;
    played.result = table.Result();
    if (plan.records) {
      MatchNames public_names;
      public_names.players = names;
      ARENA_ASSIGN_OR_RETURN(played.record,
                             WriteRecord(RecordOf(table, public_names)));
    }
    ARENA_RETURN_IF_ERROR(on_match(number, played));
  }
  return absl::OkStatus();
}

}  // namespace arena::cli
