#include "referee/matches/running_matches.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "arena/core/check.h"
#include "referee/base/log.h"
#include "referee/lobby/journal_storage.h"

namespace arena::referee {

// ---- Beginning ----

void RunningMatches::Begin(std::unique_ptr<HostedMatch> hosted, Match match,
                           std::optional<absl::Duration> patience,
                           std::function<void()> then) {
  HostedMatch& added = *hosted;
  const std::string match_id = added.row.match_id;
  added.runner = MatchRunner::Create(
      std::move(match), lobby_.match_executor(),
      std::make_unique<JournalStorage>(lobby_, added.row,
                                       [this, match_id] { OnOver(match_id); }));
  matches_[match_id] = std::move(hosted);
  lobby_.metrics().matches_running().Increment();
  // The match is not under way yet, but its bots have less room.
  HoldSeats(added, nullptr);
  std::vector<std::string> hashes;
  for (const std::shared_ptr<Session>& session : added.sessions) {
    hashes.push_back(session == nullptr ? "" : session->token_sha256());
  }
  const Beginning beginning{patience, std::move(then)};
  if (added.row.state == v1::Match::STATE_RUNNING &&
      hashes == added.row.sessions) {
    return OnStored(match_id, beginning, absl::OkStatus());
  }
  added.row.sessions = hashes;
  lobby_.Write(
      [match_id, hashes, players = added.row.player_infos](Store& store) {
        return store.matches().Start(match_id, hashes, players);
      },
      [this, match_id, beginning](const absl::StatusOr<absl::Time>& started) {
        if (started.ok()) matches_.at(match_id)->row.started = *started;
        OnStored(match_id, beginning, started.status());
      });
}

void RunningMatches::HoldSeats(const HostedMatch& hosted,
                               const std::shared_ptr<MatchRunner>& runner) {
  for (size_t seat = 0; seat < hosted.sessions.size(); ++seat) {
    if (hosted.sessions[seat] == nullptr) continue;
    hosted.sessions[seat]->deals().Note(hosted.row.seed);
    hosted.sessions[seat]->AddSeat(
        {hosted.row.match_id, static_cast<Seat>(seat), runner});
  }
}

void RunningMatches::OnStored(const std::string& match_id,
                              const Beginning& beginning,
                              const absl::Status& status) {
  if (status.ok()) {
    Start(*matches_.at(match_id), beginning.patience);
    return beginning.then();
  }
  LogError("match not started", {{"match", match_id}}, status);
  std::unique_ptr<HostedMatch> hosted = Remove(match_id);
  // A refusal: this referee's lease had run out, and another referee has the
  // match.
  if (!IsRefusal(status)) lobby_.Fail(status);
  for (const auto& done : hosted->cancelling) done(status);
  listener_.OnMatchLost(std::move(hosted), status);
  beginning.then();
}

void RunningMatches::Start(HostedMatch& hosted,
                           std::optional<absl::Duration> patience) {
  const std::string& match_id = hosted.row.match_id;
  hosted.row.state = v1::Match::STATE_RUNNING;
  hosted.begun = true;
  Log(patience.has_value() ? "match resumed" : "match started",
      {{"match", match_id}, {"game", hosted.row.game}});
  HoldSeats(hosted, hosted.runner);
  hosted.runner->Begin(patience);
  // Added before the players, because the players may begin at once.
  for (auto& spectator : hosted.spectators) {
    hosted.runner->Watch(std::move(spectator));
  }
  hosted.spectators.clear();
  SeatPlayers(hosted);
  if (!hosted.cancelling.empty()) hosted.runner->End(EntryKind::kCancel);
}

void RunningMatches::SeatPlayers(HostedMatch& hosted) {
  const TableConfig& table = hosted.runner->settings().table;
  const CompetitionPlace place = hosted.row.place.value_or(CompetitionPlace());
  for (Seat seat = 0; seat < table.seats; ++seat) {
    const v1::SeatSpec& spec = hosted.row.seats[seat];
    if (spec.has_bot()) {
      // Sessions of an earlier run come back later.
      const std::shared_ptr<Session> session = hosted.sessions[seat];
      if (session != nullptr && session->attached()) {
        AttachSeat(hosted, seat, session);
      }
      continue;
    }
    auto player =
        MakeBuiltIn(spec.built_in(), *table.game, table.seats, table.options,
                    BuiltInSeed(table.seed, seat, place.match, place.attempt));
    ARENA_CHECK(player.ok(), player.status().message());
    const bool slow = (*player)->is_slow();
    hosted.runner->AttachBuiltIn(seat, *std::move(player),
                                 slow ? ThinkersOf(hosted) : nullptr);
  }
}

std::shared_ptr<Strand> RunningMatches::ThinkersOf(const HostedMatch& hosted) {
  std::erase_if(thinkers_,
                [](const auto& entry) { return entry.second.expired(); });
  const bool alone = !hosted.row.place.has_value();
  std::weak_ptr<Strand>& known =
      thinkers_[{alone ? "" : hosted.row.place->competition,
                 alone ? hosted.place.account() : ""}];
  std::shared_ptr<Strand> strand = known.lock();
  if (strand == nullptr) {
    strand = lobby_.thinkers().NewStrand();
    known = strand;
  }
  return strand;
}

void RunningMatches::AttachSeat(HostedMatch& hosted, Seat seat,
                                const std::shared_ptr<Session>& session) {
  hosted.sessions[seat] = session;
  session->AddSeat({hosted.row.match_id, seat, hosted.runner});
  hosted.runner->Attach(seat, std::make_shared<SessionPlayer>(session),
                        session->profile().traits);
}

void RunningMatches::Attach(const std::shared_ptr<Session>& session) {
  for (const SeatOf& seat : session->seats()) {
    HostedMatch* const hosted = Find(seat.match_id);
    if (hosted != nullptr) AttachSeat(*hosted, seat.seat, session);
  }
}

// ---- Under way ----

HostedMatch* RunningMatches::Find(const std::string& match_id) const {
  const auto it = matches_.find(match_id);
  return it == matches_.end() ? nullptr : it->second.get();
}

void RunningMatches::Cancel(HostedMatch& hosted,
                            std::function<void(const absl::Status&)> done) {
  hosted.cancelling.push_back(std::move(done));
  // A match that is about to begin is ended as soon as it has begun.
  if (hosted.begun) hosted.runner->End(EntryKind::kCancel);
}

void RunningMatches::CancelAllOf(const std::string& competition) {
  std::vector<HostedMatch*> of_it;
  for (const auto& [id, hosted] : matches_) {
    const auto& place = hosted->row.place;
    if (place.has_value() && place->competition == competition &&
        hosted->cancelling.empty()) {
      of_it.push_back(hosted.get());
    }
  }
  for (HostedMatch* const hosted : of_it) Cancel(*hosted, [](const auto&) {});
}

void RunningMatches::Slept(absl::Duration duration) {
  for (const auto& [id, hosted] : matches_) hosted->runner->Slept(duration);
}

// ---- Ending ----

std::unique_ptr<HostedMatch> RunningMatches::Remove(
    const std::string& match_id) {
  const auto it = matches_.find(match_id);
  std::unique_ptr<HostedMatch> hosted = std::move(it->second);
  matches_.erase(it);
  lobby_.metrics().matches_running().Decrement();
  for (const std::shared_ptr<Session>& session : hosted->sessions) {
    if (session != nullptr) session->RemoveMatch(match_id);
  }
  return hosted;
}

void RunningMatches::OnOver(const std::string& match_id) {
  if (Find(match_id) == nullptr) return;
  std::unique_ptr<HostedMatch> hosted = Remove(match_id);
  for (const std::shared_ptr<Session>& session : hosted->sessions) {
    if (session == nullptr || !session->leaving()) continue;
    if (session->matches() == 0) session->Dismiss();
  }
  for (const auto& done : hosted->cancelling) done(absl::OkStatus());
  listener_.OnMatchOver(std::move(hosted));
  if (matches_.empty() && on_idle_) std::exchange(on_idle_, nullptr)();
}

void RunningMatches::WhenNoneRuns(std::function<void()> idle) {
  if (matches_.empty()) return idle();
  on_idle_ = std::move(idle);
}

}  // namespace arena::referee
