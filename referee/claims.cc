#include "referee/claims.h"

#include <algorithm>
#include <memory>
#include <set>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// Planned matches to take at once where no bot limits them.
constexpr int kMostClaims = 256;

}  // namespace

void Claims::Look() {
  if (posted_.exchange(true)) return;
  lobby_.Post([this] {
    posted_ = false;
    Ask();
  });
}

Claims::Room Claims::FindRoom() const {
  Room room;
  // A match that waits for another bot is better left to a referee where that
  // one is.
  const std::set<std::string> promised = waiting_.BotsOfLeftMatches();
  for (const auto& session : directory_.Live()) {
    const std::string& name = session->name();
    if (!session->attached() || promised.contains(name)) continue;
    room.connected.push_back(name);
    if (directory_.WithRoom(name, "") == nullptr) continue;
    room.bots.push_back(name);
    room.matches = std::max(
        room.matches, session->profile().max_matches - session->matches());
  }
  if (room.bots.empty()) room.matches = kMostClaims;
  room.matches =
      std::clamp(quota_.free(), 0, std::min(room.matches, kMostClaims));
  return room;
}

void Claims::Ask() {
  if (asking_) again_ = true;
  if (asking_ || !lobby_.open()) return;
  const Room room = FindRoom();
  if (room.matches == 0) return;
  asking_ = true;
  lobby_.Write(
      [&lobby = lobby_, room, orphans = orphans_](
          Store& store) -> absl::StatusOr<std::vector<LeftMatch>> {
        if (orphans || store.shared()) {
          ARENA_ASSIGN_OR_RETURN(
              std::vector<MatchRow> left,
              TakeOver(store, room, lobby.options().limits.resume_grace));
          if (!left.empty()) return LoadLeft(lobby.journal(), std::move(left));
        }
        ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> planned,
                               store.matches().Claim(room.bots, room.matches));
        return LoadLeft(lobby.journal(), std::move(planned));
      },
      [this,
       most = room.matches](absl::StatusOr<std::vector<LeftMatch>> found) {
        asking_ = false;
        OnFound(most, std::move(found));
      });
}

// One at a time, for it goes on at once and fills the room of its bots: of
// those that can, or else of those that will when other matches are over.
absl::StatusOr<std::vector<MatchRow>> Claims::TakeOver(
    Store& store, const Room& room, absl::Duration patience) {
  ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> rows,
                         store.matches().TakeOver(room.bots, patience, 1));
  if (!rows.empty() || room.connected.size() == room.bots.size()) return rows;
  return store.matches().TakeOver(room.connected, patience, 1);
}

void Claims::OnFound(int most, absl::StatusOr<std::vector<LeftMatch>> found) {
  if (!found.ok()) return lobby_.Fail(found.status());
  const bool again = std::exchange(again_, false);
  const bool planned_only = absl::c_all_of(*found, [](const LeftMatch& left) {
    return left.row.state == v1::Match::STATE_PENDING &&
           left.row.place.has_value();
  });
  // Until a look finds none.
  orphans_ = !planned_only;
  // There may be more.
  const bool more = orphans_ || static_cast<int>(found->size()) == most;
  for (LeftMatch& left : *found) take_(std::move(left));
  if (again || more) Look();
}

void Claims::KeepLease(absl::Time now) {
  if (lobby_.failed() || renewing_ || now < due_) return;
  // Twice it may come late before another referee takes over.
  due_ = now + lobby_.options().lease / 3;
  renewing_ = true;
  lobby_.store().RenewLease(
      &lobby_.strand(),
      [lease = lobby_.options().lease](Store& store) {
        return store.referees().RenewLease(lease);
      },
      [this](const absl::Status& status) {
        renewing_ = false;
        if (!status.ok()) return lobby_.Fail(status);
        orphans_ = true;
        Look();
      });
}

}  // namespace arena::referee
