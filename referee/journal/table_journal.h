// The journal in a table of the store, which several referees share.
#ifndef REFEREE_JOURNAL_TABLE_JOURNAL_H_
#define REFEREE_JOURNAL_TABLE_JOURNAL_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/types/span.h"
#include "arena/core/mutex.h"
#include "referee/journal/journal.h"
#include "referee/store/matches/journal_table.h"

namespace arena::referee {

// Commits on a thread of its own, so that no caller waits for the database.
// Appends queued during a commit go into the next one, in one transaction. The
// `done` of each commit are called before the next commit begins.
//
// Appends still queued at destruction are neither kept nor answered.
class TableJournal final : public Journal {
 public:
  // The functions append in one transaction, and read; see JournalTable.
  using Commit = std::function<absl::Status(absl::Span<const JournalRow>)>;
  using Fetch = std::function<absl::StatusOr<std::vector<std::string>>(
      absl::string_view match_id)>;

  TableJournal(Commit commit, Fetch fetch);
  ~TableJournal() override;

  void Append(absl::string_view match_id, int64_t first,
              std::vector<MatchEntry> entries, Done done) override;
  absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) override;
  // Does nothing: the end of a match drops its entries from the table.
  void Drop(absl::string_view) override {}

 private:
  struct Pending {
    std::string match_id;
    int64_t first = 0;
    std::vector<std::string> entries;
    Done done;
    // The outcome.
    absl::Status status;
  };
  using Batch = std::vector<Pending>;

  void Wake();

  // ---- On the journal's thread ----
  void Run();
  Batch TakeQueued();
  // Stores a batch and sets the status of each append in it.
  void Store(Batch& batch);
  // Stores appends in one transaction.
  absl::Status Write(absl::Span<const Pending> appends);

  const Commit commit_;
  const Fetch fetch_;
  Mutex mutex_;
  Batch queue_ ABSL_GUARDED_BY(mutex_);
  // The error that ended the journal; used on the journal's thread only.
  absl::Status failure_;
  // Counts up when there is something to do.
  std::atomic<uint32_t> wakes_ = 0;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_TABLE_JOURNAL_H_
