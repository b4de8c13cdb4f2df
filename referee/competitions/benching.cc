#include "referee/competitions/benching.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

constexpr int kFaultsInReport = 100;

// "10 faults in its last 8 matches of the ladder club".
std::string ReasonFor(const v1::BenchReport& report) {
  return absl::StrCat(
      report.fault_count(), report.fault_count() == 1 ? " fault" : " faults",
      " in its last ",
      report.matches() == 1 ? "match"
                            : absl::StrCat(report.matches(), " matches"),
      " of the ladder ", report.competition());
}

}  // namespace

absl::StatusOr<std::vector<BenchedBot>> BenchedBots(
    Store& store, const v1::CompetitionSpec& ladder,
    const competition::Benching& benching, absl::Time now) {
  const v1::Entrant& entrant =
      ladder.entrants(static_cast<int>(benching.entrant));
  v1::BenchReport report;
  report.mutable_time()->set_seconds(absl::ToUnixSeconds(now));
  report.set_competition(ladder.name());
  report.set_entrant(entrant.name());
  report.set_fault_count(benching.faults);
  report.set_matches(benching.matches);
  std::vector<BenchedBot> benched;
  for (const std::string& bot : BotsOf(entrant.players())) {
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<v1::BotFault> faults,
        store.competitions().ReadFaults(bot, ladder.name(), benching.since,
                                        benching.at, kFaultsInReport));
    if (faults.empty()) continue;
    benched.push_back({.bot = bot,
                       .reason = ReasonFor(report),
                       .result_number = benching.at,
                       .report = report});
    benched.back().report.mutable_faults()->Add(faults.begin(), faults.end());
  }
  return benched;
}

std::vector<std::string> BotsOfAll(const v1::CompetitionSpec& ladder) {
  std::set<std::string> bots;
  for (const v1::Entrant& entrant : ladder.entrants()) {
    bots.merge(BotsOf(entrant.players()));
  }
  return std::vector<std::string>(bots.begin(), bots.end());
}

bool IsSuspended(const v1::Entrant& entrant, const BotStatuses& statuses) {
  return absl::c_any_of(BotsOf(entrant.players()), [&](const std::string& bot) {
    const auto status = statuses.find(bot);
    return status != statuses.end() && status->second != v1::Bot::STATUS_ACTIVE;
  });
}

bool IsCleared(const v1::Entrant& entrant, const BotStatuses& statuses) {
  const std::set<std::string> bots = BotsOf(entrant.players());
  return !bots.empty() && absl::c_all_of(bots, [&](const std::string& bot) {
    const auto status = statuses.find(bot);
    return status != statuses.end() && status->second == v1::Bot::STATUS_ACTIVE;
  });
}

absl::Status CheckMayPlay(Bots& registered, const v1::Entrant& entrant) {
  const std::set<std::string> bots = BotsOf(entrant.players());
  ARENA_ASSIGN_OR_RETURN(const BotStatuses statuses,
                         registered.ReadStatuses(std::vector<std::string>(
                             bots.begin(), bots.end())));
  for (const auto& [bot, status] : statuses) {
    if (status == v1::Bot::STATUS_ACTIVE) continue;
    return absl::FailedPreconditionError(
        status == v1::Bot::STATUS_RETIRED
            ? absl::StrCat("the bot \"", bot, "\" is retired")
            : absl::StrCat("the bot \"", bot,
                           "\" is benched; its author or an admin can activate "
                           "it with `arena bots activate ",
                           bot, "`, and then ladders go on with it"));
  }
  return absl::OkStatus();
}

}  // namespace arena::referee
