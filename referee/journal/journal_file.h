// The journal of a referee that shares its store with no other: files that only
// grow.
#ifndef REFEREE_JOURNAL_JOURNAL_FILE_H_
#define REFEREE_JOURNAL_JOURNAL_FILE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/types/span.h"
#include "arena/core/mutex.h"
#include "referee/journal/folder.h"
#include "referee/journal/journal.h"
#include "referee/journal/match_logs.h"
#include "referee/journal/segment.h"

namespace arena::referee {

// Writes appends in groups, with one system call for each group.
//
// The first thread that calls leads: it writes its own entries at once, so that
// a single match waits for nothing and changes no thread. Threads that call
// meanwhile only queue their entries and return. The leader writes all queued
// entries together next, and so on until nothing is queued. Then it calls the
// `done` of all appends that it has written, in their order. After a few
// groups, or after one if each waits for the disk, the leader passes the rest
// on to Options::elsewhere.
//
// Must outlive all calls to Append and the tasks passed to `elsewhere`.
class JournalFile final : public Journal {
 public:
  // Runs a task on another thread, or at once if there is no other.
  using Elsewhere = std::function<void(std::function<void()>)>;
  struct Options {
    // Tells journals apart; always the same for one folder.
    uint64_t id = 0;
    // Whether there was a journal before, so that its segments must be there.
    bool exists = false;
    // Whether every group waits for the disk.
    bool flush = false;
    // A new segment begins when the last one has reached this size.
    size_t segment_bytes = 16 << 20;
    Elsewhere elsewhere = [](const std::function<void()>& task) { task(); };
  };

  // Takes up the entries of `matches`, which must be all matches under way;
  // entries of other matches are no longer needed. FAILED_PRECONDITION for a
  // folder of another journal or version. Damage is no error here: see Read.
  static absl::StatusOr<std::unique_ptr<JournalFile>> Open(
      std::unique_ptr<Folder> folder, absl::Span<const std::string> matches,
      Options options);

  void Append(absl::string_view match_id, int64_t first,
              std::vector<MatchEntry> entries, Done done) override;
  absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) override;
  void Drop(absl::string_view match_id) override;

  // Takes over all entries of a match that were kept elsewhere, or the reason
  // why they are lost. Repeated calls are harmless.
  absl::Status Import(absl::string_view match_id,
                      const absl::StatusOr<std::vector<std::string>>& entries);

  // Descriptions of all damage found by Open, one for each place.
  const std::vector<std::string>& damages() const { return damages_; }

 private:
  struct Pending {
    std::string match_id;
    int64_t first = 0;
    std::vector<MatchEntry> entries = {};
    // Empty for a drop, which is not answered.
    Done done = {};
    // The outcome.
    absl::Status status = {};
    bool is_drop = false;
  };
  using Batch = std::vector<Pending>;

  JournalFile(std::unique_ptr<Folder> folder, Options options);

  // Writes the queued appends until no append waits.
  void Lead();
  // Writes a batch and sets the status of each append in it.
  void Write(Batch& batch);

  // ---- One thread at a time ----
  absl::Status Keep(Batch& batch) ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  // Adds an append to the group, and to the log of its match.
  absl::Status Take(const Pending& pending)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  void AddRun(MatchLog& log, Run run)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  // Writes matches that begin in an old segment once more, as a whole, so that
  // the segment is no longer needed. They get no more bytes than the new
  // entries take.
  void Renew() ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  void RenewOldest() ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  absl::Status RenewAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  absl::Status WriteGroup() ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  absl::Status BeginSegment() ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);
  void DeleteBelow(uint64_t oldest) ABSL_EXCLUSIVE_LOCKS_REQUIRED(file_mutex_);

  const Options options_;
  std::vector<std::string> damages_;

  Mutex queue_mutex_;
  Batch queue_ ABSL_GUARDED_BY(queue_mutex_);
  // Whether an append is queued, i.e. a caller waits.
  bool awaited_ ABSL_GUARDED_BY(queue_mutex_) = false;
  // Whether a thread leads.
  bool led_ ABSL_GUARDED_BY(queue_mutex_) = false;

  Mutex file_mutex_;
  const std::unique_ptr<Folder> folder_ ABSL_PT_GUARDED_BY(file_mutex_);
  // The error that ended the journal.
  absl::Status failure_ ABSL_GUARDED_BY(file_mutex_);
  MatchLogs logs_ ABSL_GUARDED_BY(file_mutex_);
  // All segments in the folder, and whether each is damaged.
  std::map<uint64_t, bool> segments_ ABSL_GUARDED_BY(file_mutex_);
  // The last segment, its number and size, and how many matches it names.
  std::unique_ptr<AppendedFile> file_ ABSL_GUARDED_BY(file_mutex_);
  uint64_t number_ ABSL_GUARDED_BY(file_mutex_) = 0;
  uint64_t size_ ABSL_GUARDED_BY(file_mutex_) = 0;
  uint64_t names_ ABSL_GUARDED_BY(file_mutex_) = 0;
  GroupWriter group_ ABSL_GUARDED_BY(file_mutex_);
  // How many bytes of old matches may be written again.
  size_t credit_ ABSL_GUARDED_BY(file_mutex_) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_JOURNAL_FILE_H_
