// Competitions and who may play in them.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/core/check.h"
#include "referee/benching.h"
#include "referee/competition_host.h"
#include "referee/log.h"
#include "referee/secrets.h"

namespace arena::referee {

v1::Competition CompetitionHost::Message(const Entry& entry) {
  const CompetitionRow& row = entry.row;
  v1::Competition message;
  *message.mutable_spec() = row.spec;
  message.set_seed_commitment(Sha256(row.spec.seed()));
  if (row.state != v1::Competition::STATE_FINISHED) {
    message.mutable_spec()->clear_seed();
  }
  message.set_state(row.state);
  *message.mutable_progress() = entry.scheduler.progress();
  std::vector<uint32_t> benched;
  std::set_union(row.benched.begin(), row.benched.end(),
                 entry.suspended.begin(), entry.suspended.end(),
                 std::back_inserter(benched));
  message.mutable_benched()->Add(benched.begin(), benched.end());
  return message;
}

absl::Status CompetitionHost::Absorb(Entry& entry, CompetitionRow row) {
  const bool ended = row.state == v1::Competition::STATE_FINISHED &&
                     entry.row.state != v1::Competition::STATE_FINISHED;
  // What the other referee has dropped is open here no longer.
  if (ended || row.spec.entrants_size() != entry.row.spec.entrants_size()) {
    return ReadAnew(entry);
  }
  entry.changed = entry.changed || row.state != entry.row.state ||
                  row.benched != entry.row.benched;
  entry.row = std::move(row);
  BringBack(entry);
  return absl::OkStatus();
}

void CompetitionHost::BringBack(Entry& entry) {
  competition::Bench* const bench = entry.scheduler.bench();
  if (bench == nullptr) return;
  bench->Follow(static_cast<uint32_t>(entry.row.judged), entry.row.benched);
}

absl::Status CompetitionHost::FollowBots(Entry& entry) {
  const v1::CompetitionSpec& spec = entry.row.spec;
  competition::Bench* const bench = entry.scheduler.bench();
  if (bench == nullptr || entry.row.state != v1::Competition::STATE_RUNNING) {
    entry.suspended.clear();
    return absl::OkStatus();
  }
  const std::vector<std::string> bots = BotsOfAll(spec);
  ARENA_ASSIGN_OR_RETURN(const BotStatuses statuses,
                         store_.bots().ReadStatuses(bots));
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> present,
                         store_.referees().ListPresent(bots));
  std::vector<uint32_t> suspended;
  for (uint32_t i = 0; i < static_cast<uint32_t>(spec.entrants_size()); ++i) {
    const v1::Entrant& entrant = spec.entrants(static_cast<int>(i));
    if (IsSuspended(entrant, statuses)) suspended.push_back(i);
    // Who is not there gets no new matches either: those planned for it would
    // fill the ladder.
    bench->Suspend(
        i, IsSuspended(entrant, statuses) || IsAbsent(entrant, present));
    // Its author or an admin has forgiven it: Judge stores that it is back.
    if (entry.driven && IsCleared(entrant, statuses) &&
        absl::c_binary_search(entry.row.benched, i)) {
      bench->Return(i);
    }
  }
  entry.changed = entry.changed || suspended != entry.suspended;
  entry.suspended = std::move(suspended);
  return absl::OkStatus();
}

absl::Status CompetitionHost::Judge(Entry& entry) {
  CompetitionRow row = entry.row;
  std::vector<BenchedBot> bots;
  if (row.state == v1::Competition::STATE_RUNNING) {
    ARENA_ASSIGN_OR_RETURN(bots, Bench(entry, row));
  }
  if (entry.scheduler.finished() ||
      (row.state == v1::Competition::STATE_STOPPED &&
       entry.scheduler.progress().matches_open() == 0)) {
    row.state = v1::Competition::STATE_FINISHED;
  }
  if (row.benched == entry.row.benched && row.state == entry.row.state) {
    return absl::OkStatus();
  }
  const absl::Status stored = store_.competitions().Update(row, bots);
  // Another referee has just added an entrant, or stopped it: next time that is
  // known.
  if (absl::IsFailedPrecondition(stored)) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(stored);
  entry.row = std::move(row);
  entry.changed = true;
  return absl::OkStatus();
}

absl::StatusOr<std::vector<BenchedBot>> CompetitionHost::Bench(
    const Entry& entry, CompetitionRow& row) {
  std::vector<BenchedBot> bots;
  const competition::Bench* const bench = entry.scheduler.bench();
  if (bench == nullptr) return bots;
  row.benched.clear();
  row.judged = bench->log_position();
  for (const competition::Benching& benching : bench->benched()) {
    row.benched.push_back(benching.entrant);
    if (absl::c_binary_search(entry.row.benched, benching.entrant)) continue;
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<BenchedBot> more,
        BenchedBots(store_, row.spec, benching, absl::Now()));
    bots.insert(bots.end(), more.begin(), more.end());
    Log("entrant benched",
        {{"competition", row.spec.name()},
         {"entrant",
          row.spec.entrants(static_cast<int>(benching.entrant)).name()},
         {"faults", absl::StrCat(benching.faults)}});
  }
  absl::c_sort(bots, [](const BenchedBot& a, const BenchedBot& b) {
    return a.bot < b.bot;
  });
  return bots;
}

}  // namespace arena::referee
