#include "referee/lobby/session_directory.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace arena::referee {

std::shared_ptr<Session> SessionDirectory::OfToken(
    const std::string& token_sha256) const {
  const auto it = by_token_.find(token_sha256);
  return it == by_token_.end() ? nullptr : it->second;
}

std::shared_ptr<Session> SessionDirectory::LiveOf(
    const ProcessName& process) const {
  const auto it = live_.find(process);
  return it == live_.end() ? nullptr : it->second;
}

std::vector<std::shared_ptr<Session>> SessionDirectory::LiveOf(
    const std::string& bot) const {
  std::vector<SessionPtr> sessions;
  for (auto it = live_.lower_bound({bot, ""});
       it != live_.end() && it->first.bot == bot; ++it) {
    sessions.push_back(it->second);
  }
  return sessions;
}

bool SessionDirectory::WaitsForEarlier(const std::string& bot) const {
  bool waits = false;
  for (const SessionPtr& session : LiveOf(bot)) {
    if (!session->attached() || session->leaving()) continue;
    const auto [begin, end] = earlier_.equal_range(session->process());
    if (std::none_of(begin, end, [](const auto& earlier) {
          return earlier.second->public_business().matches > 0;
        })) {
      return false;
    }
    waits = true;
  }
  return waits;
}

bool SessionDirectory::IsConnected(const std::string& bot) const {
  return absl::c_any_of(LiveOf(bot), [](const SessionPtr& session) {
    return session->attached();
  });
}

bool SessionDirectory::MayPlay(const Session& session,
                               const MatchKind* match) const {
  if (!session.attached() || session.leaving()) return false;
  const bool plays =
      match == nullptr || session.profile().repertoire.Plays(*match);
  return plays && !HasEarlierMatches(session.process());
}

bool SessionDirectory::HasRoom(const Session& session,
                               const MatchKind* match) const {
  return session.room() > 0 && MayPlay(session, match);
}

bool SessionDirectory::AnyHasRoom(const std::string& bot) const {
  return absl::c_any_of(LiveOf(bot), [this](const SessionPtr& session) {
    return HasRoom(*session, nullptr);
  });
}

bool SessionDirectory::MayTakeName(const ProcessName& process,
                                   const std::string& token_sha256) const {
  const SessionPtr live = LiveOf(process);
  if (live == nullptr || !live->attached()) return true;
  if (live->token_sha256() == token_sha256) return true;
  const auto [begin, end] = earlier_.equal_range(process);
  return std::any_of(begin, end, [&](const auto& earlier) {
    return earlier.second->matches() > 0 &&
           earlier.second->token_sha256() == token_sha256;
  });
}

std::string SessionDirectory::TwinOf(const std::string& bot) const {
  for (const auto& [token, session] : by_token_) {
    const std::string& name = session->name();
    const bool counts = session->attached() || session->matches() > 0;
    if (counts && name != bot && absl::EqualsIgnoreCase(name, bot)) return name;
  }
  return "";
}

bool SessionDirectory::HasEarlierMatches(const ProcessName& process) const {
  const auto [begin, end] = earlier_.equal_range(process);
  return std::any_of(begin, end, [](const auto& earlier) {
    return earlier.second->matches() > 0;
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
  SessionPtr& current = live_[session->process()];
  const SessionPtr before = std::exchange(current, session);
  RemoveEarlier(*session);
  if (before == nullptr || before == session) return;
  if (before->matches() > 0) earlier_.insert({before->process(), before});
  before->Close(v1::ERROR_REASON_NAME_IN_USE,
                absl::AlreadyExistsError(absl::StrCat(
                    "the earlier session of ", session->process().ToString(),
                    " has come back to its matches")));
}

void SessionDirectory::SetAside(Session& session) {
  const auto live = live_.find(session.process());
  if (live == live_.end() || live->second.get() != &session) return;
  const SessionPtr kept = live->second;
  live_.erase(live);
  session.SetAside(session.process().SetAside(session.token_sha256()));
  live_[session.process()] = kept;
}

void SessionDirectory::Remove(const Session& session) {
  RemoveEarlier(session);
  const auto live = live_.find(session.process());
  const bool is_live = live != live_.end() && live->second.get() == &session;
  // Kept until the end: this may be the last pointer to the session.
  const SessionPtr kept = OfToken(session.token_sha256());
  by_token_.erase(session.token_sha256());
  if (is_live) live_.erase(live);
}

void SessionDirectory::RemoveEarlier(const Session& session) {
  const auto [begin, end] = earlier_.equal_range(session.process());
  for (auto it = begin; it != end;) {
    it = it->second.get() == &session ? earlier_.erase(it) : std::next(it);
  }
}

}  // namespace arena::referee
