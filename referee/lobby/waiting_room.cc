#include "referee/lobby/waiting_room.h"

#include <utility>

#include "referee/lobby/seating.h"

namespace arena::referee {

HostedMatch& WaitingRoom::Add(std::unique_ptr<HostedMatch> match) {
  HostedMatch& added = *match;
  const bool several = NeedsSeveralSessions(added.row);
  for (const std::string& bot : BotsOf(added.row.seats)) {
    by_bot_[bot][added.row.number] = &added;
    if (several) several_by_bot_[bot][added.row.number] = &added;
  }
  matches_[added.row.match_id] = std::move(match);
  metrics_.matches_pending().Increment();
  return added;
}

HostedMatch* WaitingRoom::Find(const std::string& match_id) const {
  const auto it = matches_.find(match_id);
  return it == matches_.end() ? nullptr : it->second.get();
}

std::unique_ptr<HostedMatch> WaitingRoom::Remove(const std::string& match_id) {
  const auto it = matches_.find(match_id);
  std::unique_ptr<HostedMatch> match = std::move(it->second);
  matches_.erase(it);
  for (auto* const index : {&by_bot_, &several_by_bot_}) {
    for (const std::string& bot : BotsOf(match->row.seats)) {
      const auto waiting = index->find(bot);
      if (waiting == index->end()) continue;
      waiting->second.erase(match->row.number);
      if (waiting->second.empty()) index->erase(waiting);
    }
  }
  metrics_.matches_pending().Decrement();
  return match;
}

HostedMatch* WaitingRoom::NextOf(const std::string& bot, int64_t after) const {
  const auto waiting = by_bot_.find(bot);
  if (waiting == by_bot_.end()) return nullptr;
  const auto next = waiting->second.upper_bound(after);
  return next == waiting->second.end() ? nullptr : next->second;
}

HostedMatch* WaitingRoom::NextOfSeveral(const std::string& bot, int64_t after,
                                        int64_t before) const {
  const auto waiting = several_by_bot_.find(bot);
  if (waiting == several_by_bot_.end()) return nullptr;
  const auto next = waiting->second.upper_bound(after);
  const bool found = next != waiting->second.end() && next->first < before;
  return found ? next->second : nullptr;
}

std::vector<const HostedMatch*> WaitingRoom::OldestOf(
    absl::FunctionRef<bool(const std::string& bot)> condition,
    size_t limit) const {
  // First the oldest match of each bot, then the second.
  std::map<std::pair<size_t, int64_t>, const HostedMatch*> by_turn;
  for (const auto& [bot, waiting] : by_bot_) {
    if (!condition(bot)) continue;
    size_t turn = 0;
    for (const auto& [number, match] : waiting) {
      if (turn == limit) break;
      by_turn.emplace(std::pair(turn++, number), match);
    }
  }
  std::map<int64_t, const HostedMatch*> oldest;
  for (const auto& [turn, match] : by_turn) {
    if (oldest.size() == limit) break;
    oldest.emplace(turn.second, match);
  }
  std::vector<const HostedMatch*> matches;
  for (const auto& [number, match] : oldest) matches.push_back(match);
  return matches;
}

std::vector<std::string> WaitingRoom::BotsThat(
    absl::FunctionRef<bool(const std::string& bot)> condition) const {
  std::vector<std::string> bots;
  for (const auto& [bot, waiting] : by_bot_) {
    if (condition(bot)) bots.push_back(bot);
  }
  return bots;
}

std::vector<std::string> WaitingRoom::Pending(
    const std::function<bool(const MatchRow&)>& condition) const {
  std::vector<std::string> pending;
  for (const auto& [match_id, match] : matches_) {
    const MatchRow& row = match->row;
    if (row.state == v1::Match::STATE_PENDING && condition(row)) {
      pending.push_back(match_id);
    }
  }
  return pending;
}

std::vector<std::string> WaitingRoom::PlannedFor(const std::string& bot) const {
  std::vector<std::string> planned;
  int64_t last = 0;
  while (const HostedMatch* match = NextOf(bot, last)) {
    last = match->row.number;
    if (match->row.state == v1::Match::STATE_PENDING &&
        match->row.place.has_value()) {
      planned.push_back(match->row.match_id);
    }
  }
  return planned;
}

std::set<std::string> WaitingRoom::BotsOfLeftMatches() const {
  std::set<std::string> bots;
  for (const auto& [match_id, match] : matches_) {
    if (!match->left.has_value()) continue;
    bots.merge(BotsOf(match->row.seats));
  }
  return bots;
}

}  // namespace arena::referee
