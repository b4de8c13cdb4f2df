#include "referee/store/checkpointer.h"

#include <sqlite3.h>

#include <utility>

#include "absl/memory/memory.h"
#include "arena/core/check.h"

namespace arena::referee {
namespace {

// A checkpoint for so many pages (4 KiB each), as is SQLite's own habit.
constexpr int kPagesPerCheckpoint = 1000;
// The log begins anew only when a checkpoint has caught up with the commits,
// which under constant load one beside them never does. From this size on a
// commit waits for it.
constexpr int kMaxPages = 16000;

}  // namespace

absl::StatusOr<std::unique_ptr<Checkpointer>> Checkpointer::Start(
    SqliteConnection& writer) {
  ARENA_ASSIGN_OR_RETURN(
      std::unique_ptr<SqliteConnection> connection,
      SqliteConnection::Open(writer.Name(), SQLite::OPEN_READWRITE));
  return absl::WrapUnique(new Checkpointer(writer, std::move(connection)));
}

Checkpointer::Checkpointer(SqliteConnection& writer,
                           std::unique_ptr<SqliteConnection> connection)
    : writer_(writer),
      connection_(std::move(connection)),
      thread_([this] { Run(); }) {
  sqlite3_wal_hook(writer_.database().getHandle(), &OnCommit, this);
}

Checkpointer::~Checkpointer() {
  sqlite3_wal_hook(writer_.database().getHandle(), nullptr, nullptr);
  Assign(Task::kStop);
  thread_.join();
}

int Checkpointer::OnCommit(void* self, sqlite3* writer, const char* name,
                           int pages) {
  auto& checkpointer = *static_cast<Checkpointer*>(self);
  const int before = std::exchange(checkpointer.pages_, pages);
  if (pages >= kMaxPages) {
    // Busy if the thread is just at it: then the next commit tries again.
    sqlite3_wal_checkpoint_v2(writer, name, SQLITE_CHECKPOINT_PASSIVE, nullptr,
                              nullptr);
  } else if (pages / kPagesPerCheckpoint > before / kPagesPerCheckpoint) {
    checkpointer.Assign(Task::kCheckpoint);
  }
  return SQLITE_OK;
}

void Checkpointer::Assign(Task task) {
  task_ = task;
  task_.notify_one();
}

void Checkpointer::Run() {
  while (true) {
    task_.wait(Task::kNone);
    if (task_.exchange(Task::kNone) == Task::kStop) return;
    // Without a checkpoint the log only grows; a disk that fails shows in the
    // next commit.
    sqlite3_wal_checkpoint_v2(connection_->database().getHandle(), nullptr,
                              SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
  }
}

}  // namespace arena::referee
