#include "referee/processes/fruitless.h"

#include <algorithm>

namespace arena::referee {
namespace {

constexpr int kMostFruitless = 5;
constexpr absl::Duration kWaitOfVersion = absl::Minutes(1);
// A match begins as soon as its last process is there.
constexpr absl::Duration kMostReady = absl::Seconds(5);
constexpr absl::Duration kShortestRest = absl::Seconds(10);
constexpr absl::Duration kLongestRest = absl::Minutes(1);

}  // namespace

bool FruitlessStarts::Note(const VersionName& version, const std::string& why,
                           absl::Time now) {
  Starts& starts = versions_[version];
  starts.why = why;
  if (++starts.count < kMostFruitless) return false;
  starts.count = 0;
  starts.wait_until = now + kWaitOfVersion;
  return true;
}

bool FruitlessStarts::MustWait(const VersionName& version,
                               absl::Time now) const {
  const auto found = versions_.find(version);
  return found != versions_.end() && now < found->second.wait_until;
}

std::string FruitlessStarts::Why(const VersionName& version) const {
  const auto found = versions_.find(version);
  return found == versions_.end() ? "" : found->second.why;
}

bool FruitlessWaits::MustRest(const std::string& match_id,
                              absl::Time now) const {
  const auto found = matches_.find(match_id);
  return found != matches_.end() && now < found->second.rest_until;
}

bool FruitlessWaits::Note(const std::string& match_id, bool ready,
                          absl::Time now) {
  if (!ready && !matches_.contains(match_id)) return false;
  Wait& wait = matches_[match_id];
  wait.ready_since =
      ready ? std::min(wait.ready_since, now) : absl::InfiniteFuture();
  if (now - wait.ready_since < kMostReady) return false;
  wait.ready_since = absl::InfiniteFuture();
  wait.rest = std::clamp(2 * wait.rest, kShortestRest, kLongestRest);
  wait.rest_until = now + wait.rest;
  return true;
}

void FruitlessWaits::Keep(const std::set<std::string>& match_ids) {
  std::erase_if(matches_, [&](const auto& wait) {
    return !match_ids.contains(wait.first);
  });
}

}  // namespace arena::referee
