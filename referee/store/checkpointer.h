// Moves what was committed from SQLite's write-ahead log into its database, on
// a thread of its own.
#ifndef REFEREE_STORE_CHECKPOINTER_H_
#define REFEREE_STORE_CHECKPOINTER_H_

#include <atomic>
#include <memory>
#include <thread>

#include "absl/status/statusor.h"
#include "referee/store/sqlite_connection.h"

struct sqlite3;

namespace arena::referee {

// A checkpoint waits for the disk, twice. Left to SQLite, the commit that
// fills the log would make it, and with group commit every match would wait.
//
// Destroyed before the connection that it watches, between two commits.
class Checkpointer {
 public:
  // Takes over the checkpoints of the only connection that writes.
  static absl::StatusOr<std::unique_ptr<Checkpointer>> Start(
      SqliteConnection& writer);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

 private:
  enum class Task { kNone, kCheckpoint, kStop };

  Checkpointer(SqliteConnection& writer,
               std::unique_ptr<SqliteConnection> connection);

  // SQLite calls it in every commit, with the pages that are in the log.
  static int OnCommit(void* self, sqlite3* writer, const char* name, int pages);
  void Assign(Task task);
  void Run();

  SqliteConnection& writer_;
  const std::unique_ptr<SqliteConnection> connection_;
  // Pages in the log at the last commit; only commits touch it, and these come
  // one after the other.
  int pages_ = 0;
  std::atomic<Task> task_ = Task::kNone;
  std::thread thread_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_CHECKPOINTER_H_
