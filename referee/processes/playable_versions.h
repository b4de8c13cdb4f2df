// The versions of submitted bots that may be started.
#ifndef REFEREE_PROCESSES_PLAYABLE_VERSIONS_H_
#define REFEREE_PROCESSES_PLAYABLE_VERSIONS_H_

#include <map>
#include <string>
#include <utility>

#include "referee/store/versions/versions.h"

namespace arena::referee {

// A value. What Find returns is valid until the next change.
class PlayableVersions {
 public:
  // Takes in which versions may be started from now on, or no longer.
  void Change(const PlayableChanges& changes);
  // Null if it may not be started. An empty `version` is the active one.
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
