// Changes of a competition that has begun.
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "arena/competition/planning/change_text.h"
#include "arena/core/check.h"
#include "arena/core/rng.h"
#include "arena/core/secrets.h"
#include "referee/access/replies.h"
#include "referee/base/log.h"
#include "referee/competitions/benching.h"
#include "referee/competitions/entrants.h"
#include "referee/competitions/hosted_competition.h"

namespace arena::referee {

absl::Status HostedCompetition::Amend(
    const v1::ChangeCompetitionRequest& request) {
  if (request.changes().empty()) {
    return absl::InvalidArgumentError(
        "changes is empty; expected at least one change");
  }
  ARENA_RETURN_IF_ERROR(UntilStored([&] { return TryAmend(request); }));
  return FollowBots();
}

absl::StatusOr<bool> HostedCompetition::TryAmend(
    const v1::ChangeCompetitionRequest& request) {
  ARENA_RETURN_IF_ERROR(Look());
  CompetitionRow row = row_;
  row.spec = SpecInEffect(row_);
  competition::Moment moment = {
      .next_set = scheduler_.next_set(),
      .first_untouched_set = scheduler_.first_untouched_set(),
      .complete = scheduler_.complete(),
      .results = static_cast<uint32_t>(last_result_)};
  for (const v1::CompetitionChange& change : request.changes()) {
    ARENA_RETURN_IF_ERROR(AmendRow(change, moment, row));
    // The changes after this one see a competition with pairings to come.
    if (change.number().key() == "rounds") moment.complete = false;
  }
  if (row.spec.changes_size() == row_.spec.changes_size()) return true;
  ARENA_ASSIGN_OR_RETURN(const bool stored, Change(std::move(row), {}));
  if (stored) ARENA_RETURN_IF_ERROR(ReadAnew());
  return stored;
}

absl::Status HostedCompetition::AmendRow(v1::CompetitionChange change,
                                         const competition::Moment& moment,
                                         CompetitionRow& row) {
  const bool ended =
      row_.stopped ||
      (state() == v1::Competition::STATE_STOPPED && !interrupted());
  if (ended && !change.has_disqualified() && !change.has_struck()) {
    return absl::FailedPreconditionError(
        absl::StrCat("competition ", name(),
                     " was stopped, and does not go on; entrants can still be "
                     "disqualified, and their sets struck"));
  }
  if (change.has_entered()) {
    google::protobuf::RepeatedPtrField<v1::Entrant> entrants;
    *entrants.Add() = change.entered();
    ARENA_RETURN_IF_ERROR(FillAuthors(store_.bots(), entrants));
    *change.mutable_entered() = entrants[0];
    ARENA_RETURN_IF_ERROR(CheckVersionsOf(store_.versions(), entrants[0]));
    ARENA_RETURN_IF_ERROR(CheckMayPlay(store_.bots(), entrants[0]));
  }
  if (change.has_replaced()) {
    ARENA_RETURN_IF_ERROR(
        CheckVersionsOf(store_.versions(), change.replaced().after()));
  }
  const int before = row.spec.changes_size();
  ARENA_ASSIGN_OR_RETURN(
      row.spec, competition::Amended(std::move(row.spec), change, moment));
  if (row.spec.changes_size() == before) return absl::OkStatus();
  v1::CompetitionChange& entry = *row.spec.mutable_changes(before);
  *entry.mutable_time() = ToTimestamp(absl::Now());
  if (over() && competition::AddsSets(entry)) {
    // Everybody could see the old seed, and so compute the deals of further
    // sets.
    const Seed seed = SystemSeed();
    entry.set_seed(seed.data(), seed.size());
    entry.set_seed_commitment(Sha256(entry.seed()));
    row.state = v1::Competition::STATE_RUNNING;
  }
  Log("competition changed",
      {{"competition", name()}, {"change", competition::ChangeText(entry)}});
  return absl::OkStatus();
}

}  // namespace arena::referee
