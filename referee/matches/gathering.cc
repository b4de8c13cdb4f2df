#include "referee/matches/gathering.h"

#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "referee/base/log.h"

namespace arena::referee {

void Gathering::Look(const ProcessName& process) {
  if (!lobby_.store().shared()) return listener_.OnLooked();
  told_.erase(process);
  bots_.insert(process.bot);
  Ask();
}

void Gathering::Sweep(absl::Time now) {
  if (!lobby_.store().shared() || now < due_) return;
  due_ = now + lobby_.options().lease / 3;
  hand_over_ = true;
  for (const auto& session : directory_.Live()) {
    if (session->attached()) bots_.insert(session->name());
  }
  Ask();
}

void Gathering::Ask() {
  if (asking_ || lobby_.failed()) return;
  asking_ = true;
  const auto bots =
      std::make_shared<const std::set<std::string>>(std::exchange(bots_, {}));
  lobby_.Read(
      [bots](Store& store) {
        return store.referees().Locate(
            std::vector<std::string>(bots->begin(), bots->end()));
      },
      [this, bots](const absl::StatusOr<Whereabouts>& found) {
        asking_ = false;
        // Without an answer everything stays as it is until the next look.
        if (found.ok()) OnFound(*bots, *found);
        listener_.OnLooked();
        if (!bots_.empty()) Ask();
      });
}

void Gathering::OnFound(const std::set<std::string>& bots,
                        const Whereabouts& whereabouts) {
  // A bot whose left match waits here for room plays that match before it goes.
  const std::set<std::string> promised = waiting_.BotsOfLeftMatches();
  std::vector<Present> here;
  for (const std::string& bot : bots) {
    if (promised.contains(bot)) continue;
    for (const auto& session : directory_.LiveOf(bot)) {
      here.push_back({bot, session->token_sha256(), session->profile().moves});
    }
  }
  const auto directions = FindDirections(here, whereabouts);
  for (const std::string& bot : bots) {
    for (const auto& session : directory_.LiveOf(bot)) {
      const auto direction = directions.find(session->token_sha256());
      if (direction != directions.end()) {
        Direct(*session, direction->second);
        continue;
      }
      told_.erase(session->process());
      session->set_destination(std::nullopt);
    }
  }
  const bool hand_over = std::exchange(hand_over_, false);
  if (hand_over && whereabouts.places.size() > 1) HandOver();
}

void Gathering::Direct(Session& session, const Direction& direction) {
  session.set_destination(direction.destination);
  const bool news = std::exchange(told_[session.process()], direction.reason) !=
                    direction.reason;
  if (!direction.destination.has_value()) {
    if (news) Tell(session, direction.reason);
    return;
  }
  if (news) {
    Log("bot redirected", {{"bot", session.name()},
                           {"to", direction.destination->referee()},
                           {"reason", direction.reason}});
  }
  listener_.OnSendingAway(session.name());
  if (session.leaving() && session.matches() == 0) session.Dismiss();
}

void Gathering::Tell(Session& session, const std::string& reason) {
  Log("bot apart", {{"bot", session.name()}, {"reason", reason}});
  Response message;
  v1::PlayError& error = *message->mutable_error();
  error.set_reason(v1::ERROR_REASON_ELSEWHERE);
  error.set_message(absl::StrCat(
      "matches of this bot cannot be played: ", reason,
      "; this bot cannot be redirected, because the other referee advertises "
      "no address or a bot does not follow redirects: connect all bots to one "
      "referee"));
  session.Send(std::move(message));
}

void Gathering::HandOver() {
  std::vector<std::string> apart =
      waiting_.Pending([this](const MatchRow& row) {
        return !row.place.has_value() && !AreConnected(directory_, row);
      });
  if (apart.empty()) return;
  lobby_.Write(
      [apart](Store& store) { return store.matches().HandOver(apart); },
      [this](const absl::StatusOr<std::vector<std::string>>& handed_over) {
        if (!handed_over.ok()) return lobby_.Fail(handed_over.status());
        for (const std::string& match_id : *handed_over) {
          Log("match handed over", {{"match", match_id}});
          listener_.OnHandedOver(match_id);
        }
      });
}

}  // namespace arena::referee
