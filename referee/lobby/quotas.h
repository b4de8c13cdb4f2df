// Limits the matches of a referee and of each author, and the declines of bots.
#ifndef REFEREE_LOBBY_QUOTAS_H_
#define REFEREE_LOBBY_QUOTAS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "arena/core/mutex.h"
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
    // The account that has created the match; empty if the match counts for no
    // account.
    const std::string& account() const { return account_; }

   private:
    friend class MatchQuota;
    Place(std::string account, std::shared_ptr<void> held)
        : account_(std::move(account)), held_(std::move(held)) {}
    std::string account_;
    std::shared_ptr<void> held_;
  };

  // `most` matches in all, and `of_each` of one account (0: no limit).
  MatchQuota(int most, int of_each) : most_(most), of_each_(of_each) {}

  // RESOURCE_EXHAUSTED if the caller may have no more matches.
  absl::Status Check(const Caller& caller) const;
  // Takes a place for a match that the caller creates.
  Place Take(const Caller& caller);
  // Takes a place for a match that counts for no account.
  Place Take() { return TakeFor(""); }
  // The number of free places.
  int free() const { return most_ - total_; }

 private:
  Place TakeFor(const std::string& account);

  const int most_;
  const int of_each_;
  int total_ = 0;
  std::map<std::string, int> by_account_;
};

// Counts the declines of each bot while the referee runs. Thread-safe.
class Declines {
 public:
  explicit Declines(uint32_t most) : most_(most) {}

  // Counts one more decline. False, without counting, if that is one too many.
  bool Excuse(const std::string& bot) {
    MutexLock lock(mutex_);
    uint32_t& count = counts_[bot];
    if (count == most_) return false;
    ++count;
    return true;
  }

 private:
  const uint32_t most_;
  Mutex mutex_;
  std::map<std::string, uint32_t> counts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_LOBBY_QUOTAS_H_
