// The versions of submitted bots that may be started.
#ifndef REFEREE_PROCESSES_PLAYABLE_VERSIONS_H_
#define REFEREE_PROCESSES_PLAYABLE_VERSIONS_H_

#include <map>
#include <string>
#include <utility>

#include "referee/store/versions/versions.h"

namespace arena::referee {

// A value. The results of Find are valid until the next change.
class PlayableVersions {
 public:
  // Takes in the versions that may be started from now on, and those that may
  // not.
  void Change(const PlayableChanges& changes);
  // Null if the version may not be started. Empty `version`: the active one.
  const PlayableVersion* Find(const std::string& bot,
                              const std::string& version) const;
  // Whether any version of the bot may be started.
  bool HasAnyOf(const std::string& bot) const;
  // The active versions, by bot.
  const std::map<std::string, std::string>& active() const { return active_; }

 private:
  void NoLongerActive(const std::string& bot, const std::string& version);

  std::map<VersionName, PlayableVersion> versions_;
  std::map<std::string, std::string> active_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_PLAYABLE_VERSIONS_H_
