#include "referee/lobby/quotas.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "referee/access/replies.h"

namespace arena::referee {
namespace {

constexpr absl::Duration kLookAgain = absl::Seconds(10);

}  // namespace

absl::Status MatchQuota::Check(const Caller& caller) const {
  if (free() <= 0) {
    return ExhaustedError(
        absl::StrCat("the referee holds ", total_,
                     " unfinished matches, its limit; try again when some are "
                     "over"),
        kLookAgain);
  }
  const auto created = by_account_.find(caller.Account());
  if (!caller.limited() || of_each_ == 0 || created == by_account_.end() ||
      created->second < of_each_) {
    return absl::OkStatus();
  }
  return ExhaustedError(
      absl::StrCat(caller.Account(), " has created ", created->second,
                   " unfinished matches, its limit; try again when some are "
                   "over"),
      kLookAgain);
}

MatchQuota::Place MatchQuota::Take(const Caller& caller) {
  return TakeFor(caller.limited() ? caller.Account() : "");
}

MatchQuota::Place MatchQuota::TakeFor(const std::string& account) {
  ++total_;
  ++by_account_[account];
  return Place(account, {nullptr, [this, account](void*) {
                           --total_;
                           const auto mine = by_account_.find(account);
                           if (--mine->second == 0) by_account_.erase(mine);
                         }});
}

}  // namespace arena::referee
