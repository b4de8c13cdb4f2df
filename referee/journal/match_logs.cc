#include "referee/journal/match_logs.h"

namespace arena::referee {

MatchLog* MatchLogs::Find(absl::string_view match_id) {
  const auto found = logs_.find(match_id);
  return found == logs_.end() ? nullptr : &found->second;
}

MatchLog& MatchLogs::At(absl::string_view match_id, uint64_t base) {
  const auto [at, is_new] = logs_.try_emplace(match_id);
  MatchLog& log = at->second;
  if (is_new) {
    log.match_id = at->first;
    log.base = base;
    by_base_.emplace(base, &log);
  }
  return log;
}

void MatchLogs::Move(MatchLog& log, uint64_t base) {
  by_base_.erase({log.base, &log});
  log.base = base;
  by_base_.emplace(base, &log);
}

void MatchLogs::Drop(absl::string_view match_id) {
  const auto found = logs_.find(match_id);
  if (found == logs_.end()) return;
  by_base_.erase({found->second.base, &found->second});
  logs_.erase(found);
}

}  // namespace arena::referee
