#include "referee/door/probation.h"

#include <algorithm>

namespace arena::referee {

void Probation::Offend(const std::string& address, absl::Time now) {
  const auto [offender, is_new] = offenders_.try_emplace(address);
  if (is_new) offender->second.next_turn = now + kPause;
  offender->second.until = now + kLength;
}

std::optional<absl::Time> Probation::Turn(const std::string& address,
                                          absl::Time now) {
  const auto found = offenders_.find(address);
  if (found == offenders_.end()) return now;
  absl::Time& next = found->second.next_turn;
  const absl::Time turn = std::max(now, next);
  if (turn > now + kMostWait) return std::nullopt;
  next = turn + kPause;
  return turn;
}

void Probation::Forget(absl::Time now) {
  std::erase_if(offenders_, [&](const auto& entry) {
    return entry.second.until <= now && entry.second.next_turn <= now;
  });
}

}  // namespace arena::referee
