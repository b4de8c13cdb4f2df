// Gets the entries of all running matches into the store before anybody sees
// their consequences.
#ifndef REFEREE_STORE_JOURNAL_H_
#define REFEREE_STORE_JOURNAL_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "arena/core/mutex.h"
#include "referee/store/journal_table.h"

namespace arena::referee {

// Thread-safe.
class Journal {
 public:
  // Told once, on whatever thread, whether the entries are stored. It only
  // posts elsewhere: it must not block, but may call Append.
  using Done = std::function<void(absl::Status)>;

  virtual ~Journal() = default;

  // Appends entries to the journal of a match; the first gets the sequence
  // number `first`, counted from 0, which goes on behind what was appended
  // before. The calls for one match must not overlap each other; their `done`
  // come in the order of the calls. What is not acknowledged with OK must not
  // be shown to anybody.
  virtual void Append(absl::string_view match_id, int64_t first,
                      std::vector<std::string> entries, Done done) = 0;
};

// Writes into a store, many appends to a transaction when there are many.
//
// The first thread to call leads: it commits its own entries at once, so that
// a lone match waits for nothing and changes no thread. Whoever calls during
// a commit only queues and returns; all of these are committed together next,
// and so on until nothing is queued. The `done` of each commit are called
// before the next begins. A leader has work of its own, so it commits once and
// has the rest done elsewhere.
//
// A refusal (see Store) concerns one append only. Any other error of the store
// is final: it is the answer to everything queued and to every later append,
// for a referee that cannot write must not go on.
//
// Thread-safe; must outlive all calls to Append.
class GroupCommitJournal : public Journal {
 public:
  // Runs a task on another thread, or at once if there is no other.
  using Elsewhere = std::function<void(std::function<void()>)>;

  // Stores entries of any matches, all or nothing (see JournalTable::Append).
  using Commit = std::function<absl::Status(absl::Span<const JournalRow>)>;

  // What `commit` uses must outlive the journal, and the journal the tasks.
  explicit GroupCommitJournal(
      Commit commit,
      Elsewhere elsewhere = [](const std::function<void()>& task) { task(); })
      : commit_(std::move(commit)), elsewhere_(std::move(elsewhere)) {}
  template <typename... Elsewheres>
  explicit GroupCommitJournal(JournalTable& table, Elsewheres... elsewhere)
      : GroupCommitJournal(
            [&table](absl::Span<const JournalRow> rows) {
              return table.Append(rows);
            },
            std::move(elsewhere)...) {}

  void Append(absl::string_view match_id, int64_t first,
              std::vector<std::string> entries, Done done) override;

  // The error that ended it; OK while all is well.
  absl::Status failure() const;

 private:
  struct Pending {
    std::string match_id;
    int64_t first;
    std::vector<std::string> entries;
    Done done;
    // How it went.
    absl::Status status;
  };
  using Batch = std::vector<Pending>;

  // Commits what is queued, until nothing is.
  void Lead();
  // Stores a batch and sets the status of each append in it.
  void Store(Batch& batch);
  // Stores appends in one transaction.
  absl::Status Write(absl::Span<const Pending> appends);

  const Commit commit_;
  const Elsewhere elsewhere_;
  mutable Mutex mutex_;
  Batch queue_ ABSL_GUARDED_BY(mutex_);
  // Whether some thread leads.
  bool led_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_JOURNAL_H_
