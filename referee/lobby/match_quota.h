// Limits the number of matches, in all and of each author.
#ifndef REFEREE_LOBBY_MATCH_QUOTA_H_
#define REFEREE_LOBBY_MATCH_QUOTA_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "referee/access/access.h"

namespace arena::referee {

// Counts the unfinished matches of a referee. Belongs to the lobby; see
// lobby.h.
class MatchQuota {
 public:
  // The place of one match. Destroying it frees the place.
  class Place {
   public:
    Place() = default;

   private:
    friend class MatchQuota;
    explicit Place(std::shared_ptr<void> held) : held_(std::move(held)) {}
    std::shared_ptr<void> held_;
  };

  // `most` matches in all, `of_each` of one account (0: no limit).
  MatchQuota(int most, int of_each) : most_(most), of_each_(of_each) {}

  // RESOURCE_EXHAUSTED if the caller may have no more matches.
  absl::Status Check(const Caller& caller) const;
  // Takes a place for a match that the caller creates.
  Place Take(const Caller& caller);
  // Takes a place for a match that counts for no account.
  Place Take() { return Place(Hold("")); }
  // The number of free places.
  int free() const { return most_ - total_; }

 private:
  std::shared_ptr<void> Hold(const std::string& account);

  const int most_;
  const int of_each_;
  int total_ = 0;
  std::map<std::string, int> by_account_;
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_MATCH_QUOTA_H_
