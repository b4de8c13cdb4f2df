// The competitions that a referee has in memory.
#ifndef REFEREE_COMPETITIONS_COMPETITION_CACHE_H_
#define REFEREE_COMPETITIONS_COMPETITION_CACHE_H_

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "referee/competitions/hosted_competition.h"

namespace arena::referee {

// A competition comes here when it is driven or a caller asks for it. When the
// competition is over and has no watchers, the cache keeps only its message:
// reading the results again would take long, and the message never changes
// until the competition is deleted. The cache has room for the latest messages,
// some KiB each. Not thread-safe; waits for the store.
class CompetitionCache {
 public:
  explicit CompetitionCache(size_t most_messages = 1000)
      : most_messages_(most_messages) {}

  // The competition with all its results so far, read from the store if it is
  // not here. The pointer is valid until Show, Drop or Tidy. NOT_FOUND.
  absl::StatusOr<HostedCompetition*> Find(Store& store,
                                          const std::string& name);
  // The competition will change although it is over.
  void ForgetMessage(const std::string& name);
  // Null if it is not here.
  HostedCompetition* AtHand(const std::string& name) const;
  // The competition as the services show it, even if it cannot be read.
  // NOT_FOUND.
  absl::StatusOr<v1::Competition> Show(Store& store, const std::string& name);
  // Removes a competition that cannot be read, if it is here, and tells its
  // watchers.
  void Drop(const std::string& name, const absl::Status& why);
  // Removes a competition that no longer exists, if it is here.
  void Forget(const std::string& name);
  // All competitions that are here, by name.
  const std::map<std::string, std::unique_ptr<HostedCompetition>>& hosted()
      const {
    return hosted_;
  }
  // Removes competitions that are over and have no watchers.
  void Tidy();

 private:
  const size_t most_messages_;
  std::map<std::string, std::unique_ptr<HostedCompetition>> hosted_;
  // Messages of competitions that are over, and their names, the latest last.
  std::map<std::string, v1::Competition> over_;
  std::deque<std::string> over_names_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITIONS_COMPETITION_CACHE_H_
