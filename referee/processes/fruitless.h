// What submitted bots do at runners that leads to no match: it must not keep
// places from others.
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

  // A process of the version was of no use, because it `why`: "ends before it
  // has a match". Everybody sees that. Returns whether it was the last of a
  // row after which the version has to wait.
  bool Note(const VersionName& version, const std::string& why, absl::Time now);
  // A process of it has had a match.
  void Forget(const VersionName& version) { versions_.erase(version); }
  bool MustWait(const VersionName& version, absl::Time now) const;
  // Why the last process was of no use; empty: it was, or there was none.
  std::string Why(const VersionName& version) const;

 private:
  struct Starts {
    // One after the other.
    int count = 0;
    std::string why;
    absl::Time wait_until = absl::InfinitePast();
  };
  std::map<VersionName, Starts> versions_;
};

// Matches that do not begin although their processes are there and could play:
// they wait for something that no runner gives. The processes of such a match
// are soon for others; it gets some again after a rest, which doubles every
// time. A value.
class FruitlessWaits {
 public:
  bool MustRest(const std::string& match_id, absl::Time now) const;
  // All that the match needs of runners is there, or is not. Returns whether it
  // must rest from now on.
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
