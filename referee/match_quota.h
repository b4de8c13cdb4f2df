// How many matches there may be, in all and of one author.
#ifndef REFEREE_MATCH_QUOTA_H_
#define REFEREE_MATCH_QUOTA_H_

#include <map>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "referee/access.h"

namespace arena::referee {

// Counts the unfinished matches of a referee. Of the lobby; see lobby.h.
class MatchQuota {
 public:
  // The place of one match; it is free again when this is destroyed.
  class Place {
   public:
    Place() = default;

   private:
    friend class MatchQuota;
    explicit Place(std::shared_ptr<void> held) : held_(std::move(held)) {}
    std::shared_ptr<void> held_;
  };

  // `most` in all, `of_each` of one account; 0: no limit.
  MatchQuota(int most, int of_each) : most_(most), of_each_(of_each) {}

  // RESOURCE_EXHAUSTED if the caller may have no more.
  absl::Status Check(const Caller& caller) const;
  // Takes a place for a match that the caller creates.
  Place Take(const Caller& caller);
  // The same for one that nobody's quota counts.
  Place Take() { return Place(Hold("")); }
  // How many places are free.
  int free() const { return most_ - total_; }

 private:
  std::shared_ptr<void> Hold(const std::string& account);

  const int most_;
  const int of_each_;
  int total_ = 0;
  std::map<std::string, int> by_account_;
};

}  // namespace arena::referee

#endif  // REFEREE_MATCH_QUOTA_H_
