// What callers ask of a match host: creating, showing, cancelling, watching.
#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/log.h"
#include "referee/match_host.h"
#include "referee/match_request.h"
#include "referee/ownership.h"
#include "referee/retry.h"
#include "referee/secrets.h"

namespace arena::referee {

void MatchHost::CreateMatch(v1::CreateMatchRequest request,
                            const Caller& caller, Answer<v1::Match> answer) {
  lobby_->Post(
      [this, request = std::move(request), caller, answer = std::move(answer)] {
        answer(DoCreate(request, caller));
      });
}

absl::Status MatchHost::CheckRoom(const Caller& caller) const {
  constexpr absl::Duration kLookAgain = absl::Seconds(10);
  if (static_cast<int>(matches_.size()) >= options_.max_matches) {
    return ExhaustedError(
        absl::StrCat("the referee holds ", matches_.size(),
                     " unfinished matches, its limit; try again when some are "
                     "over"),
        kLookAgain);
  }
  const auto created = created_.find(caller.Account());
  const int limit = options_.quotas.max_matches;
  if (!caller.limited() || limit == 0 || created == created_.end() ||
      created->second < limit) {
    return absl::OkStatus();
  }
  return ExhaustedError(
      absl::StrCat(caller.Account(), " has created ", created->second,
                   " matches that are not over, its limit; try again when some "
                   "are"),
      kLookAgain);
}

absl::StatusOr<v1::Match> MatchHost::DoCreate(
    const v1::CreateMatchRequest& request, const Caller& caller) {
  if (draining_) {
    return absl::UnavailableError(
        "the referee is about to stop and takes no new matches");
  }
  ARENA_RETURN_IF_ERROR(CheckRoom(caller));
  ARENA_ASSIGN_OR_RETURN(
      MatchRow row,
      RowForRequest(request, options_.default_clock, RandomName()));
  ARENA_RETURN_IF_ERROR(CheckOwnsSeats(store_.bots(), caller, row.seats));
  row.request_id = RequestKey(caller, request.request_id());
  ARENA_ASSIGN_OR_RETURN(const InsertedMatch inserted,
                         store_.matches().Insert(row));
  if (!inserted.inserted) {
    ARENA_RETURN_IF_ERROR(CheckRepetition(request, row, inserted.row));
    return MatchMessage(inserted.row);
  }
  Log("match created", {{"match", inserted.row.match_id},
                        {"game", inserted.row.game},
                        {"label", inserted.row.label}});
  auto entry = std::make_unique<Entry>();
  entry->row = inserted.row;
  entry->sessions.resize(entry->row.seats.size());
  if (caller.limited()) {
    entry->account = caller.Account();
    ++created_[entry->account];
  }
  const std::string match_id = entry->row.match_id;
  AddPending(std::move(entry));
  TryStart(*matches_.at(match_id));
  const auto kept = matches_.find(match_id);
  return MatchMessage(kept == matches_.end() ? inserted.row
                                             : kept->second->row);
}

void MatchHost::GetMatch(const std::string& match_id,
                         Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, answer = std::move(answer)] {
    absl::StatusOr<MatchRow> row = store_.matches().Get(match_id);
    if (!row.ok()) return answer(row.status());
    v1::Match message = MatchMessage(*row);
    const auto it = matches_.find(match_id);
    if (it == matches_.end() || it->second->runner == nullptr) {
      return answer(std::move(message));
    }
    it->second->runner->Inspect([message, answer](const Match& match) {
      v1::Match counted = message;
      counted.set_plies(match.over() ? match.table().plies()
                                     : match.table().public_plies());
      answer(std::move(counted));
    });
  });
}

void MatchHost::ListMatches(const v1::ListMatchesRequest& request,
                            Answer<v1::ListMatchesResponse> answer) {
  lobby_->Post([this, request, answer = std::move(answer)] {
    answer(ListPage(store_, request));
  });
}

void MatchHost::CancelMatch(const std::string& match_id, const Caller& caller,
                            Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, caller, answer = std::move(answer)] {
    DoCancel(match_id, caller, answer);
  });
}

void MatchHost::DoCancel(const std::string& match_id, const Caller& caller,
                         Answer<v1::Match> answer) {
  const auto it = matches_.find(match_id);
  if (it == matches_.end()) {
    const absl::StatusOr<v1::Match> ended = Ended(match_id);
    if (!ended.ok()) return answer(ended.status());
    return answer(absl::FailedPreconditionError(absl::StrCat(
        "match ", match_id,
        ended->state() == v1::Match::STATE_FINISHED
            ? " is over already"
            : " is nobody's yet, or another referee's on this store; ask that "
              "one, or stop the competition")));
  }
  Entry& entry = *it->second;
  const absl::Status allowed =
      CheckOwnsSeats(store_.bots(), caller, entry.row.seats);
  if (!allowed.ok()) return answer(allowed);
  if (entry.row.place.has_value() && caller.role != v1::ROLE_ADMIN) {
    // It is played again, so whoever is about to lose would.
    return answer(absl::PermissionDeniedError(absl::StrCat(
        "match ", match_id, " belongs to the competition ",
        entry.row.place->competition, "; only an admin may cancel it")));
  }
  if (entry.runner == nullptr) return answer(CancelPending(entry));
  entry.cancelling.push_back(std::move(answer));
  entry.runner->End(EntryKind::kCancel);
}

absl::StatusOr<v1::Match> MatchHost::Ended(const std::string& match_id) {
  ARENA_ASSIGN_OR_RETURN(const MatchRow row, store_.matches().Get(match_id));
  return MatchMessage(row);
}

absl::StatusOr<v1::Match> MatchHost::CancelPending(Entry& entry) {
  const std::string match_id = entry.row.match_id;
  FinishedMatch finished;
  finished.match_id = match_id;
  finished.result.set_termination(v1::TERMINATION_CANCELLED);
  finished.result.set_reason("cancelled");
  ARENA_RETURN_IF_ERROR(store_.matches().Finish(finished));
  for (const auto& spectator : entry.spectators) {
    spectator->OnEnd(finished.result, {});
  }
  StopWaiting(entry.row);
  if (entry.row.place.has_value()) on_result_(entry.row.place->competition);
  Take(matches_.find(match_id));
  return Ended(match_id);
}

void MatchHost::WatchMatch(const std::string& match_id,
                           std::shared_ptr<Spectator> spectator,
                           Answer<v1::Match> answer) {
  lobby_->Post([this, match_id, spectator = std::move(spectator),
                answer = std::move(answer)] {
    const absl::StatusOr<MatchRow> row = store_.matches().Get(match_id);
    if (!row.ok()) return answer(row.status());
    const auto it = matches_.find(match_id);
    if (it == matches_.end() && !row->result.has_value()) {
      return answer(NotHere(*row));
    }
    answer(MatchMessage(*row));
    if (it == matches_.end()) {
      spectator->OnEnd(*row->result, {row->record_id, row->record_sha256});
    } else if (it->second->runner == nullptr) {
      it->second->spectators.push_back(spectator);
    } else {
      it->second->runner->Watch(spectator);
    }
  });
}

}  // namespace arena::referee
