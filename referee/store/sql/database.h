// An SQL database that many threads share.
#ifndef REFEREE_STORE_SQL_DATABASE_H_
#define REFEREE_STORE_SQL_DATABASE_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "arena/core/mutex.h"
#include "referee/store/sql/patience.h"
#include "referee/store/sql/sql_connection.h"

namespace arena::referee {

// Connections to one database, which has the current schema.
struct Connections {
  std::unique_ptr<SqlConnection> writer;
  // Separate from the writer, so that reading waits for no commit.
  std::unique_ptr<SqlConnection> reader;
  // Renews leases without waiting for other writes; null: the writer does.
  std::unique_ptr<SqlConnection> keeper = nullptr;
  // Shortens the waits for the database; null if nothing waits for it.
  std::shared_ptr<Hurry> hurry = nullptr;
  // Whether other processes may use the database at the same time.
  bool shared = false;
  // Findings of the start that do not prevent it, one sentence each.
  std::vector<std::string> notices = {};
};

// Whether a transaction may be done twice if the connection is lost during the
// commit. If it may not, a lost commit costs another question to the server.
enum class Repeat { kHarmless, kHarmful };

// Writes through one connection and reads through another. Thread-safe; every
// call blocks until it is done.
class Database {
 public:
  explicit Database(Connections connections)
      : writer_(std::move(connections.writer)),
        reader_(std::move(connections.reader)),
        keeper_(std::move(connections.keeper)),
        hurry_(std::move(connections.hurry)),
        shared_(connections.shared),
        notices_(std::move(connections.notices)) {}

  bool shared() const { return shared_; }
  const std::vector<std::string>& notices() const { return notices_; }

  // From now on no call waits for the database for more than a second.
  void HurryUp() {
    if (hurry_ != nullptr) hurry_->Begin();
  }
  const std::shared_ptr<Hurry>& hurry() const { return hurry_; }

  // Calls a function with a connection, in a transaction that is undone unless
  // the function returns OK (a Status or StatusOr). The function may be called
  // again, so it must have no effects outside the database.
  template <typename Function>
  auto Write(Repeat repeat, Function function)
      ABSL_LOCKS_EXCLUDED(write_mutex_) {
    MutexLock lock(write_mutex_);
    return referee::Write(*writer_, repeat == Repeat::kHarmless,
                          std::move(function));
  }
  // The same for renewing a lease, which is harmless to do twice.
  template <typename Function>
  auto Keep(Function function) ABSL_LOCKS_EXCLUDED(keep_mutex_, write_mutex_) {
    if (keeper_ == nullptr) return Write(Repeat::kHarmless, function);
    MutexLock lock(keep_mutex_);
    return referee::Write(*keeper_, /*repeatable=*/true, std::move(function));
  }
  // The same for a function that changes nothing, without a transaction.
  template <typename Function>
  auto Read(Function function) ABSL_LOCKS_EXCLUDED(read_mutex_) {
    MutexLock lock(read_mutex_);
    return referee::Read(*reader_, std::move(function));
  }

 private:
  Mutex write_mutex_;
  const std::unique_ptr<SqlConnection> writer_ ABSL_PT_GUARDED_BY(write_mutex_);
  Mutex read_mutex_;
  const std::unique_ptr<SqlConnection> reader_ ABSL_PT_GUARDED_BY(read_mutex_);
  Mutex keep_mutex_;
  const std::unique_ptr<SqlConnection> keeper_ ABSL_PT_GUARDED_BY(keep_mutex_);
  const std::shared_ptr<Hurry> hurry_;
  const bool shared_;
  const std::vector<std::string> notices_;
};

// INVALID_ARGUMENT unless a page may have this many rows.
absl::Status CheckLimit(int limit);

}  // namespace arena::referee

#endif  // REFEREE_STORE_SQL_DATABASE_H_
