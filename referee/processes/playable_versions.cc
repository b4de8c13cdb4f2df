#include "referee/processes/playable_versions.h"

namespace arena::referee {

void PlayableVersions::Change(const PlayableChanges& changes) {
  for (const auto& [bot, version] : changes.gone) {
    versions_.erase({bot, version});
    NoLongerActive(bot, version);
  }
  for (const PlayableVersion& version : changes.present) {
    NoLongerActive(version.bot, version.version);
    if (version.active) active_[version.bot] = version.version;
    versions_[version.name()] = version;
  }
}

void PlayableVersions::NoLongerActive(const std::string& bot,
                                      const std::string& version) {
  const auto active = active_.find(bot);
  if (active != active_.end() && active->second == version) {
    active_.erase(active);
  }
}

const PlayableVersion* PlayableVersions::Find(
    const std::string& bot, const std::string& version) const {
  if (version.empty()) {
    const auto active = active_.find(bot);
    return active == active_.end() ? nullptr : Find(bot, active->second);
  }
  const auto found = versions_.find({bot, version});
  return found == versions_.end() ? nullptr : &found->second;
}

bool PlayableVersions::HasAnyOf(const std::string& bot) const {
  const auto first = versions_.lower_bound({bot, ""});
  return first != versions_.end() && first->first.first == bot;
}

}  // namespace arena::referee
