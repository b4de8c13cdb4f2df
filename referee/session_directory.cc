#include "referee/session_directory.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "referee/bots_of.h"

namespace arena::referee {

std::shared_ptr<Session> SessionDirectory::OfToken(
    const std::string& token_sha256) const {
  const auto it = by_token_.find(token_sha256);
  return it == by_token_.end() ? nullptr : it->second;
}

std::shared_ptr<Session> SessionDirectory::LiveOf(
    const std::string& bot) const {
  const auto it = live_.find(bot);
  return it == live_.end() ? nullptr : it->second;
}

bool SessionDirectory::IsConnected(const std::string& bot) const {
  const SessionPtr live = LiveOf(bot);
  return live != nullptr && live->attached();
}

std::shared_ptr<Session> SessionDirectory::WithRoom(
    const std::string& bot, const std::string& game) const {
  const SessionPtr live = LiveOf(bot);
  if (live == nullptr || !live->attached() || live->leaving()) return nullptr;
  const BotProfile profile = live->profile();
  const bool plays =
      game.empty() || profile.games.empty() || profile.games.contains(game);
  const bool room = live->matches() < profile.max_matches;
  return plays && room && !HasEarlierMatches(bot) ? live : nullptr;
}

bool SessionDirectory::MayTakeName(const std::string& bot,
                                   const std::string& token_sha256) const {
  const SessionPtr live = LiveOf(bot);
  if (live == nullptr || !live->attached()) return true;
  if (live->token_sha256() == token_sha256) return true;
  const auto [begin, end] = earlier_.equal_range(bot);
  return std::any_of(begin, end, [&](const auto& earlier) {
    return earlier.second->matches() > 0 &&
           earlier.second->token_sha256() == token_sha256;
  });
}

bool SessionDirectory::HasEarlierMatches(const std::string& bot) const {
  const auto [begin, end] = earlier_.equal_range(bot);
  return std::any_of(begin, end, [](const auto& earlier) {
    return earlier.second->matches() > 0;
  });
}

bool SessionDirectory::AreConnected(const MatchRow& match) const {
  return absl::c_all_of(BotsOf(match.seats), [this](const std::string& bot) {
    return IsConnected(bot);
  });
}

void SessionDirectory::TellAll(const v1::PlayResponse& message) const {
  for (const auto& [token, session] : by_token_) {
    session->Send(Response(message));
  }
}

std::vector<std::shared_ptr<Session>> SessionDirectory::All() const {
  std::vector<SessionPtr> all;
  for (const auto& [token, session] : by_token_) all.push_back(session);
  return all;
}

std::vector<std::shared_ptr<Session>> SessionDirectory::Live() const {
  std::vector<SessionPtr> live;
  for (const auto& [name, session] : live_) live.push_back(session);
  return live;
}

void SessionDirectory::Enter(const SessionPtr& session) {
  by_token_[session->token_sha256()] = session;
  SessionPtr& current = live_[session->name()];
  const SessionPtr before = std::exchange(current, session);
  RemoveEarlier(*session);
  if (before == nullptr || before == session) return;
  if (before->matches() > 0) earlier_.insert({before->name(), before});
  before->Close(v1::ERROR_REASON_NAME_IN_USE,
                absl::AlreadyExistsError(absl::StrCat(
                    "the session of \"", session->name(),
                    "\" that was here first has come back to its matches")));
}

void SessionDirectory::Remove(const Session& session) {
  RemoveEarlier(session);
  const auto live = live_.find(session.name());
  const bool is_live = live != live_.end() && live->second.get() == &session;
  // Last, as it may be all that keeps the session.
  const SessionPtr kept = OfToken(session.token_sha256());
  by_token_.erase(session.token_sha256());
  if (is_live) live_.erase(live);
}

void SessionDirectory::RemoveEarlier(const Session& session) {
  const auto [begin, end] = earlier_.equal_range(session.name());
  for (auto it = begin; it != end;) {
    it = it->second.get() == &session ? earlier_.erase(it) : std::next(it);
  }
}

}  // namespace arena::referee
