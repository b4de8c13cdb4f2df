#include "referee/competitions/competition_cache.h"

#include <utility>

#include "arena/core/check.h"

namespace arena::referee {
absl::StatusOr<HostedCompetition*> CompetitionCache::Find(
    Store& store, const std::string& name) {
  if (HostedCompetition* const hosted = AtHand(name)) return hosted;
  ARENA_ASSIGN_OR_RETURN(std::unique_ptr<HostedCompetition> hosted,
                         HostedCompetition::Read(store, name));
  return (hosted_[name] = std::move(hosted)).get();
}

HostedCompetition* CompetitionCache::AtHand(const std::string& name) const {
  const auto found = hosted_.find(name);
  return found == hosted_.end() ? nullptr : found->second.get();
}

absl::StatusOr<v1::Competition> CompetitionCache::Show(
    Store& store, const std::string& name) {
  if (const auto over = over_.find(name); over != over_.end()) {
    // Another referee may have deleted or changed the competition.
    const bool may_differ = store.shared();
    const auto row = may_differ ? store.competitions().Get(name)
                                : absl::StatusOr<CompetitionRow>();
    if (may_differ && absl::IsNotFound(row.status())) {
      Forget(name);
      return row.status();
    }
    if (!may_differ || !row.ok() ||
        row->spec.changes_size() == over->second.spec().changes_size()) {
      return over->second;
    }
    ForgetMessage(name);
  }
  const absl::StatusOr<HostedCompetition*> hosted = Find(store, name);
  if (!hosted.ok()) {
    if (!IsOfOneRow(hosted.status())) return hosted.status();
    ARENA_ASSIGN_OR_RETURN(const CompetitionRow row,
                           store.competitions().Get(name));
    return HostedCompetition::MessageOf(row, hosted.status());
  }
  v1::Competition message = (*hosted)->Message();
  Tidy();
  return message;
}

void CompetitionCache::Drop(const std::string& name, const absl::Status& why) {
  const auto found = hosted_.find(name);
  if (found == hosted_.end()) return;
  found->second->TellQuarantine(why);
  hosted_.erase(found);
}

void CompetitionCache::Forget(const std::string& name) {
  hosted_.erase(name);
  ForgetMessage(name);
}

void CompetitionCache::ForgetMessage(const std::string& name) {
  if (over_.erase(name) > 0) std::erase(over_names_, name);
}

void CompetitionCache::Tidy() {
  std::erase_if(hosted_, [&](const auto& named) {
    const auto& [name, hosted] = named;
    if (!hosted->over() || hosted->watched()) return false;
    if (over_.insert_or_assign(name, hosted->Message()).second) {
      over_names_.push_back(name);
    }
    return true;
  });
  while (over_names_.size() > most_messages_) {
    over_.erase(over_names_.front());
    over_names_.pop_front();
  }
}

}  // namespace arena::referee
