// Moves what was committed from SQLite's write-ahead log into its database, on
// a thread of its own.
#ifndef REFEREE_STORE_CHECKPOINTER_H_
#define REFEREE_STORE_CHECKPOINTER_H_

#include <atomic>
#include <string>
#include <thread>

#include "referee/store/sqlite_connection.h"

struct sqlite3;

namespace arena::referee {

// A checkpoint waits for the disk, twice. Left to SQLite, the commit that
// fills the log would make it, and with group commit every match would wait.
//
// Watch once; destroyed before the connection that it watches, when nobody
// commits any more. Throws SQLite::Exception from its constructor only.
class Checkpointer {
 public:
  explicit Checkpointer(const std::string& path);
  ~Checkpointer();
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  // Takes over the checkpoints of the only connection that writes.
  void Watch(SqliteConnection& writer);

 private:
  enum class Task { kNone, kCheckpoint, kStop };

  // SQLite calls it in every commit, with the pages that are in the log.
  static int OnCommit(void* self, sqlite3* writer, const char* name, int pages);
  void Assign(Task task);
  void Run();

  SqliteConnection connection_;
  // Pages in the log at the last commit; only commits touch it, and these come
  // one after the other.
  int pages_ = 0;
  std::atomic<Task> task_ = Task::kNone;
  std::thread thread_;
};

}  // namespace arena::referee

#endif  // REFEREE_STORE_CHECKPOINTER_H_
