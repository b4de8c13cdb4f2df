#include "referee/processes/in_vain.h"

#include <algorithm>

namespace arena::referee {
namespace {

constexpr int kMostVain = 5;
constexpr absl::Duration kVainTime = absl::Minutes(1);
// A match begins as soon as its last process is there.
constexpr absl::Duration kMostReady = absl::Seconds(5);
constexpr absl::Duration kShortestRest = absl::Seconds(10);
constexpr absl::Duration kLongestRest = absl::Minutes(1);

}  // namespace

bool VainStarts::Note(const VersionName& version, const std::string& why,
                      absl::Time now) {
  Vain& vain = vain_[version];
  vain.why = why;
  if (++vain.count < kMostVain) return false;
  vain.count = 0;
  vain.wait_until = now + kVainTime;
  return true;
}

bool VainStarts::MustWait(const VersionName& version, absl::Time now) const {
  const auto found = vain_.find(version);
  return found != vain_.end() && now < found->second.wait_until;
}

std::string VainStarts::Why(const VersionName& version) const {
  const auto found = vain_.find(version);
  return found == vain_.end() ? "" : found->second.why;
}

bool VainWaits::MustRest(const std::string& match_id, absl::Time now) const {
  const auto found = waits_.find(match_id);
  return found != waits_.end() && now < found->second.rest_until;
}

bool VainWaits::Note(const std::string& match_id, bool ready, absl::Time now) {
  if (!ready && !waits_.contains(match_id)) return false;
  Wait& wait = waits_[match_id];
  wait.ready_since =
      ready ? std::min(wait.ready_since, now) : absl::InfiniteFuture();
  if (now - wait.ready_since < kMostReady) return false;
  wait.ready_since = absl::InfiniteFuture();
  wait.pause = std::clamp(2 * wait.pause, kShortestRest, kLongestRest);
  wait.rest_until = now + wait.pause;
  return true;
}

void VainWaits::Keep(const std::set<std::string>& match_ids) {
  std::erase_if(waits_, [&](const auto& wait) {
    return !match_ids.contains(wait.first);
  });
}

}  // namespace arena::referee
