#include "referee/store/journal.h"

#include <utility>

#include "referee/store/store.h"

namespace arena::referee {

void GroupCommitJournal::Append(absl::string_view match_id, int64_t first,
                                std::vector<std::string> entries, Done done) {
  {
    MutexLock lock(mutex_);
    queue_.push_back({.match_id = std::string(match_id),
                      .first = first,
                      .entries = std::move(entries),
                      .done = std::move(done),
                      .status = absl::OkStatus()});
    if (led_) return;
    led_ = true;
  }
  Lead();
}

absl::Status GroupCommitJournal::failure() const {
  MutexLock lock(mutex_);
  return failure_;
}

void GroupCommitJournal::Lead() {
  Batch batch;
  {
    MutexLock lock(mutex_);
    batch.swap(queue_);
  }
  Store(batch);
  for (Pending& append : batch) append.done(std::move(append.status));
  {
    MutexLock lock(mutex_);
    led_ = !queue_.empty();
    if (!led_) return;
  }
  elsewhere_([this] { Lead(); });
}

void GroupCommitJournal::Store(Batch& batch) {
  absl::Status status = failure();
  if (status.ok()) status = Write(batch);
  if (IsRefusal(status)) {
    // Which append was refused shows when each is written by itself.
    for (Pending& append : batch) {
      append.status = failure();
      if (append.status.ok()) append.status = Write({&append, 1});
    }
    return;
  }
  for (Pending& append : batch) append.status = status;
}

absl::Status GroupCommitJournal::Write(absl::Span<const Pending> appends) {
  std::vector<JournalRow> rows;
  for (const Pending& append : appends) {
    int64_t sequence = append.first;
    for (const std::string& entry : append.entries) {
      rows.push_back({append.match_id, sequence++, entry});
    }
  }
  const absl::Status status = commit_(rows);
  if (!status.ok() && !IsRefusal(status)) {
    MutexLock lock(mutex_);
    failure_ = status;
  }
  return status;
}

}  // namespace arena::referee
