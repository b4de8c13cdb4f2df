#include "referee/matches/claims.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/core/check.h"
#include "referee/lobby/match_request.h"

namespace arena::referee {
namespace {

// A session token that is not used for this long is forgotten.
constexpr absl::Duration kKeepSessions = absl::Hours(24 * 90);
// Most planned matches to claim at once where no bot limits their number.
constexpr int kMostClaims = 256;
// The lease is renewed after every third of it, or at most this much later.
constexpr absl::Duration kLate = absl::Seconds(2);

absl::StatusOr<std::optional<Match>> Load(Journal& journal,
                                          const MatchRow& row) {
  if (!row.damage.empty()) return absl::DataLossError(row.damage);
  ARENA_ASSIGN_OR_RETURN(const MatchSettings settings, SettingsFor(row));
  if (row.state == v1::Match::STATE_PENDING) {
    // Only the game knows whether seats and options go together.
    ARENA_RETURN_IF_ERROR(Table::Create(settings.table).status());
    return std::nullopt;
  }
  ARENA_ASSIGN_OR_RETURN(const std::vector<MatchEntry> entries,
                         journal.Read(row.match_id));
  ARENA_ASSIGN_OR_RETURN(Match match, Match::Create(settings, entries));
  return std::optional<Match>(std::move(match));
}

}  // namespace

void Claims::Restore(std::function<void(const absl::Status&)> done) {
  using Found = absl::StatusOr<std::vector<UnfinishedMatch>>;
  lobby_.Write(
      [&journal = lobby_.journal()](Store& store) -> Found {
        ARENA_RETURN_IF_ERROR(store.sessions()
                                  .DeleteBefore(absl::Now() - kKeepSessions)
                                  .status());
        ARENA_ASSIGN_OR_RETURN(std::vector<MatchRow> rows,
                               store.matches().ListUnfinished());
        return LoadUnfinished(journal, std::move(rows));
      },
      [this, done = std::move(done)](Found found) {
        if (!found.ok()) return done(found.status());
        for (UnfinishedMatch& left : *found) take_(std::move(left));
        done(absl::OkStatus());
      });
}

void Claims::Look() {
  if (posted_.exchange(true)) return;
  lobby_.Post([this] {
    posted_ = false;
    Ask();
  });
}

Claims::Room Claims::FindRoom() const {
  Room room;
  // A bot whose left match waits here needs its room for that match. Other
  // matches are better left to a referee where their bots have room.
  const std::set<std::string> promised = waiting_.BotsOfLeftMatches();
  bool anybody = false;
  for (const auto& session : directory_.Live()) {
    const std::string& name = session->name();
    if (!session->attached() || promised.contains(name)) continue;
    int& free = room.bots[name];
    if (!directory_.HasRoom(*session, nullptr)) continue;
    anybody = true;
    free += session->room();
    room.matches = std::max(room.matches, free);
  }
  // For matches of submitted bots there are as many processes as there is room.
  const int processes = runners_.room();
  // There are many submitted bots, so they are named only if necessary.
  room.places = processes > 0 && promised.empty();
  if (processes > 0) {
    anybody = true;
    room.matches = std::max(room.matches, processes);
  }
  if (processes > 0 && (!room.places || orphans_)) {
    for (const PlayableVersion* version : runners_.processes().AllServed()) {
      if (promised.contains(version->bot)) continue;
      room.bots[version->bot] += processes;
    }
  }
  if (!anybody) room.matches = kMostClaims;
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
          Store& store) -> absl::StatusOr<std::vector<UnfinishedMatch>> {
        if (orphans) {
          ARENA_ASSIGN_OR_RETURN(
              std::vector<MatchRow> left,
              store.matches().TakeOver(room.bots,
                                       lobby.options().limits.resume_grace,
                                       room.matches));
          if (!left.empty())
            return LoadUnfinished(lobby.journal(), std::move(left));
        }
        std::vector<std::string> bots;
        for (const auto& [bot, free] : room.bots) {
          if (free > 0) bots.push_back(bot);
        }
        ARENA_ASSIGN_OR_RETURN(
            std::vector<MatchRow> planned,
            store.matches().Claim(bots, room.matches,
                                  room.places ? Matches::Among::kBotsAndPlaces
                                              : Matches::Among::kBots));
        return LoadUnfinished(lobby.journal(), std::move(planned));
      },
      [this, most = room.matches](
          absl::StatusOr<std::vector<UnfinishedMatch>> found) {
        asking_ = false;
        OnFound(most, std::move(found));
      });
}

void Claims::OnFound(int most,
                     absl::StatusOr<std::vector<UnfinishedMatch>> found) {
  if (!found.ok()) return lobby_.Fail(found.status());
  const bool again = std::exchange(again_, false);
  const bool planned_only =
      absl::c_all_of(*found, [](const UnfinishedMatch& left) {
        return left.row.state == v1::Match::STATE_PENDING &&
               left.row.place.has_value();
      });
  // There may be more.
  const bool more = !planned_only || static_cast<int>(found->size()) == most;
  for (UnfinishedMatch& left : *found) take_(std::move(left));
  if (again || more) Look();
}

void Claims::KeepLease(absl::Time now) {
  NoteSilence();
  if (lobby_.failed() || renewing_ || now < due_) return;
  // Two renewals may fail before another referee takes over.
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
        LookForOrphans();
      });
}

// The first call after a third of the lease renews it. If the store does not
// answer for another third, the next call notices the silence, before the lease
// has run out.
void Claims::NoteSilence() {
  const absl::Duration silence = lobby_.store().Silence();
  const bool silent = silence >= lobby_.options().lease / 3;
  if (std::exchange(silent_, silent) == silent) return;
  Log(silent ? "store silent" : "store answers",
      {{"since", absl::FormatDuration(silence)}});
  lobby_.events().OnSilence(silent);
  if (!silent) return;
  v1::PlayResponse message;
  message.mutable_error()->set_reason(v1::ERROR_REASON_STORE_SILENT);
  message.mutable_error()->set_message(
      "the referee's store does not answer; matches go on as far as they can");
  directory_.TellAll(message);
}

// Claims look for orphans first, in a separate transaction. They do so only if
// there are orphans, or if some may appear before the next question.
void Claims::LookForOrphans() {
  const absl::Duration time = lobby_.options().lease / 3 + kLate;
  lobby_.Read([time](Store& store) { return store.matches().AnyLeft(time); },
              [this](const absl::StatusOr<bool>& orphans) {
                // Without an answer there may be orphans.
                orphans_ = orphans.value_or(true);
                Look();
              });
}

absl::StatusOr<std::vector<UnfinishedMatch>> LoadUnfinished(
    Journal& journal, std::vector<MatchRow> rows) {
  std::vector<UnfinishedMatch> left;
  for (MatchRow& row : rows) {
    auto match = Load(journal, row);
    if (!match.ok() && !IsOfOneRow(match.status())) return match.status();
    left.push_back({std::move(row), std::move(match)});
  }
  return left;
}

}  // namespace arena::referee
