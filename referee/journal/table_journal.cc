#include "referee/journal/table_journal.h"

#include <utility>

#include "arena/core/check.h"
#include "referee/journal/entry_codec.h"
#include "referee/store/store.h"

namespace arena::referee {

TableJournal::TableJournal(Commit commit, Fetch fetch)
    : commit_(std::move(commit)),
      fetch_(std::move(fetch)),
      thread_([this] { Run(); }) {}

TableJournal::~TableJournal() {
  stopping_ = true;
  Wake();
  thread_.join();
}

void TableJournal::Wake() {
  ++wakes_;
  wakes_.notify_one();
}

void TableJournal::Append(absl::string_view match_id, int64_t first,
                          std::vector<MatchEntry> entries, Done done) {
  std::vector<std::string> encoded;
  for (const MatchEntry& entry : entries) encoded.push_back(EncodeEntry(entry));
  {
    MutexLock lock(mutex_);
    queue_.push_back({.match_id = std::string(match_id),
                      .first = first,
                      .entries = std::move(encoded),
                      .done = std::move(done),
                      .status = absl::OkStatus()});
  }
  Wake();
}

absl::StatusOr<std::vector<MatchEntry>> TableJournal::Read(
    absl::string_view match_id) {
  ARENA_ASSIGN_OR_RETURN(const std::vector<std::string> stored,
                         fetch_(match_id));
  return DecodeEntries(match_id, stored);
}

void TableJournal::Run() {
  while (!stopping_) {
    const uint32_t wakes = wakes_;
    Batch batch = TakeQueued();
    if (batch.empty()) {
      wakes_.wait(wakes);
      continue;
    }
    Store(batch);
    for (Pending& append : batch) append.done(std::move(append.status));
  }
}

TableJournal::Batch TableJournal::TakeQueued() {
  MutexLock lock(mutex_);
  return std::exchange(queue_, {});
}

void TableJournal::Store(Batch& batch) {
  absl::Status status = Write(batch);
  if (IsRefusal(status)) {
    // Writes each append by itself to see which one was refused.
    for (Pending& append : batch) append.status = Write({&append, 1});
    return;
  }
  for (Pending& append : batch) append.status = status;
}

absl::Status TableJournal::Write(absl::Span<const Pending> appends) {
  ARENA_RETURN_IF_ERROR(failure_);
  std::vector<JournalRow> rows;
  for (const Pending& append : appends) {
    int64_t sequence = append.first;
    for (const std::string& entry : append.entries) {
      rows.push_back({append.match_id, sequence++, entry});
    }
  }
  const absl::Status status = commit_(rows);
  if (!status.ok() && !IsRefusal(status)) failure_ = status;
  return status;
}

}  // namespace arena::referee
