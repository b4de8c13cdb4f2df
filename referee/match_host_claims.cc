// What a match host shares with other referees on the same store: planned
// matches that anybody may play, and matches of referees that are gone.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/log.h"
#include "referee/match_host.h"

namespace arena::referee {
namespace {

// How many planned matches to take at once where no bot limits them.
constexpr int kMostClaims = 256;

}  // namespace

void MatchHost::ClaimMatches() {
  if (claiming_.exchange(true)) return;
  lobby_->Post([this] {
    claiming_ = false;
    if (const absl::Status status = DoClaimMatches(); !status.ok()) {
      OnFailure(status);
    }
  });
}

absl::Status MatchHost::DoClaimMatches() {
  if (draining_ || failed_) return absl::OkStatus();
  const int free = options_.max_matches - static_cast<int>(matches_.size());
  if (free <= 0) return absl::OkStatus();
  // Bots that could begin a match now; a match that waits for another one is
  // better left to a referee where that one is.
  std::vector<std::string> bots;
  for (const auto& [name, session] : sessions_by_name_) {
    if (session->attached() && !session->leaving() &&
        session->matches() < session->profile().max_matches) {
      bots.push_back(name);
    }
  }
  ARENA_ASSIGN_OR_RETURN(
      const std::vector<MatchRow> rows,
      store_.ClaimMatches(bots, std::min(free, kMostClaims)));
  for (const MatchRow& row : rows) ARENA_RETURN_IF_ERROR(RestoreMatch(row));
  BeginRestored(rows);
  // There may be more.
  if (static_cast<int>(rows.size()) == kMostClaims) ClaimMatches();
  return absl::OkStatus();
}

absl::Status MatchHost::TakeOverMatches() {
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> rows, store_.TakeOver());
  for (const MatchRow& row : rows) {
    Log("match taken over", {{"match", row.match_id}});
    ARENA_RETURN_IF_ERROR(RestoreMatch(row));
  }
  BeginRestored(rows);
  return absl::OkStatus();
}

void MatchHost::KeepLease(absl::Time now) {
  if (failed_ || now < lease_due_) return;
  // Twice it may come late before another referee takes over.
  lease_due_ = now + options_.lease / 3;
  absl::Status status = store_.RenewLease(options_.lease);
  if (status.ok() && !draining_) status = TakeOverMatches();
  if (!status.ok()) return OnFailure(status);
  ClaimMatches();
}

}  // namespace arena::referee
