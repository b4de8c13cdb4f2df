#include "referee/competitions/readiness.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "arena/competition/planning/spec.h"
#include "arena/core/check.h"
#include "arena/v1/play_service.pb.h"
#include "referee/competitions/benching.h"
#include "referee/lobby/seating.h"

namespace arena::referee {
namespace {

MatchKind KindOfGame(const competition::GameForm& form) {
  return {.game = std::string(form.game->info->name),
          .seats = form.seats,
          .options = form.game->options_in_effect(form.seats, form.options)};
}

// Whether a session plays such matches. An empty text plays all.
bool Admits(const std::string& plays, const MatchKind& kind) {
  if (plays.empty()) return true;
  v1::Welcome welcome;
  if (!welcome.ParseFromString(plays)) return false;
  const auto repertoire = Repertoire::Of(welcome.plays());
  return repertoire.ok() && repertoire->Plays(kind);
}

}  // namespace

Readiness::Readiness(const v1::CompetitionSpec& spec,
                     const competition::GameForm& form)
    : form_(form), kind_(KindOfGame(form)), isolation_(spec.isolation()) {
  const int entrants = competition::EncounterSize(spec, form);
  sides_ = (form.side_count() + entrants - 1) / entrants;
}

absl::Status Readiness::Look(Store& store, const v1::CompetitionSpec& spec) {
  ARENA_ASSIGN_OR_RETURN(sessions_,
                         store.referees().FindSessionsOf(BotsOfAll(spec)));
  ARENA_RETURN_IF_ERROR(Recognise(store));
  unable_.clear();
  for (int i = 0; i < spec.entrants_size(); ++i) {
    const bool can = CanBegin(spec.entrants(i), [this](const auto& session) {
      return Serves(session);
    });
    if (!can) unable_.insert(static_cast<uint32_t>(i));
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> Readiness::HasRoom(Store& store,
                                        const v1::Entrant& entrant) const {
  const std::set<std::string> bots = BotsOf(entrant.players());
  ARENA_ASSIGN_OR_RETURN(
      const auto matches,
      store.referees().CountMatchesOf(
          std::vector<std::string>(bots.begin(), bots.end())));
  return CanBegin(entrant, [&](const AbleSession& session) {
    const auto under_way = matches.find(session.token_sha256);
    return Serves(session) && (under_way == matches.end() ||
                               under_way->second < session.max_matches);
  });
}

// Processes of one bot play the same games, so there are few different
// repertoires.
absl::Status Readiness::Recognise(Store& store) {
  std::map<std::string, bool> admits;
  for (const auto& [bot, of_bot] : sessions_) {
    for (const AbleSession& session : of_bot) {
      const std::string& hash = session.plays_sha256;
      if (admits.contains(hash)) continue;
      if (const auto known = admits_.find(hash); known != admits_.end()) {
        admits.insert(*known);
        continue;
      }
      const auto plays = store.referees().ReadPlays(hash);
      if (!plays.ok() && !absl::IsNotFound(plays.status())) {
        return plays.status();
      }
      admits[hash] = plays.ok() && Admits(*plays, kind_);
    }
  }
  admits_ = std::move(admits);
  return absl::OkStatus();
}

bool Readiness::Serves(const AbleSession& session) const {
  const bool fresh = isolation_ != v1::ISOLATION_MATCHES || session.fresh;
  return session.takes && fresh && admits_.at(session.plays_sha256);
}

std::map<std::string, int> Readiness::SessionsNeeded(
    const v1::Entrant& entrant) const {
  std::map<std::string, int> most;
  for (const std::vector<Seat>& side : form_.sides) {
    std::map<std::string, int> seats;
    for (size_t place = 0; place < side.size(); ++place) {
      const bool pair = entrant.players_size() == 2;
      const auto& player = entrant.players(pair ? static_cast<int>(place) : 0);
      if (player.has_bot()) seats[player.bot()] += sides_;
    }
    for (const auto& [bot, count] : seats) {
      most[bot] =
          isolation_ == v1::ISOLATION_NONE ? 1 : std::max(most[bot], count);
    }
  }
  return most;
}

std::vector<std::string> Readiness::BotsLacking(const v1::Entrant& entrant,
                                                Condition condition) const {
  std::vector<std::string> lacking;
  for (const auto& [bot, needed] : SessionsNeeded(entrant)) {
    std::map<int64_t, int> at_referee;
    const auto found = sessions_.find(bot);
    if (found != sessions_.end()) {
      for (const AbleSession& session : found->second) {
        if (condition(session)) at_referee[session.referee] += session.places;
      }
    }
    const bool enough = absl::c_any_of(
        at_referee,
        [needed = needed](const auto& here) { return here.second >= needed; });
    if (!enough) lacking.push_back(bot);
  }
  return lacking;
}

absl::StatusOr<bool> Readiness::LacksRunnersOnly(
    Store& store, const v1::Entrant& entrant) const {
  const std::vector<std::string> lacking = BotsLacking(
      entrant, [this](const auto& session) { return Serves(session); });
  if (lacking.empty()) return false;
  ARENA_ASSIGN_OR_RETURN(const std::set<std::string> submitted,
                         store.versions().FindActiveOf(lacking));
  return submitted.size() == lacking.size();
}

}  // namespace arena::referee
