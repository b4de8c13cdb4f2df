#include "referee/competitions/stall_watch.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"

namespace arena::referee {

void StallWatch::Look(absl::Span<const OpenMatch> open, absl::Time now) {
  std::map<std::string, Waiting> waiting;
  for (const OpenMatch& match : open) {
    if (match.under_way) {
      for (const uint32_t entrant : match.entrants) NotePlayed(entrant, now);
      continue;
    }
    const auto known = waiting_.find(match.match_id);
    waiting[match.match_id] = {
        .since = known == waiting_.end() ? now : known->second.since,
        .entrants = {match.entrants.begin(), match.entrants.end()}};
  }
  waiting_ = std::move(waiting);
}

std::set<uint32_t> StallWatch::HoldersFor(absl::Duration patience,
                                          absl::Time now) const {
  std::set<uint32_t> holders;
  for (const auto& [match_id, waiting] : waiting_) {
    if (now - waiting.since < patience) continue;
    for (const uint32_t entrant : waiting.entrants) {
      const auto played = played_.find(entrant);
      if (played != played_.end() && now - played->second < patience) continue;
      holders.insert(entrant);
    }
  }
  return holders;
}

std::vector<std::string> StallWatch::WaitingOf(
    const std::set<uint32_t>& entrants) const {
  std::vector<std::string> matches;
  for (const auto& [match_id, waiting] : waiting_) {
    if (absl::c_any_of(waiting.entrants,
                       [&](uint32_t i) { return entrants.contains(i); })) {
      matches.push_back(match_id);
    }
  }
  return matches;
}

void StallWatch::Pause(uint32_t entrant, absl::Time now) {
  Rest& rest = rests_[entrant];
  rest.length = rest.length == absl::ZeroDuration()
                    ? kAbsencePatience
                    : std::min(2 * rest.length, kLongestPause);
  rest.until = now + rest.length;
}

bool StallWatch::IsPaused(uint32_t entrant, absl::Time now) const {
  const auto rest = rests_.find(entrant);
  return rest != rests_.end() && now < rest->second.until;
}

}  // namespace arena::referee
