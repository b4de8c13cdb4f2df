// Plans the matches of a hosted competition that begin next, and drops others.
#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arena/competition/course/scheduler.h"
#include "arena/competition/planning/change_log.h"
#include "arena/core/check.h"
#include "arena/core/secrets.h"
#include "arena/match/clock.h"
#include "referee/base/log.h"
#include "referee/competitions/hosted_competition.h"
#include "referee/lobby/match_request.h"
#include "referee/store/matches/match_row.h"

namespace arena::referee {
namespace {

// The row of a match as if it had been requested, with a new id. A competition
// that names no clock gets the default clock.
absl::StatusOr<MatchRow> RowFor(const competition::Scheduler& scheduler,
                                const competition::PlannedMatch& planned,
                                const ClockSettings& default_clock) {
  const v1::CompetitionSpec& spec = scheduler.spec();
  v1::CreateMatchRequest request;
  request.set_game(spec.game());
  *request.mutable_options() = spec.options();
  const v1::Clock* const clock = competition::ClockOf(spec, planned.set);
  if (clock != nullptr) *request.mutable_clock() = *clock;
  request.set_max_faults(spec.max_faults());
  request.set_isolation(spec.isolation());
  request.set_seed(planned.seed.data(), planned.seed.size());
  request.set_label(spec.name());
  for (v1::SeatSpec& seat :
       competition::PlayersBySeat(spec, scheduler.form(), planned.entrants)) {
    *request.add_seats() = std::move(seat);
  }
  ARENA_ASSIGN_OR_RETURN(MatchRow row,
                         RowForRequest(request, default_clock, RandomName()));
  row.place = CompetitionPlace{
      .competition = spec.name(),
      .set = planned.set,
      .match = planned.match,
      .attempt = planned.attempt,
      .entrants = {planned.entrants.begin(), planned.entrants.end()}};
  row.anonymous = spec.anonymous();
  return row;
}

// How often to look for entrants that hold up others.
constexpr absl::Duration kBetweenLooksForStalled = absl::Seconds(5);
// Matches of one transaction. A store has limited patience with a transaction,
// and other writes wait for it.
constexpr size_t kPlannedAtOnce = 100;
// Everybody who asks for the match sees this. It must not tell who plays,
// because the competition may be anonymous.
constexpr char kWithdrawnReason[] =
    "a player was unable to begin the match for too long or is disqualified, "
    "so the match is not played";

}  // namespace

absl::StatusOr<bool> HostedCompetition::Plan(const ClockSettings& default_clock,
                                             absl::Time now) {
  now_ = now;
  if (state() != v1::Competition::STATE_RUNNING) return false;
  if (std::exchange(pace_is_unknown_, false)) pace_.NoteUnknown(now);
  ARENA_RETURN_IF_ERROR(FillQueue(pace_.Room(now), default_clock));
  const size_t count = std::min<size_t>(queue_.size(), pace_.Room(now));
  if (count == 0) return false;
  const std::vector<MatchRow> rows(queue_.begin(), queue_.begin() + count);
  queue_.erase(queue_.begin(), queue_.begin() + count);
  pace_.Note(static_cast<uint32_t>(count), now);
  int inserted = 0;
  for (size_t i = 0; i < rows.size(); i += kPlannedAtOnce) {
    ARENA_ASSIGN_OR_RETURN(
        const int more,
        store_.matches().Plan(
            absl::MakeConstSpan(rows).subspan(i, kPlannedAtOnce)));
    inserted += more;
  }
  // If another referee has planned in the meantime, the matches of that referee
  // count.
  if (inserted != static_cast<int>(rows.size())) {
    ARENA_RETURN_IF_ERROR(ReadAnew());
  }
  return true;
}

absl::Status HostedCompetition::FillQueue(uint32_t count,
                                          const ClockSettings& default_clock) {
  // A ladder leaves out stalled entrants itself.
  competition::Hindrance hindrance;
  if (!has_bench()) hindrance = {readiness_.unable(), stalled_};
  const auto most = static_cast<int>(row_.spec.concurrent_sets());
  while (queue_.size() < count) {
    // If only some matches may begin, no set is chosen before its time.
    const int open_sets =
        pace_.limited() ? std::min(most, scheduler_.open_sets() + 1) : most;
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<competition::PlannedMatch> planned,
        scheduler_.Next(open_sets, hindrance));
    if (planned.empty()) return absl::OkStatus();
    std::vector<MatchRow> rows;
    for (const competition::PlannedMatch& match : planned) {
      ARENA_ASSIGN_OR_RETURN(rows.emplace_back(),
                             RowFor(scheduler_, match, default_clock));
    }
    // Anybody can see the order in which matches were created. The order must
    // not tell which matches share their deals, and ids are random.
    absl::c_sort(rows, [](const MatchRow& a, const MatchRow& b) {
      return a.match_id < b.match_id;
    });
    std::move(rows.begin(), rows.end(), std::back_inserter(queue_));
    if (!pace_.limited()) return absl::OkStatus();
  }
  return absl::OkStatus();
}

// ---- Entrants that hold up others ----

absl::Status HostedCompetition::FindStalled(absl::Time now) {
  now_ = now;
  if (!driven_ || state() != v1::Competition::STATE_RUNNING) {
    return absl::OkStatus();
  }
  if (now < next_look_for_stalled_) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(EndPauses());
  next_look_for_stalled_ = now + kBetweenLooksForStalled;
  ARENA_ASSIGN_OR_RETURN(const std::vector<OpenMatch> open,
                         store_.competitions().ReadOpenMatches(name()));
  stalls_.Look(open, now);
  stalled_.clear();
  unserved_.clear();
  for (const uint32_t i : stalls_.HoldersFor(kAbsencePatience, now)) {
    if (!readiness_.unable().contains(i)) continue;
    stalled_.insert(i);
    ARENA_ASSIGN_OR_RETURN(
        const bool unserved,
        readiness_.LacksRunnersOnly(
            store_, row_.spec.entrants(static_cast<int>(i))));
    if (unserved) unserved_.insert(i);
  }
  const std::set<uint32_t> long_held = stalls_.HoldersFor(kBusyPatience, now);
  // Runners come back, for example after an upgrade, and then the entrant's
  // matches begin.
  std::erase_if(stalled_, [&](uint32_t i) {
    return unserved_.contains(i) && !long_held.contains(i);
  });
  for (const uint32_t i : long_held) {
    if (stalled_.contains(i)) continue;
    ARENA_ASSIGN_OR_RETURN(
        const bool has_room,
        readiness_.HasRoom(store_, row_.spec.entrants(static_cast<int>(i))));
    if (!has_room) stalled_.insert(i);
  }
  return absl::OkStatus();
}

// An entrant that still has no room would only stall again.
absl::Status HostedCompetition::EndPauses() {
  const std::set<uint32_t> paused = paused_;
  for (const uint32_t i : paused) {
    if (stalls_.IsPaused(i, now_)) continue;
    ARENA_ASSIGN_OR_RETURN(
        const bool has_room,
        readiness_.HasRoom(store_, row_.spec.entrants(static_cast<int>(i))));
    if (has_room) paused_.erase(i);
  }
  return absl::OkStatus();
}

// Others get the places of stalled entrants now, but stalled entrants play on
// as soon as they can.
void HostedCompetition::SuspendStalled() {
  for (const uint32_t i : stalled_) {
    const bool unserved = unserved_.contains(i);
    if (!unserved) {
      stalls_.Pause(i, now_);
      paused_.insert(i);
    }
    scheduler_.bench()->Suspend(i, true);
    Log(unserved ? "entrant waits for runners" : "entrant stalled",
        {{"competition", name()},
         {"entrant", row_.spec.entrants(static_cast<int>(i)).name()}});
  }
}

absl::StatusOr<std::vector<std::string>> HostedCompetition::WithdrawHindering(
    const ClockSettings& default_clock) {
  std::vector<std::string> withdrawn;
  if (state() != v1::Competition::STATE_RUNNING) return withdrawn;
  std::set<uint32_t> hindering = competition::DisqualifiedIn(row_.spec);
  if (has_bench()) {
    SuspendStalled();
    hindering.merge(std::exchange(stalled_, {}));
  }
  // When the last attempt has ended without a result, the set is void.
  while (!hindering.empty()) {
    ARENA_ASSIGN_OR_RETURN(const std::vector<OpenMatch> open,
                           store_.competitions().ReadOpenMatches(name()));
    stalls_.Look(open, now_);
    const std::vector<std::string> matches = stalls_.WaitingOf(hindering);
    if (matches.empty()) break;
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<std::string> more,
        store_.matches().Withdraw(matches, kWithdrawnReason));
    if (more.empty()) break;
    withdrawn.insert(withdrawn.end(), more.begin(), more.end());
    ARENA_RETURN_IF_ERROR(Look());
    ARENA_RETURN_IF_ERROR(Plan(default_clock, now_).status());
  }
  return withdrawn;
}

}  // namespace arena::referee
