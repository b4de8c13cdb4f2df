// Starts and waits of submitted bots that lead to no match. They must not keep
// places of runners from others.
#ifndef REFEREE_PROCESSES_FRUITLESS_H_
#define REFEREE_PROCESSES_FRUITLESS_H_

#include <map>
#include <set>
#include <string>

#include "absl/time/time.h"
#include "referee/store/versions/versions.h"

namespace arena::referee {

// Starts of versions whose processes get no match. A value.
class FruitlessStarts {
 public:
  // Bot and version.

  // Notes that a process of the version was of no use. `why` ends the sentence
  // "the process ..", such as "ends before it has a match"; everybody sees it.
  // Returns whether the version has to wait after this one of several in a row.
  bool Note(const VersionName& version, const std::string& why, absl::Time now);
  // A process of the version has had a match.
  void Forget(const VersionName& version) { versions_.erase(version); }
  bool MustWait(const VersionName& version, absl::Time now) const;
  // Why the last process was of no use; empty: it was of use, or there was
  // none.
  std::string Why(const VersionName& version) const;

 private:
  struct Starts {
    // In a row.
    int count = 0;
    std::string why;
    absl::Time wait_until = absl::InfinitePast();
  };
  std::map<VersionName, Starts> versions_;
};

// Matches that do not begin although their processes are there and could play:
// they wait for something that no runner gives. The processes of such a match
// soon go to other matches. The match gets processes again after a rest, and
// each rest is twice as long as the last. A value.
class FruitlessWaits {
 public:
  bool MustRest(const std::string& match_id, absl::Time now) const;
  // Notes whether everything is there that runners give to the match. Returns
  // whether the match must rest from now on.
  bool Note(const std::string& match_id, bool ready, absl::Time now);
  // Forgets all other matches.
  void Keep(const std::set<std::string>& match_ids);

 private:
  struct Wait {
    absl::Time ready_since = absl::InfiniteFuture();
    absl::Duration rest;
    absl::Time rest_until = absl::InfinitePast();
  };
  std::map<std::string, Wait> matches_;
};

}  // namespace arena::referee

#endif  // REFEREE_PROCESSES_FRUITLESS_H_
