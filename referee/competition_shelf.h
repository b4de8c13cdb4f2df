// The competitions that a referee has at hand.
#ifndef REFEREE_COMPETITION_SHELF_H_
#define REFEREE_COMPETITION_SHELF_H_

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "referee/hosted_competition.h"

namespace arena::referee {

// A competition comes here when it is driven or somebody asks for it. When it
// is over and nobody watches it, its message is all that is kept: it never
// changes, and reading its results again would take long. The latest messages
// have room, some KiB each. Not thread-safe; waits for the store.
class CompetitionShelf {
 public:
  explicit CompetitionShelf(size_t most_messages = 1000)
      : most_messages_(most_messages) {}

  // With all its results so far, read from the store if it is not here. The
  // pointer is good until Tidy. NOT_FOUND.
  absl::StatusOr<HostedCompetition*> Find(Store& store,
                                          const std::string& name);
  // Null if it is not here.
  HostedCompetition* AtHand(const std::string& name) const;
  // As the services show it, also if it cannot be read. NOT_FOUND.
  absl::StatusOr<v1::Competition> Show(Store& store, const std::string& name);
  // Puts one away that cannot be read, if it is here, and tells who watches it.
  void Drop(const std::string& name, const absl::Status& why);
  // All that are here, by name.
  const std::map<std::string, std::unique_ptr<HostedCompetition>>& hosted()
      const {
    return hosted_;
  }
  // Puts those away that are over and not watched.
  void Tidy();

 private:
  const size_t most_messages_;
  std::map<std::string, std::unique_ptr<HostedCompetition>> hosted_;
  // By name, and the names, the latest last.
  std::map<std::string, v1::Competition> over_;
  std::deque<std::string> over_names_;
};

}  // namespace arena::referee

#endif  // REFEREE_COMPETITION_SHELF_H_
