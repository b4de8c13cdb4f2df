// The journal of a referee that shares its store with nobody: files that only
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

// Appends are written in groups, with one system call each.
//
// The first thread to call leads: it writes its own entries at once, so that a
// lone match waits for nothing and changes no thread. Whoever calls meanwhile
// only queues and returns; all of these are written together next, and so on
// until nothing is queued. Then the leader calls the `done` of all that it has
// written, in the order of the appends. After some groups, or one if each waits
// for the disk, it has the rest done elsewhere.
//
// Must outlive all calls to Append and the tasks done elsewhere.
class JournalFile final : public Journal {
 public:
  // Runs a task on another thread, or at once if there is no other.
  using Elsewhere = std::function<void(std::function<void()>)>;
  struct Options {
    // Tells journals apart; the same whenever the folder is opened.
    uint64_t id = 0;
    // Whether there was a journal before, so that its segments must be there.
    bool exists = false;
    // Waits for the disk with every group.
    bool flush = false;
    // A segment that has become so long is the last one no more.
    size_t segment_bytes = 16 << 20;
    Elsewhere elsewhere = [](const std::function<void()>& task) { task(); };
  };

  // Takes up the entries of these matches, all that are under way; all others
  // are needed no more. FAILED_PRECONDITION for a folder of another journal or
  // of another version. What is damaged is no error here: see Read.
  static absl::StatusOr<std::unique_ptr<JournalFile>> Open(
      std::unique_ptr<Folder> folder, absl::Span<const std::string> matches,
      Options options);

  void Append(absl::string_view match_id, int64_t first,
              std::vector<MatchEntry> entries, Done done) override;
  absl::StatusOr<std::vector<MatchEntry>> Read(
      absl::string_view match_id) override;
  void Drop(absl::string_view match_id) override;

  // Takes over all entries of a match that were kept elsewhere, or the reason
  // why they are lost; repeating it is harmless.
  absl::Status Import(absl::string_view match_id,
                      const absl::StatusOr<std::vector<std::string>>& entries);

  // What was damaged when it was opened, place by place.
  const std::vector<std::string>& damages() const { return damages_; }

 private:
  struct Pending {
    std::string match_id;
    int64_t first = 0;
    std::vector<MatchEntry> entries = {};
    // Empty for a drop: nobody waits.
    Done done = {};
    // How it went.
    absl::Status status = {};
    bool is_drop = false;
  };
  using Batch = std::vector<Pending>;

  JournalFile(std::unique_ptr<Folder> folder, Options options);

  // Writes what is queued, until nobody waits.
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
  // Adds matches that begin in an old segment once more, as a whole: so that
  // it is needed no longer. No more bytes than the matches under way write.
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
  // Whether somebody waits for what is queued.
  bool awaited_ ABSL_GUARDED_BY(queue_mutex_) = false;
  // Whether some thread leads.
  bool led_ ABSL_GUARDED_BY(queue_mutex_) = false;

  Mutex file_mutex_;
  const std::unique_ptr<Folder> folder_ ABSL_PT_GUARDED_BY(file_mutex_);
  // The error that ended it.
  absl::Status failure_ ABSL_GUARDED_BY(file_mutex_);
  MatchLogs logs_ ABSL_GUARDED_BY(file_mutex_);
  // All that are in the folder, and whether they are damaged.
  std::map<uint64_t, bool> segments_ ABSL_GUARDED_BY(file_mutex_);
  // The last segment, its number and size, and how many matches it names.
  std::unique_ptr<AppendedFile> file_ ABSL_GUARDED_BY(file_mutex_);
  uint64_t number_ ABSL_GUARDED_BY(file_mutex_) = 0;
  uint64_t size_ ABSL_GUARDED_BY(file_mutex_) = 0;
  uint64_t names_ ABSL_GUARDED_BY(file_mutex_) = 0;
  GroupWriter group_ ABSL_GUARDED_BY(file_mutex_);
  // Bytes that may be spent on old matches.
  size_t credit_ ABSL_GUARDED_BY(file_mutex_) = 0;
};

}  // namespace arena::referee

#endif  // REFEREE_JOURNAL_JOURNAL_FILE_H_
