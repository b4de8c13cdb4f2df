// What a match host shares with other referees on the same store: planned
// matches that anybody may play, and matches of referees that are gone.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/log.h"
#include "referee/match_host.h"
#include "referee/match_request.h"

namespace arena::referee {
namespace {

// Planned matches to take at once where no bot limits them.
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

Room MatchHost::FindRoom() const {
  Room room;
  // A match that waits for another bot is better left to a referee where that
  // one is.
  for (const auto& [name, session] : sessions_by_name_) {
    const int left =
        static_cast<int>(session->profile().max_matches) - session->matches();
    if (!session->attached() || session->leaving() || left <= 0 ||
        HasEarlierMatches(name)) {
      continue;
    }
    room.bots.push_back(name);
    room.matches = std::max(room.matches, left);
  }
  if (room.bots.empty()) room.matches = kMostClaims;
  const int free = options_.max_matches - static_cast<int>(matches_.size());
  room.matches = std::clamp(free, 0, std::min(room.matches, kMostClaims));
  return room;
}

absl::Status MatchHost::DoClaimMatches() {
  if (draining_ || failed_) return absl::OkStatus();
  const Room room = FindRoom();
  if (room.matches == 0) return absl::OkStatus();
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchRow> rows,
                         store_.matches().Claim(room.bots, room.matches));
  for (const MatchRow& row : rows) ARENA_RETURN_IF_ERROR(RestoreMatch(row));
  BeginRestored(rows);
  // There may be more.
  if (static_cast<int>(rows.size()) == room.matches) ClaimMatches();
  return absl::OkStatus();
}

absl::Status MatchHost::TakeOverMatches() {
  while (true) {
    const Room room = FindRoom();
    if (draining_ || room.matches == 0) return absl::OkStatus();
    // One at a time, for it goes on at once and fills the room of its bots.
    ARENA_ASSIGN_OR_RETURN(
        const std::vector<MatchRow> rows,
        store_.matches().TakeOver(room.bots, options_.limits.resume_grace, 1));
    if (rows.empty()) return absl::OkStatus();
    Log("match taken over", {{"match", rows.front().match_id}});
    ARENA_RETURN_IF_ERROR(RestoreMatch(rows.front()));
    BeginRestored(rows);
  }
}

absl::Status MatchHost::NoteAbsence(const std::string& bot) {
  const auto named = sessions_by_name_.find(bot);
  if (named != sessions_by_name_.end() && named->second->attached()) {
    return absl::OkStatus();
  }
  ARENA_RETURN_IF_ERROR(store_.referees().SetPresent(bot, false));
  const auto waiting = waiting_.find(bot);
  if (waiting == waiting_.end()) return absl::OkStatus();
  std::vector<std::string> released;
  for (const auto& [number, match_id] : waiting->second) {
    if (matches_.at(match_id)->row.place.has_value()) {
      released.push_back(match_id);
    }
  }
  return Release(released);
}

absl::Status MatchHost::Release(const std::vector<std::string>& match_ids) {
  if (match_ids.empty()) return absl::OkStatus();
  ARENA_RETURN_IF_ERROR(store_.matches().GiveBack(match_ids));
  for (const std::string& match_id : match_ids) {
    const MatchRow row = matches_.at(match_id)->row;
    LetGo(match_id, NotHere(row));
    on_result_(row.place->competition);
  }
  return absl::OkStatus();
}

void MatchHost::ReleaseWaitingOf(const std::string& competition) {
  lobby_->Post([this, competition] {
    std::vector<std::string> released;
    for (const auto& [match_id, entry] : matches_) {
      if (entry->runner == nullptr && entry->row.place.has_value() &&
          entry->row.place->competition == competition) {
        released.push_back(match_id);
      }
    }
    if (const absl::Status status = Release(released); !status.ok()) {
      OnFailure(status);
    }
  });
}

void MatchHost::KeepLease(absl::Time now) {
  if (failed_ || now < lease_due_) return;
  // Twice it may come late before another referee takes over.
  lease_due_ = now + options_.lease / 3;
  absl::Status status = store_.referees().RenewLease(options_.lease);
  if (status.ok()) status = TakeOverMatches();
  if (!status.ok()) return OnFailure(status);
  ClaimMatches();
}

}  // namespace arena::referee
